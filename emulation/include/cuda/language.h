/* SPDX-License-Identifier: Apache-2.0 */
/* Keywords. (Numbers of threads and blocks: cuda/indices.h.) */
#ifndef TCU_EMULATED_CUDA_LANGUAGE_H
#define TCU_EMULATED_CUDA_LANGUAGE_H

#include "emulated_device.h"

/* (Where there are checks, the compiler puts each kernel's address into a table, by which checks tell kernels from other
 * functions; the instruction that it adds does nothing.) */
#if TCU_EMULATED_CHECKS
#define __global__ __attribute__((patchable_function_entry(1)))
#else
#define __global__
#endif
#define __constant__ static
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
/* Of the block that runs: blocks that run together have dynamic shared memory only. (Where there are checks, arrays of a
 * host thread, which lie together, so that checks tell them from other variables.) */
#if TCU_EMULATED_CHECKS
#define __shared__ static thread_local __attribute__((aligned(16)))
#else
#define __shared__ static
#endif
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif

constexpr int warpSize = emulated::warp_lanes;

#endif /* TCU_EMULATED_CUDA_LANGUAGE_H */
