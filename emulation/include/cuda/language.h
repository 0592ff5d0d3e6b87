/* SPDX-License-Identifier: Apache-2.0 */
/* Keywords, and the numbers of threads and blocks. */
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

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

namespace emulated
{

/* A coordinate: 0 is x. Most kernels have one dimension, where it is the index itself. */
inline unsigned coordinate(unsigned index, const unsigned (&shape)[3], int axis)
{
    if (shape[1] == 1 && shape[2] == 1) {
        return axis == 0 ? index : 0;
    }
    return axis == 0 ? index % shape[0] : axis == 1 ? index / shape[0] % shape[1] : index / shape[0] / shape[1];
}

template <class Source>
struct index {
    template <int Axis>
    struct along {
        operator unsigned() const { return Source::get(Axis); }
    };
    along<0> x;
    along<1> y;
    along<2> z;
};

struct thread_source {
    static unsigned get(int axis) { return coordinate(gpu.current->index, gpu.block_shape, axis); }
};
struct block_source {
    static unsigned get(int axis) { return coordinate(gpu.current->block->index, gpu.grid_shape, axis); }
};
struct threads_source {
    static unsigned get(int axis) { return gpu.block_shape[axis]; }
};
struct blocks_source {
    static unsigned get(int axis) { return gpu.grid_shape[axis]; }
};

} // namespace emulated

inline emulated::index<emulated::thread_source> threadIdx;
inline emulated::index<emulated::block_source> blockIdx;
inline emulated::index<emulated::threads_source> blockDim;
inline emulated::index<emulated::blocks_source> gridDim;
constexpr int warpSize = emulated::warp_lanes;

#endif /* TCU_EMULATED_CUDA_LANGUAGE_H */
