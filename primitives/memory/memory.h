/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend does for the public functions of tcu/memory.h. */
#ifndef TCUI_MEMORY_H
#define TCUI_MEMORY_H

#include "primitives/context/context_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of checked arguments and bytes > 0, with the context's device entered. Failures have their sentences, but for memory
 * that ran out, which is *pointer == NULL.
 */
typedef struct tcui_memory {
    /* TCU_SUCCESS unless the context's stream is captured, when none of the others may be called. */
    tcu_status (*check_no_capture)(tcu_context *context);
    tcu_status (*allocate)(tcu_context *context, size_t bytes, void **pointer);
    tcu_status (*release)(tcu_context *context, void *pointer);
    /* Between host memory and the context's space, in either direction. */
    tcu_status (*copy)(tcu_context *context, void *to, const void *from, size_t bytes);
    tcu_status (*synchronize)(tcu_context *context);
} tcui_memory;

/* Of both backends on the processor. */
extern const tcui_memory tcui_memory_host;
#ifdef TCU_WITH_CUDA
extern const tcui_memory tcui_memory_cuda;
/* Of tcui_backend::reaches: false of pointers that CUDA does not know, so of the C library's memory and of variables. */
bool tcui_memory_cuda_reaches(const tcu_context *context, const void *pointer);
#endif

#ifdef __cplusplus
}
#endif

#endif /* TCUI_MEMORY_H */
