/* SPDX-License-Identifier: Apache-2.0 */
/* What ends a CUDA example after an error: a sentence, and exit status 1. `context` is the tcu_context. */
#ifndef EXAMPLE_CHECK_CUDA_H
#define EXAMPLE_CHECK_CUDA_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_CUDA(CALL)                                                                                               \
    do {                                                                                                               \
        const cudaError_t error = (CALL);                                                                              \
        if (error != cudaSuccess) {                                                                                    \
            fprintf(stderr, "%s: %s: %s\n", __FILE__, #CALL, cudaGetErrorString(error));                               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#define CHECK_TCU(CALL)                                                                                                \
    do {                                                                                                               \
        if ((CALL) != TCU_SUCCESS) {                                                                                   \
            fprintf(stderr, "%s: %s\n", __FILE__, tcu_context_last_error(context));                                    \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#endif /* EXAMPLE_CHECK_CUDA_H */
