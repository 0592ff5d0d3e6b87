/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums and prefix sums along the rows of a 16 x 32 tile held by one warp: lane 4 g + t owns columns 8 t ... 8 t + 7 of
 * rows g and g + 8, as input and as output, so that a lane can move eight neighbours at once.
 *
 *     totals:  T = A 1       (1: all ones; every lane of a group ends up with the totals of its two rows)
 *     scan:    Y = A U       (U: upper triangular ones; Dakkak et al., ICS'19, section 5)
 *
 * An mma takes its columns k and n in any order as long as both operands agree. Here slot order is chosen such that the
 * lane's own eight columns land in its own registers: with P elements a register, register r of k-step s holds columns
 * 8 t + P (2 s + r / 2) + j of row g + 8 (r mod 2), and column n = 2 t' + b of n-tile v stands for column 8 t' + 2 v +
 * b. The triangle then compares (t, i) with (t', i') lexicographically, i and i' being the places within a lane, and
 * only a few register values occur: all ones where t <= t' or t < t', and the diagonal.
 *
 * Each function exists on the matrix unit and with plain adds. Rows shorter than 32 are padded with zeros.
 */
#ifndef TCUI_ROW_TILE_CUH
#define TCUI_ROW_TILE_CUH

#include "constant_tiles.h"
#include "element.cuh"
#include "fragment.h"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/mma.cuh"

namespace tcu
{

constexpr int row_tile_rows = 16;
constexpr int row_tile_columns = 32;
constexpr int lane_columns = 8;

/* The lane's share of a tile: [0] of row g, [1] of row g + 8. */
template <class T, int Columns = lane_columns>
using row_fragment = T[2][Columns];

/* ---- the triangle ---- */

/* Where a lane's entries of U are: it holds rows of lane t's columns, and a column that belongs to lane `to`. */
struct triangle_lane {
    int t, to, b;

    __host__ __device__ constexpr explicit triangle_lane(int lane)
        : t(tcui_lane_in_group(lane)), to(tcui_lane_group(lane) / 2), b(tcui_lane_group(lane) % 2)
    {
    }

    __host__ __device__ constexpr bool up_to() const { return t <= to; }
    __host__ __device__ constexpr bool before() const { return t < to; }
    __host__ __device__ constexpr bool on() const { return t == to; }
};

/*
 * The entry of U that the functions below put at place `i` of a lane's own columns, for n-tile v: pairs of columns
 * before pair v are all above the diagonal, those behind it all below.
 */
__host__ __device__ constexpr bool triangle_entry(int lane, int v, int i)
{
    const triangle_lane at(lane);
    return i / 2 < v ? at.up_to() : i / 2 > v ? at.before() : at.before() || (at.on() && i % 2 <= at.b);
}

/* Held against the definition, for every lane, register and element. */
constexpr bool triangle_is_upper(int columns, int packed, int steps)
{
    for (int lane = 0; lane < TCUI_WARP_LANES; lane++) {
        for (int v = 0; v < columns / 2; v++) {
            for (int step = 0; step < steps; step++) {
                for (int reg = 0; reg < 2; reg++) {
                    for (int j = 0; j < packed; j++) {
                        const tcui_position at = tcui_m16n8_b(packed, lane, reg, j);
                        const int row = tcui_column_of_k_slot(columns, packed, step, at.row);
                        const int column = tcui_column_of_n_slot(columns, v, at.column);
                        if (triangle_entry(lane, v, packed * (2 * step + reg) + j) != tcui_tile_upper(row, column)) {
                            return false;
                        }
                    }
                }
            }
        }
    }
    return true;
}

constexpr bool triangle_is_upper_f64(int columns)
{
    for (int lane = 0; lane < TCUI_WARP_LANES; lane++) {
        for (int v = 0; v < columns / 2; v++) {
            for (int step = 0; step < columns; step++) {
                const tcui_position at = tcui_m8n8k4_b(lane);
                const int row = tcui_column_of_k_slot_f64(columns, step, at.row);
                const int column = tcui_column_of_n_slot(columns, v, at.column);
                if (triangle_entry(lane, v, step) != tcui_tile_upper(row, column)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static_assert(triangle_is_upper(lane_columns, 2, 2), "16-bit floats: two k-steps");
static_assert(triangle_is_upper(lane_columns, 4, 1), "bytes: one k-step");
static_assert(triangle_is_upper_f64(2) && triangle_is_upper_f64(4) && triangle_is_upper_f64(8), "f64: a step a column");

/* ---- plain adds ---- */

template <class In, class Acc>
__device__ __forceinline__ void row_totals_plain(Acc (&total)[2], const row_fragment<In> &x)
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        Acc sum = to_accumulator<Acc>(x[h][0]);
#pragma unroll
        for (int i = 1; i < lane_columns; i++) {
            sum += to_accumulator<Acc>(x[h][i]);
        }
        sum += __shfl_xor_sync(all_lanes, sum, 1);
        sum += __shfl_xor_sync(all_lanes, sum, 2);
        total[h] = sum;
    }
}

template <class In, class Acc, int Columns = lane_columns>
__device__ __forceinline__ void row_scan_plain(row_fragment<Acc, Columns> &y, const row_fragment<In, Columns> &x)
{
    const int t = tcui_lane_in_group(threadIdx.x % TCUI_WARP_LANES);
#pragma unroll
    for (int h = 0; h < 2; h++) {
        y[h][0] = to_accumulator<Acc>(x[h][0]);
#pragma unroll
        for (int i = 1; i < Columns; i++) {
            y[h][i] = y[h][i - 1] + to_accumulator<Acc>(x[h][i]);
        }
        Acc inclusive = y[h][Columns - 1];
#pragma unroll
        for (int distance = 1; distance < 4; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, inclusive, distance, 4);
            if (t >= distance) {
                inclusive = left + inclusive;
            }
        }
        const Acc before = __shfl_up_sync(all_lanes, inclusive, 1, 4);
        if (t > 0) {
#pragma unroll
            for (int i = 0; i < Columns; i++) {
                y[h][i] = before + y[h][i];
            }
        }
    }
}

/* ---- the matrix unit: 16-bit floats, f32 sums ---- */

__device__ __forceinline__ void mma_half(f16, float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    mma_m16n8k16_f16(d, a, b, d);
}

__device__ __forceinline__ void mma_half(bf16, float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    mma_m16n8k16_bf16(d, a, b, d);
}

template <class In>
constexpr uint32_t packed_ones = std::is_same_v<In, f16> ? 0x3c003c00u : 0x3f803f80u;

/* A of k-step `step`: columns 8 t + 4 step ... 8 t + 4 step + 3. */
template <class In>
__device__ __forceinline__ void half_operand(uint32_t (&a)[4], const row_fragment<In> &x, int step)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        a[r] = pack(x[r % 2][4 * step + 2 * (r / 2)], x[r % 2][4 * step + 2 * (r / 2) + 1]);
    }
}

template <class In>
__device__ __forceinline__ void row_totals_half(float (&total)[2], const row_fragment<In> &x)
{
    const uint32_t ones[2] = {packed_ones<In>, packed_ones<In>};
    float d[4] = {};
#pragma unroll
    for (int step = 0; step < 2; step++) {
        uint32_t a[4];
        half_operand<In>(a, x, step);
        mma_half(In(), d, a, ones);
    }
    total[0] = d[0];
    total[1] = d[2];
}

template <class In>
__device__ __forceinline__ void row_scan_half(row_fragment<float> &y, const row_fragment<In> &x)
{
    const triangle_lane at(threadIdx.x % TCUI_WARP_LANES);
    const uint32_t up_to = at.up_to() ? packed_ones<In> : 0, before = at.before() ? packed_ones<In> : 0;
    const uint32_t diagonal = at.on() && at.b == 0 ? packed_ones<In> & 0xffffu : up_to;

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
            mma_half(In(), d, a[step], triangle);
        }
        y[0][2 * v] = d[0];
        y[0][2 * v + 1] = d[1];
        y[1][2 * v] = d[2];
        y[1][2 * v + 1] = d[3];
    }
}

/* ---- the matrix unit: f64 sums; rows of four lanes with any even number of columns ---- */

template <class In, int Columns>
__device__ __forceinline__ void row_totals_f64(double (&total)[2], const row_fragment<In, Columns> &x)
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        double d[2] = {};
#pragma unroll
        for (int step = 0; step < Columns; step++) {
            mma_m8n8k4_f64(d, to_accumulator<double>(x[h][step]), 1.0, d);
        }
        total[h] = d[0];
    }
}

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
                mma_m8n8k4_f64(d, to_accumulator<double>(x[h][step]),
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

/* ---- the matrix unit: integers by byte planes, x = sum of plane[p] 2^(8 p) ---- */

/* A of one plane: register r holds columns 8 t + 4 (r / 2) ... + 3 of row g + 8 (r mod 2). */
template <class In>
__device__ __forceinline__ void plane_operand(uint32_t (&a)[4], const row_fragment<In> &x, int plane)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        a[r] = 0;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            a[r] |= (static_cast<uint32_t>(x[r % 2][4 * (r / 2) + j]) >> (8 * plane) & 0xffu) << (8 * j);
        }
    }
}

/* The sign is in the highest plane. */
template <class In>
__device__ __forceinline__ void mma_plane(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int plane)
{
    if (std::is_signed_v<In> && plane == static_cast<int>(sizeof(In)) - 1) {
        mma_m16n8k32_s8(d, a, b, d);
    } else {
        mma_m16n8k32_u8(d, a, b, d);
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

/* ---- the choice ---- */

template <class In, class Acc>
constexpr bool has_matrix_path = std::is_same_v<In, f16> || std::is_same_v<In, bf16> || std::is_same_v<Acc, f64> ||
                                 (std::is_integral_v<In> && sizeof(In) <= 4);

template <bool Matrix, class In, class Acc>
__device__ __forceinline__ void row_totals(Acc (&total)[2], const row_fragment<In> &x)
{
    if constexpr (!Matrix || !has_matrix_path<In, Acc>) {
        row_totals_plain<In, Acc>(total, x);
    } else if constexpr (std::is_integral_v<In>) {
        row_totals_planes<In, Acc>(total, x);
    } else if constexpr (std::is_same_v<Acc, f64>) {
        row_totals_f64<In, lane_columns>(total, x);
    } else {
        row_totals_half<In>(total, x);
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
        const bool last = tcui_lane_in_group(threadIdx.x % TCUI_WARP_LANES) == 3;
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

template <bool Matrix, class In, class Acc>
__device__ __forceinline__ void row_scan(row_fragment<Acc> &y, const row_fragment<In> &x)
{
    if constexpr (Matrix && has_matrix_path<In, Acc>) {
        row_scan_finite<In, Acc>(y, x);
        if (!any_row_not_finite(y)) {
            return;
        }
    }
    row_scan_plain<In, Acc>(y, x);
}

} // namespace tcu

#endif /* TCUI_ROW_TILE_CUH */
