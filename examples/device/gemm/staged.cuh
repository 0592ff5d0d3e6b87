/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a lane of the versions that go through shared memory reads of 32 x 16 elements of A and 16 x 32 of B: four times
 * four neighbours of each, so that a warp's reads are whole lines of 64 bytes of A and 128 bytes of B.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMM_STAGED_CUH
#define TCU_EXAMPLES_DEVICE_GEMM_STAGED_CUH

#include "gemm.cuh"

namespace example
{

struct gemm_staged {
    static constexpr int reads = 4, lanes_a = gemm_depth / 4, lanes_b = gemm_size / 4; /* lanes of a line */
    float a[reads][4], b[reads][4];

    /* Where read i lies in the warp's part: the line, and its first element there. */
    __device__ static int line_a(int i) { return i * (32 / lanes_a) + static_cast<int>(threadIdx.x) % 32 / lanes_a; }
    __device__ static int first_a() { return static_cast<int>(threadIdx.x) % lanes_a * 4; }
    __device__ static int line_b(int i) { return i * (32 / lanes_b) + static_cast<int>(threadIdx.x) % 32 / lanes_b; }
    __device__ static int first_b() { return static_cast<int>(threadIdx.x) % lanes_b * 4; }

    template <bool Aligned>
    __device__ __forceinline__ void load(const gemm_task &task, const gemm_part &part, int depth)
    {
#pragma unroll
        for (int i = 0; i < reads; i++) {
            const int row = part.row + line_a(i), k = depth + line_b(i);
            load_four<Aligned>(a[i], part.a + static_cast<int64_t>(row) * task.k, depth + first_a(),
                               row < task.m ? task.k : 0);
            load_four<Aligned>(b[i], part.b + static_cast<int64_t>(k) * task.n, part.column + first_b(),
                               k < task.k ? task.n : 0);
        }
    }
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMM_STAGED_CUH */
