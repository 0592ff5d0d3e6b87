/* SPDX-License-Identifier: Apache-2.0 */
/* Equal elements in device memory, for the CUDA backend's tcui_backend::fill. */
#ifndef TCUI_PIPELINE_FILL_H
#define TCUI_PIPELINE_FILL_H

#include "primitives/context/context_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* to[i] = the element of `element_bytes` (2, 4 or 8) bytes whose bits `element` begins with, i < count; count > 0.
 * Ordered on the context's stream. */
tcu_status tcui_fill_elements(tcu_context *context, void *to, uint64_t element, size_t element_bytes, uint64_t count);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_PIPELINE_FILL_H */
