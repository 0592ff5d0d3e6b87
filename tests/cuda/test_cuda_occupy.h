/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel that keeps multiprocessors to itself until it is told to end. */
#ifndef TEST_CUDA_OCCUPY_H
#define TEST_CUDA_OCCUPY_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enqueues `blocks` blocks, of which each takes all shared memory of a multiprocessor. They end when *told, in mapped
 * host memory, is not 0, and after ten seconds in any case. `arrived`, in mapped host memory, counts those that run. */
cudaError_t test_occupy(unsigned *arrived, const volatile unsigned *told, int blocks, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif /* TEST_CUDA_OCCUPY_H */
