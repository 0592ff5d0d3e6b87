/* SPDX-License-Identifier: Apache-2.0 */
/* Keywords, and the numbers of threads and blocks. */
#ifndef TCU_EMULATED_CUDA_LANGUAGE_H
#define TCU_EMULATED_CUDA_LANGUAGE_H

#include "emulated_device.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
/* Of the block that runs: blocks that run together have dynamic shared memory only. */
#define __shared__ static
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

namespace emulated
{

template <class Source>
struct index {
    struct {
        operator unsigned() const { return Source::get(); }
    } x;
};

struct thread_source {
    static unsigned get() { return gpu.current->index; }
};
struct block_source {
    static unsigned get() { return gpu.current->block->index; }
};
struct threads_source {
    static unsigned get() { return gpu.block_threads; }
};
struct blocks_source {
    static unsigned get() { return gpu.grid_blocks; }
};

} // namespace emulated

inline emulated::index<emulated::thread_source> threadIdx;
inline emulated::index<emulated::block_source> blockIdx;
inline emulated::index<emulated::threads_source> blockDim;
inline emulated::index<emulated::blocks_source> gridDim;

#endif /* TCU_EMULATED_CUDA_LANGUAGE_H */
