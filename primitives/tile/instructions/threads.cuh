/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions among lanes, warps, blocks and kernels. Included by instructions.cuh alone. */
#ifndef TCUI_INSTRUCTIONS_THREADS_CUH
#define TCUI_INSTRUCTIONS_THREADS_CUH

#include "primitives/tile/element.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* A bit for each lane before this one. */
__device__ __forceinline__ uint32_t lanes_before()
{
    uint32_t lanes;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes));
    return lanes;
}

/* The least of the lanes' numbers. */
__device__ __forceinline__ int least_of_warp(int x)
{
    return __reduce_min_sync(all_lanes, x);
}

/* Inclusive scan step: sum += the sum of lane - distance, in lanes for which that lane is not before lane `first`. */
__device__ __forceinline__ void add_from_left(uint32_t &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .b32 left;\n"
                 ".reg .pred inside;\n"
                 "shfl.sync.up.b32 left|inside, %0, %1, %2, 0xffffffff;\n"
                 "@inside add.u32 %0, left, %0;\n"
                 "}"
                 : "+r"(sum)
                 : "r"(distance), "r"(first));
}

__device__ __forceinline__ void add_from_left(f32 &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .f32 left;\n"
                 ".reg .pred inside;\n"
                 "shfl.sync.up.b32 left|inside, %0, %1, %2, 0xffffffff;\n"
                 "@inside add.f32 %0, left, %0;\n"
                 "}"
                 : "+f"(sum)
                 : "r"(distance), "r"(first));
}

__device__ __forceinline__ void add_from_left(uint64_t &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .b32 low, high;\n"
                 ".reg .b64 left;\n"
                 ".reg .pred inside;\n"
                 "mov.b64 {low, high}, %0;\n"
                 "shfl.sync.up.b32 low|inside, low, %1, %2, 0xffffffff;\n"
                 "shfl.sync.up.b32 high|inside, high, %1, %2, 0xffffffff;\n"
                 "mov.b64 left, {low, high};\n"
                 "@inside add.u64 %0, left, %0;\n"
                 "}"
                 : "+l"(sum)
                 : "r"(distance), "r"(first));
}

__device__ __forceinline__ void add_from_left(f64 &sum, int distance, int first)
{
    asm volatile("{\n"
                 ".reg .b32 low, high;\n"
                 ".reg .f64 left;\n"
                 ".reg .pred inside;\n"
                 "mov.b64 {low, high}, %0;\n"
                 "shfl.sync.up.b32 low|inside, low, %1, %2, 0xffffffff;\n"
                 "shfl.sync.up.b32 high|inside, high, %1, %2, 0xffffffff;\n"
                 "mov.b64 left, {low, high};\n"
                 "@inside add.f64 %0, left, %0;\n"
                 "}"
                 : "+d"(sum)
                 : "r"(distance), "r"(first));
}

/* A barrier of some whole warps of the block; __syncthreads() has number 0. */
template <int Threads>
__device__ __forceinline__ void sync_threads(int number)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "n"(Threads) : "memory");
}

/* Arrives at such a barrier without waiting: what was written before is visible to those who wait there. */
template <int Threads>
__device__ __forceinline__ void arrive_threads(int number)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "n"(Threads) : "memory");
}

/* Waits until all threads of the cluster are here; orders no memory accesses. */
__device__ __forceinline__ void meet_cluster()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
                 "barrier.cluster.wait.aligned;" ::
                     : "memory");
#endif
}

/* Lets a kernel that was launched as `overlapping` begin, once all blocks of this one have called this or ended. */
__device__ __forceinline__ void let_next_kernel_begin()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/*
 * Waits until the previous kernel is done and its writes are visible. Before this call a kernel that was launched as
 * `overlapping` must neither touch what any earlier kernel on the stream writes, nor write anything: the previous
 * kernel may itself have begun early, and wait here for one that still runs.
 */
__device__ __forceinline__ void wait_for_previous_kernel()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

} // namespace tcu

#endif /* TCUI_INSTRUCTIONS_THREADS_CUH */
