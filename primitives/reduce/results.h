/* SPDX-License-Identifier: Apache-2.0 */
/* Results that no kernel of a reduction writes: those of no elements, and those that leave a temporary buffer. */
#ifndef TCUI_REDUCE_RESULTS_H
#define TCUI_REDUCE_RESULTS_H

#include "primitives/context/context_internal.h"
#include "primitives/context/segments.h"

/* Each result becomes the element of `bytes` bytes (1, 2, 4 or 8) whose bits `element` begins with; or what `from` has
 * at its place. As many as there are segments when the work runs, at most segments->count, which is not 0. */
tcu_status tcui_fill_results(tcu_context *context, void *to, uint64_t element, size_t bytes,
                             const tcui_segments *segments);
tcu_status tcui_copy_results(tcu_context *context, void *to, const void *from, size_t bytes,
                             const tcui_segments *segments);

#endif /* TCUI_REDUCE_RESULTS_H */
