/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of threads and blocks: those of the thread that runs, set when it begins to run and each time it goes on. */
#ifndef TCU_EMULATED_CUDA_INDICES_H
#define TCU_EMULATED_CUDA_INDICES_H

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

namespace emulated
{

inline uint3 thread_place = {}, block_place = {};
inline dim3 threads_of_block, blocks_of_grid;

/* Of number `index` in a shape: x is the fastest. Most kernels have one dimension. */
inline uint3 place_in_shape(unsigned index, const unsigned (&shape)[3])
{
    if (shape[1] == 1 && shape[2] == 1) {
        return {index, 0, 0};
    }
    return {index % shape[0], index / shape[0] % shape[1], index / shape[0] / shape[1]};
}

} // namespace emulated

inline const uint3 &threadIdx = emulated::thread_place;
inline const uint3 &blockIdx = emulated::block_place;
inline const dim3 &blockDim = emulated::threads_of_block;
inline const dim3 &gridDim = emulated::blocks_of_grid;

#endif /* TCU_EMULATED_CUDA_INDICES_H */
