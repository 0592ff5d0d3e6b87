/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One value a lane on the matrix unit: the three products of which totals and prefixes over the lanes of a warp are made
 * (lanes_matrix.cuh). Lane 4 g + t is lane t of group g. No product needs a value of another lane: an operand A has what
 * group g holds in row g, an operand B in column g.
 *
 *     group_totals   1 B: the sums over groups 2 t and 2 t + 1
 *     group_prefix   A S, S strictly upper: the sum over the lanes of the own group before this one, and over the group's
 *     group_sums     A 1: of each of two values a lane, the sum over the own group; group_sum: of one value
 *
 * What row and column of a product no lane has an element for is 0 in both operands' registers, never left over.
 */
#ifndef TCU_DEVICE_DETAIL_LANE_PARTS_CUH
#define TCU_DEVICE_DETAIL_LANE_PARTS_CUH

#include <tcu/device/detail/matrix_operands.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

/* What sums over lanes are formed in. (Unsigned, as integers wrap.) */
template <class T>
using lane_sum_t = std::conditional_t<std::is_integral_v<T>, uint32_t, accumulator_t<T>>;

/*
 * S, as B. Columns 2 t' and 2 t' + 1 are of lane t', and a lane of B has rows of lane t: of the even column those before
 * lane t', of the odd one all of its segment, where Lanes < 4 divides the group into segments.
 */
template <int Lanes>
__host__ __device__ constexpr bool same_segment(int t, int to)
{
    return Lanes >= group_lanes || t / Lanes == to / Lanes;
}

struct column_lane {
    int t, to;  /* the lane that has the rows, the one that has the column */
    bool first; /* of the column's lane's two columns */

    __host__ __device__ constexpr explicit column_lane(int lane)
        : t(lane % group_lanes), to(lane / group_lanes / 2), first(lane / group_lanes % 2 == 0)
    {
    }

    /* S. */
    template <int Lanes>
    __host__ __device__ constexpr bool is_before_or_total() const
    {
        return same_segment<Lanes>(t, to) && (t < to || !first);
    }
};

/* ------------------------------------------------------------------------- ---------------------- f16, bf16, s8, u8 */

template <class T, class = std::enable_if_t<operands<T>::packs>>
__device__ __forceinline__ void group_totals(lane_sum_t<T> (&pair)[2], T x)
{
    constexpr uint32_t ones = operands<T>::ones;
    typename operands<T>::sum d[4] = {};
    operands<T>::multiply(d, {ones, ones}, operands<T>::bits(x));
    pair[0] = static_cast<lane_sum_t<T>>(d[0]);
    pair[1] = static_cast<lane_sum_t<T>>(d[1]);
}

template <int Lanes, class T, class = std::enable_if_t<operands<T>::packs>>
__device__ __forceinline__ lane_prefix<lane_sum_t<T>> group_prefix(T x)
{
    const column_lane at(lane_index());
    typename operands<T>::sum d[4] = {};
    operands<T>::multiply(d, {operands<T>::bits(x), 0}, at.is_before_or_total<Lanes>() ? operands<T>::ones : 0);
    return {static_cast<lane_sum_t<T>>(d[0]), static_cast<lane_sum_t<T>>(d[1])};
}

/* ----------------------------------------------------------------------------------------- f32, in three parts of bf16 */

__device__ __forceinline__ void group_totals(float (&pair)[2], float x)
{
    constexpr uint32_t ones = operands<__nv_bfloat16>::ones;
    float d[4] = {};
    operands<__nv_bfloat16>::multiply(d, {ones, ones, ones, ones}, float_words(x).word);
    pair[0] = d[0];
    pair[1] = d[1];
}

/* The first two parts are in row g, the third one in row g + 8. */
template <int Lanes>
__device__ __forceinline__ lane_prefix<float> group_prefix(float x)
{
    const column_lane at(lane_index());
    const uint32_t b = at.is_before_or_total<Lanes>() ? operands<__nv_bfloat16>::ones : 0;
    float d[4] = {};
    operands<__nv_bfloat16>::multiply(d, float_words(x).word, b);
    return {d[0] + d[2], d[1] + d[3]};
}

__device__ __forceinline__ float group_sum(float x)
{
    float d[4] = {};
    operands<__nv_bfloat16>::multiply(d, float_words(x).word, operands<__nv_bfloat16>::ones);
    return d[0] + d[2];
}

__device__ __forceinline__ void group_sums(float (&sum)[2], float x, float y)
{
    constexpr uint32_t ones = operands<__nv_bfloat16>::ones;
    const float_words first(x), second(y);
    float d[4] = {};
    operands<__nv_bfloat16>::multiply(d, {first.word[0], second.word[0], first.word[1], second.word[1]}, {ones, ones});
    sum[0] = d[0];
    sum[1] = d[2];
}

/* ------------------------------------------------------------------------ 32-bit integers: x = sum of plane[p] 2^(8 p) */

/* Planes 2 v and 2 v + 1, moved to where they count. */
__device__ __forceinline__ uint32_t joined_planes(int v, int32_t even, int32_t odd)
{
    return (static_cast<uint32_t>(even) + (static_cast<uint32_t>(odd) << 8)) << (16 * v);
}

/* A word is four planes of one integer, and a byte of 1 takes the plane at its place. */
__device__ __forceinline__ uint32_t plane_selector(int plane)
{
    return 1u << (8 * plane);
}

/* Rows g of 1 take an even plane, rows g + 8 the odd one after it. */
__device__ __forceinline__ void group_totals(uint32_t (&pair)[2], uint32_t x)
{
    pair[0] = pair[1] = 0;
#pragma unroll
    for (int v = 0; v < 2; v++) {
        int32_t d[4] = {};
        operands<uint8_t>::multiply(d, {plane_selector(2 * v), plane_selector(2 * v + 1)}, x);
        pair[0] += joined_planes(v, d[0], d[2]);
        pair[1] += joined_planes(v, d[1], d[3]);
    }
}

/* Even columns take an even plane, odd ones the plane after it; none where `counts` is false. */
__device__ __forceinline__ void group_sums(uint32_t (&sum)[2], uint32_t x, uint32_t y, bool counts = true)
{
    const bool even = column_lane(lane_index()).first;
    sum[0] = sum[1] = 0;
#pragma unroll
    for (int v = 0; v < 2; v++) {
        int32_t d[4] = {};
        operands<uint8_t>::multiply(d, {x, y}, counts ? (even ? plane_selector(2 * v) : plane_selector(2 * v + 1)) : 0);
        sum[0] += joined_planes(v, d[0], d[1]);
        sum[1] += joined_planes(v, d[2], d[3]);
    }
}

__device__ __forceinline__ uint32_t group_sum(uint32_t x, bool counts = true)
{
    uint32_t sum[2];
    group_sums(sum, x, 0, counts);
    return sum[0];
}

template <int Lanes>
__device__ __forceinline__ lane_prefix<uint32_t> group_prefix(uint32_t x)
{
    const column_lane at(lane_index());
    const bool same = same_segment<Lanes>(at.t, at.to);
    lane_prefix<uint32_t> sums = {group_sum(x, same && at.t < at.to), 0};
    if constexpr (Lanes <= group_lanes) { /* (of more lanes nobody asks) */
        sums.total = group_sum(x, same);
    }
    return sums;
}

/* ----------------------------------------------------------------------------------------------------------------- f64 */

__device__ __forceinline__ void group_totals(double (&pair)[2], double x)
{
    pair[0] = pair[1] = 0;
    mma_m8n8k4_f64(pair, 1.0, x, pair);
}

template <int Lanes>
__device__ __forceinline__ lane_prefix<double> group_prefix(double x)
{
    const column_lane at(lane_index());
    double d[2] = {};
    mma_m8n8k4_f64(d, x, at.is_before_or_total<Lanes>() ? 1.0 : 0.0, d);
    return {d[0], d[1]};
}

__device__ __forceinline__ double group_sum(double x)
{
    double d[2] = {};
    mma_m8n8k4_f64(d, x, 1.0, d);
    return d[0];
}

__device__ __forceinline__ void group_sums(double (&sum)[2], double x, double y)
{
    sum[0] = group_sum(x);
    sum[1] = group_sum(y);
}

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_LANE_PARTS_CUH */
