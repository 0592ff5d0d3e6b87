/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The problem C = A B, how lanes load operands from global memory, and what they do with accumulators of either type.
 *
 * A is m x k in rows, B is k x n in columns, so both lie along k as operands of mma.sync want them. Rows of A and columns of
 * B begin at multiples of 16 bytes, and what lies between their end and the next one is never read; m, n, k are any.
 * C is m x n in rows that begin at multiples of eight elements, of f32 (mixed precision) or of f16 (half: accumulators are
 * f16, too). Of one column, the product with a vector, its elements are neighbours.
 */
#ifndef TCU_BENCH_STUDIES_GEMM_OPERANDS_CUH
#define TCU_BENCH_STUDIES_GEMM_OPERANDS_CUH

#include <cuda_fp16.h>

#include "bench/studies/gpu.cuh"
#include "bench/studies/mma.cuh"
#include <tcu/device/layout.cuh>

namespace study
{
struct Problem {
    int m, n, k;
    int64_t stride;   // elements from row to row of A, and from column to column of B
    int64_t c_stride; // elements from row to row of C
    const __half *a, *b;
};

constexpr int kVector = 8;                                       // halves that are loaded together
constexpr int kTileRows = 16, kTileColumns = 8, kTileDepth = 16; // of mma.m16n8k16
constexpr int kPacked = 2;                                       // halves of a register
using LayoutOfA = fragment_layout<use::a, m16n8k16, 16>;
using LayoutOfB = fragment_layout<use::b, m16n8k16, 16>;
using LayoutOfC = fragment_layout<use::accumulator, m16n8k16, 32>;

/** `count` halves from along[first] on, 0 from along[end] on and everywhere if `along` is null. */
template <int count>
__device__ void load_along(const __half *along, int first, int end, uint32_t (&words)[count / kPacked])
{
    static_assert(count == kPacked || count == kVector, "a register, or 16 bytes");
    if (along != nullptr && first + count <= end) {
        if constexpr (count == kVector) {
            const uint4 loaded = *reinterpret_cast<const uint4 *>(along + first);
            memcpy(words, &loaded, sizeof words);
        } else {
            words[0] = *reinterpret_cast<const uint32_t *>(along + first);
        }
    } else {
        __half some[count];
        for (int e = 0; e < count; e++) {
            some[e] = along != nullptr && first + e < end ? along[first + e] : __float2half_rn(0);
        }
        memcpy(words, some, sizeof words);
    }
}

/** Row i of A, or column i of B; null where there is none. */
__device__ inline const __half *line(const __half *matrix, int64_t stride, int i, int count)
{
    return i < count ? matrix + i * stride : nullptr;
}

/** Accumulators of a 16 x 8 tile, and what they are as the element that register r of LayoutOfC is. */
template <class Out>
struct Accumulators;

template <>
struct Accumulators<float> {
    float v[4] = {};
    __device__ void multiply(const uint32_t (&a)[4], const uint32_t (&b)[2]) { mma_m16n8k16_f16(v, a, b, v); }
    __device__ float element(int r) const { return v[r]; }
};

template <>
struct Accumulators<__half> {
    uint32_t v[2] = {};
    __device__ void multiply(const uint32_t (&a)[4], const uint32_t (&b)[2]) { mma_m16n8k16_f16_f16(v, a, b, v); }
    __device__ float element(int r) const
    {
        return __half2float(__ushort_as_half(static_cast<unsigned short>(v[r / kPacked] >> (16 * (r % kPacked)))));
    }
};

/** Writes a tile whose first element is (row, column) to C, as far as it lies in C. */
template <class Out>
__device__ void store_tile(const Accumulators<Out> &tile, Out *c, const Problem &p, int row, int column)
{
    constexpr int registers = 4;
    for (int r = 0; r < registers; r++) {
        const position at = LayoutOfC::at(threadIdx.x % kWarp, r, 0);
        if (row + at.row < p.m && column + at.column < p.n) {
            c[(row + at.row) * p.c_stride + column + at.column] = rounded<Out>(tile.element(r));
        }
    }
}
} // namespace study

#endif
