/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums along the rows of a tile (row_tile.cuh), T = A 1, 1 all ones: every lane of a group ends up with the totals of its
 * two rows. On the matrix unit or with plain adds.
 */
#ifndef TCUI_ROW_TOTALS_CUH
#define TCUI_ROW_TOTALS_CUH

#include "primitives/tile/instructions.cuh"
#include "row_tile.cuh"

namespace tcu
{

/* combine(left, right): + or what stands for it, of which zero bits are neutral. */
template <class In, class Acc, class Combine>
__device__ __forceinline__ void row_totals_plain(Acc (&total)[2], const row_fragment<In> &x, Combine combine)
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        Acc sum = to_accumulator<Acc>(x[h][0]);
#pragma unroll
        for (int i = 1; i < lane_columns; i++) {
            sum = combine(sum, to_accumulator<Acc>(x[h][i]));
        }
        sum = combine(sum, __shfl_xor_sync(all_lanes, sum, 1));
        sum = combine(sum, __shfl_xor_sync(all_lanes, sum, 2));
        total[h] = sum;
    }
}

template <class In>
__device__ __forceinline__ void row_totals_half(float (&total)[2], const row_fragment<In> &x)
{
    const uint32_t ones[2] = {operands<In>::ones, operands<In>::ones};
    float d[4] = {};
#pragma unroll
    for (int step = 0; step < 2; step++) {
        uint32_t a[4];
        half_operand<In>(a, x, step);
        operands<In>::multiply(d, a, ones);
    }
    total[0] = d[0];
    total[1] = d[2];
}

template <class In>
__device__ __forceinline__ void row_totals_f64(double (&total)[2], const row_fragment<In> &x)
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        double d[2] = {};
#pragma unroll
        for (int step = 0; step < lane_columns; step++) {
            device::mma_m8n8k4_f64(d, to_accumulator<double>(x[h][step]), 1.0, d);
        }
        total[h] = d[0];
    }
}

template <class In, class Acc>
__device__ __forceinline__ void row_totals_planes(Acc (&total)[2], const row_fragment<In> &x)
{
    const uint32_t ones[2] = {0x01010101u, 0x01010101u};
    total[0] = total[1] = 0;
#pragma unroll
    for (int plane = 0; plane < static_cast<int>(sizeof(In)); plane++) {
        uint32_t a[4];
        plane_operand<In>(a, x, plane);
        int32_t d[4] = {};
        mma_plane<In>(d, a, ones, plane);
        total[0] += static_cast<Acc>(d[0]) << (8 * plane);
        total[1] += static_cast<Acc>(d[2]) << (8 * plane);
    }
}

/* On the matrix unit only where + is combined by. */
template <bool Matrix, class In, class Acc, class Combine = plus>
__device__ __forceinline__ void row_totals(Acc (&total)[2], const row_fragment<In> &x, Combine combine = {})
{
    if constexpr (!Matrix || !has_matrix_path<In, Acc>) {
        row_totals_plain<In, Acc>(total, x, combine);
    } else if constexpr (std::is_integral_v<In>) {
        row_totals_planes<In, Acc>(total, x);
    } else if constexpr (std::is_same_v<Acc, f64>) {
        row_totals_f64<In>(total, x);
    } else {
        row_totals_half<In>(total, x);
    }
}

} // namespace tcu

#endif /* TCUI_ROW_TOTALS_CUH */
