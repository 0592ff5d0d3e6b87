/* SPDX-License-Identifier: Apache-2.0 */
/* Green contexts for tests, whose streams have some of the multiprocessors. They need CUDA 12.4 and its driver. */
#ifndef TEST_CUDA_GREEN_H
#define TEST_CUDA_GREEN_H

#include "test_cuda.h"

#if CUDART_VERSION >= 12040

#include <cuda.h>

typedef struct test_green {
    CUgreenCtx context;
    cudaStream_t stream; /* not blocking */
    int multiprocessors; /* as many as were asked for, or a few more */
} test_green;

/* `count` of them, with different multiprocessors; the test fails where the device has too few. */
void test_green_open(test_green *greens, unsigned count, int multiprocessors);
void test_green_close(test_green *greens, unsigned count);

/* Makes it the calling thread's context, to which default streams then belong; NULL: the device's own again. */
void test_green_make_current(const test_green *green);

#endif

#endif /* TEST_CUDA_GREEN_H */
