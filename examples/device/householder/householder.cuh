/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C_b := (I - 2 v_b v_b^T) C_b of a batch: reflections, the step of a QR decomposition. C_b is m x n, column by column
 * as in LAPACK, in f16; v_b has m elements in f16; sums are f32. A warp takes 16 columns, as the rows of C^T, and forms
 *
 *     W = C^T (v v ... v),  16 x 8,      and then     C^T - 2 w v^T,
 *
 * where w is every column of W. The matrix unit leaves row g of W in the lanes that hold row g of C^T in its operand,
 * and these lanes have of v, in the other operand, the elements of the same k: each lane has all that its own elements
 * of C need, without shuffles and without shared memory. I - 2 v v^T is never formed, which would be m^2 elements,
 * rounded to f16. After Ootomo, Yokota, "An extension of the WMMA API by the structure of fragments", 2020, where I - 2
 * v v^T is formed in fragments.
 */
#ifndef TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUH
#define TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUH

#include <cstdint>

#include <tcu/device/fragment.cuh>

#include "../harness/halves.cuh"

namespace example
{

/* Columns of a warp, and how it goes down them: by eights of four lanes, some of them at once. Of all versions: threads
 * of a block. */
constexpr int reflect_columns = 16, reflect_eights = 2, reflect_stride = 4 * eight;
constexpr int reflect_depth = reflect_eights * reflect_stride, reflect_threads = 256;

/* Elements c of a column become c - 2 w v. */
template <bool Aligned, int Stride, int Count>
__device__ __forceinline__ void store_reflected(const uint32_t (&c)[Count][4], const uint32_t (&v)[Count][4], float w,
                                                __half *column, int first, int length)
{
#pragma unroll
    for (int e = 0; e < Count; e++) {
        uint32_t words[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            words[i] = word_of(__float2half_rn(fmaf(-2 * w, half_of(v[e][i], 0), half_of(c[e][i], 0))),
                               __float2half_rn(fmaf(-2 * w, half_of(v[e][i], 1), half_of(c[e][i], 1))));
        }
        store_eight<Aligned>(words, column, first + e * Stride, length);
    }
}

template <bool Aligned>
__global__ void __launch_bounds__(reflect_threads)
    reflect(const __half *matrices, const __half *vectors, __half *results, uint32_t batch, int m, int n)
{
    using namespace tcu::device;
    const int lane = threadIdx.x % warpSize, group = lane / 4, in_group = lane % 4;
    const uint32_t warp = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
    const uint32_t tiles = (n + reflect_columns - 1) / reflect_columns, b = warp / tiles;
    if (b >= batch) {
        return;
    }
    /* The lane's two columns; one behind the last has no elements. */
    const int left = static_cast<int>(warp % tiles) * reflect_columns + group, right = left + reflect_columns / 2;
    const int left_length = left < n ? m : 0, right_length = right < n ? m : 0;
    const int64_t at_left = (static_cast<int64_t>(b) * n + left) * m;
    const int64_t at_right = (static_cast<int64_t>(b) * n + right) * m;
    const __half *v = vectors + static_cast<int64_t>(b) * m;
    uint32_t of_left[reflect_eights][4], of_right[reflect_eights][4], of_v[reflect_eights][4];
    const auto load = [&](int row) {
        load_eights<Aligned, reflect_stride>(of_left, matrices + at_left, row, left_length);
        load_eights<Aligned, reflect_stride>(of_right, matrices + at_right, row, right_length);
        load_eights<Aligned, reflect_stride>(of_v, v, row, m);
    };
    fragment<use::accumulator, m16n8k16, float> w;
    fill(w, 0.0f);

    for (int first = 0; first < m; first += reflect_depth) {
        load(first + in_group * eight);
#pragma unroll
        for (int step = 0; step < 2 * reflect_eights; step++) {
            const int e = step / 2, i = step % 2 * 2;
            fragment<use::a, m16n8k16, __half> c;
            fragment<use::b, m16n8k16, __half> all_v;
            c.x[0] = of_left[e][i];
            c.x[1] = of_right[e][i];
            c.x[2] = of_left[e][i + 1];
            c.x[3] = of_right[e][i + 1];
            all_v.x[0] = of_v[e][i];
            all_v.x[1] = of_v[e][i + 1];
            mma(w, c, all_v, w);
        }
    }
    for (int first = 0; first < m; first += reflect_depth) {
        const int row = first + in_group * eight;
        if (m > reflect_depth) { /* (of a short column all is in registers; the L1 cache may hold a longer one) */
            load(row);
        }
        store_reflected<Aligned, reflect_stride>(of_left, of_v, w.x[0], results + at_left, row, left_length);
        store_reflected<Aligned, reflect_stride>(of_right, of_v, w.x[2], results + at_right, row, right_length);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUH */
