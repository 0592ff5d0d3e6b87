/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums along the rows of a tile (row_tile.cuh), Y = A U, U upper triangular ones (Dakkak et al., ICS'19, section
 * 5). On the matrix unit or with plain adds.
 */
#ifndef TCUI_ROW_SCAN_CUH
#define TCUI_ROW_SCAN_CUH

#include "primitives/tile/instructions.cuh"
#include "triangle.cuh"

namespace tcu
{

/* combine(left, right): + or what stands for it, of which zero bits are neutral. */
template <class In, class Acc, class Combine, int Columns = lane_columns>
__device__ __forceinline__ void row_scan_plain(row_fragment<Acc, Columns> &y, const row_fragment<In, Columns> &x,
                                               Combine combine)
{
    const int t = device::lane_in_group(threadIdx.x % TCUI_WARP_LANES);
#pragma unroll
    for (int h = 0; h < 2; h++) {
        y[h][0] = to_accumulator<Acc>(x[h][0]);
#pragma unroll
        for (int i = 1; i < Columns; i++) {
            y[h][i] = combine(y[h][i - 1], to_accumulator<Acc>(x[h][i]));
        }
        Acc inclusive = y[h][Columns - 1];
#pragma unroll
        for (int distance = 1; distance < 4; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, inclusive, distance, 4);
            if (t >= distance) {
                inclusive = combine(left, inclusive);
            }
        }
        const Acc before = __shfl_up_sync(all_lanes, inclusive, 1, 4);
        if (t > 0) {
#pragma unroll
            for (int i = 0; i < Columns; i++) {
                y[h][i] = combine(before, y[h][i]);
            }
        }
    }
}

template <class In>
__device__ __forceinline__ void row_scan_half(row_fragment<float> &y, const row_fragment<In> &x)
{
    const triangle_lane at(threadIdx.x % TCUI_WARP_LANES);
    const uint32_t up_to = at.up_to() ? operands<In>::ones : 0, before = at.before() ? operands<In>::ones : 0;
    const uint32_t diagonal = at.on() && at.b == 0 ? operands<In>::ones & 0xffffu : up_to;

    uint32_t a[2][4];
    half_operand<In>(a[0], x, 0);
    half_operand<In>(a[1], x, 1);
#pragma unroll
    for (int v = 0; v < 4; v++) {
        float d[4] = {};
#pragma unroll
        for (int step = 0; step < 2; step++) {
            uint32_t triangle[2];
#pragma unroll
            for (int r = 0; r < 2; r++) {
                triangle[r] = 2 * step + r < v ? up_to : 2 * step + r > v ? before : diagonal;
            }
            operands<In>::multiply(d, a[step], triangle);
        }
        y[0][2 * v] = d[0];
        y[0][2 * v + 1] = d[1];
        y[1][2 * v] = d[2];
        y[1][2 * v + 1] = d[3];
    }
}

/* Rows of four lanes with any even number of columns. */
template <class In, int Columns>
__device__ __forceinline__ void row_scan_f64(row_fragment<double, Columns> &y, const row_fragment<In, Columns> &x)
{
    const triangle_lane at(threadIdx.x % TCUI_WARP_LANES);
    const double up_to = at.up_to(), before = at.before(), diagonal = at.on() && at.b == 0 ? 0 : up_to;
#pragma unroll
    for (int h = 0; h < 2; h++) {
#pragma unroll
        for (int v = 0; v < Columns / 2; v++) {
            double d[2] = {};
#pragma unroll
            for (int step = 0; step < Columns; step++) {
                device::mma_m8n8k4_f64(d, to_accumulator<double>(x[h][step]),
                                       step <= 2 * v       ? up_to
                                       : step == 2 * v + 1 ? diagonal
                                                           : before,
                                       d);
            }
            y[h][2 * v] = d[0];
            y[h][2 * v + 1] = d[1];
        }
    }
}

template <class In, class Acc>
__device__ __forceinline__ void row_scan_planes(row_fragment<Acc> &y, const row_fragment<In> &x)
{
    const triangle_lane at(threadIdx.x % TCUI_WARP_LANES);
    const uint32_t up_to = at.up_to() ? 0x01010101u : 0, before = at.before() ? 0x01010101u : 0;
    /* On the diagonal, bytes 0 ... b and 0 ... 2 + b. */
    const uint32_t lower = at.on() ? (at.b == 0 ? 0x00000001u : 0x00000101u) : before;
    const uint32_t upper = at.on() ? (at.b == 0 ? 0x00010101u : 0x01010101u) : before;
#pragma unroll
    for (int plane = 0; plane < static_cast<int>(sizeof(In)); plane++) {
        uint32_t a[4];
        plane_operand<In>(a, x, plane);
#pragma unroll
        for (int v = 0; v < 4; v++) {
            uint32_t triangle[2];
#pragma unroll
            for (int r = 0; r < 2; r++) {
                triangle[r] = r < v / 2 ? up_to : r > v / 2 ? before : v % 2 == 0 ? lower : upper;
            }
            int32_t d[4] = {};
            mma_plane<In>(d, a, triangle, plane);
#pragma unroll
            for (int c = 0; c < 4; c++) {
                const Acc term = static_cast<Acc>(d[c]) << (8 * plane);
                Acc &sum = y[c / 2][2 * v + c % 2];
                sum = plane == 0 ? term : sum + term;
            }
        }
    }
}

/*
 * A zero of the triangle times an infinity or a NaN is a NaN, in columns that come before it. The last column has only
 * ones above it, so it is finite exactly if the row is; otherwise the tile is summed again with plain adds.
 */
template <class Acc>
__device__ __forceinline__ bool any_row_not_finite(const row_fragment<Acc> &y)
{
    if constexpr (std::is_floating_point_v<Acc>) {
        const bool last = device::lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 3;
        const bool finite = isfinite(y[0][lane_columns - 1]) && isfinite(y[1][lane_columns - 1]);
        return __any_sync(all_lanes, last && !finite);
    }
    return false;
}

/* On the matrix unit, for elements that are all finite. */
template <class In, class Acc, int Columns = lane_columns>
__device__ __forceinline__ void row_scan_finite(row_fragment<Acc, Columns> &y, const row_fragment<In, Columns> &x)
{
    if constexpr (std::is_integral_v<In>) {
        row_scan_planes<In, Acc>(y, x);
    } else if constexpr (std::is_same_v<Acc, f64>) {
        row_scan_f64<In, Columns>(y, x);
    } else {
        row_scan_half<In>(y, x);
    }
}

/* On the matrix unit only where + is combined by. */
template <bool Matrix, class In, class Acc, class Combine = plus>
__device__ __forceinline__ void row_scan(row_fragment<Acc> &y, const row_fragment<In> &x, Combine combine = {})
{
    if constexpr (Matrix && has_matrix_path<In, Acc>) {
        row_scan_finite<In, Acc>(y, x);
        if (!any_row_not_finite(y)) {
            return;
        }
    }
    row_scan_plain<In, Acc>(y, x, combine);
}

} // namespace tcu

#endif /* TCUI_ROW_SCAN_CUH */
