/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of as many results as there are segments, for the CUDA backend's tcui_backend::copy_results. */
#ifndef TCUI_PIPELINE_COPY_RESULTS_H
#define TCUI_PIPELINE_COPY_RESULTS_H

#include "primitives/context/context_internal.h"
#include "primitives/context/segments.h"

#ifdef __cplusplus
extern "C" {
#endif

/* to[k] = from[k], elements of 1, 2, 4 or 8 bytes, for every segment k that there is when the work runs; at most
 * segments->count of them, which is not 0. Ordered on the context's stream. */
tcu_status tcui_copy_results(tcu_context *context, void *to, const void *from, size_t element_bytes,
                             const tcui_segments *segments);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_PIPELINE_COPY_RESULTS_H */
