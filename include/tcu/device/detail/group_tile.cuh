/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items of 8 and 16 bits of a group's four lanes as a tile on the matrix unit: Y = A U, U upper triangular ones
 * (Dakkak et al., ICS'19, section 5), in blocked order: lane t has columns t Items ... t Items + Items - 1, as input
 * and as output.
 *
 * An mma has 16 rows and a warp 8 groups, so a lane's words are halved: row g takes the first half of them, row g + 8
 * the second one. With n columns a half that is U of 4 n x 4 n instead of 8 n x 8 n, and half of the products. What a
 * half adds to the other one is the same for all columns of a lane, and is one more n-tile of the same A: column 2 t'
 * is of lanes before t' (S), column 2 t' + 1 of lanes up to t' (I), so that a lane has all four sums in its own
 * registers, and the last lane of a group the group's total:
 *
 *     first = low U + high S,     second = high U + low I.
 *
 * Slots k and n of a product are put in such an order that a lane's own columns are in its own registers: word q of
 * lane t is register q mod 2 of k-step q / 2, and columns 2 t' and 2 t' + 1 of n-tile v are columns 2 v and 2 v + 1
 * of lane t'.
 */
#ifndef TCU_DEVICE_DETAIL_GROUP_TILE_CUH
#define TCU_DEVICE_DETAIL_GROUP_TILE_CUH

#include <tcu/device/detail/lane_parts.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

/* The bytes of word q, of elements of 4 / Packed bytes, whose columns come before column i of the same lane. */
template <scan_kind Kind, int Packed>
__host__ __device__ constexpr uint32_t bytes_before(int q, int i)
{
    uint32_t bytes = 0;
    for (int j = 0; j < Packed; j++) {
        const int column = Packed * q + j;
        if (Kind == scan_kind::inclusive ? column <= i : column < i) {
            bytes |= (Packed == 4 ? 0xffu : 0xffffu) << (32 / Packed * j);
        }
    }
    return bytes;
}

/* Which bytes of a lane's register of U are ones: word q, n-tile v. */
template <int Lanes, scan_kind Kind, int Packed>
__host__ __device__ constexpr uint32_t triangle_bytes(int lane, int q, int v)
{
    const column_lane at(lane);
    if (at.t != at.to) {
        return at.t < at.to && same_segment<Lanes>(at.t, at.to) ? 0xffffffffu : 0;
    }
    return at.first ? bytes_before<Kind, Packed>(q, 2 * v) : bytes_before<Kind, Packed>(q, 2 * v + 1);
}

/* Held against the definition: rows and columns in the order of elements. */
template <int Lanes, scan_kind Kind, int Packed>
constexpr bool is_upper_triangle()
{
    constexpr int columns = 2 * Packed; /* a lane */
    for (int lane = 0; lane < warp_size; lane++) {
        for (int q = 0; q < 2; q++) {
            for (int v = 0; v < Packed; v++) {
                for (int j = 0; j < Packed; j++) {
                    const int row = columns * (lane % 4) + Packed * q + j;
                    const int column = columns * (lane / 8) + 2 * v + lane / 4 % 2;
                    const bool entry = triangle_bytes<Lanes, Kind, Packed>(lane, q, v) >> (32 / Packed * j) & 1;
                    const bool is_before = Kind == scan_kind::inclusive ? row <= column : row < column;
                    if (entry != (is_before && (Lanes >= 4 || row / columns / Lanes == column / columns / Lanes))) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

static_assert(is_upper_triangle<4, scan_kind::inclusive, 2>() && is_upper_triangle<4, scan_kind::exclusive, 2>() &&
                  is_upper_triangle<2, scan_kind::inclusive, 2>() && is_upper_triangle<2, scan_kind::exclusive, 2>(),
              "16-bit elements");
static_assert(is_upper_triangle<4, scan_kind::inclusive, 4>() && is_upper_triangle<4, scan_kind::exclusive, 4>() &&
                  is_upper_triangle<2, scan_kind::inclusive, 4>() && is_upper_triangle<2, scan_kind::exclusive, 4>(),
              "bytes");

/* A lane's words as A: first halves in row g, second ones in row g + 8, which may be shorter and then end in 0. */
template <class T, int Items>
struct tile_operand {
    using unit = operands<T>;
    static constexpr int words = item_words<T, Items>::count, count = (words + 1) / 2, columns = count * unit::packed;
    static constexpr bool halved = words > 1;
    uint32_t pair[count][2]; /* word q of each half */

    __device__ __forceinline__ explicit tile_operand(const T (&x)[Items])
    {
        const item_words<T, Items> items(x);
#pragma unroll
        for (int q = 0; q < count; q++) {
            pair[q][0] = items.word[q];
            pair[q][1] = count + q < words ? items.word[count + q < words ? count + q : 0] : 0;
        }
    }

    /* A times the B that has b(q) in the rows of word q. */
    template <class Word>
    __device__ __forceinline__ void multiply(typename unit::sum (&d)[4], const Word &b) const
    {
#pragma unroll
        for (int q = 0; q + 1 < count; q += 2) {
            unit::multiply(d, {pair[q][0], pair[q][1], pair[q + 1][0], pair[q + 1][1]}, {b(q), b(q + 1)});
        }
        if constexpr (count % 2 == 1) {
            unit::multiply(d, pair[count - 1], b(count - 1));
        }
    }
};

/* Sums over lanes of a group, of those in a segment where Lanes < 4: what the triangle does not have. */
template <class T>
struct lane_sums {
    lane_sum_t<T> second_before; /* of second halves, of the lanes before this one: high S */
    lane_sum_t<T> first_through; /* of first halves, up to this lane: low I */
    lane_sum_t<T> through;       /* of both halves, up to this lane: low I + high I */
};

template <int Lanes, class T, int Items>
__device__ __forceinline__ lane_sums<T> tile_lane_sums(const tile_operand<T, Items> &items)
{
    using unit = operands<T>;
    using sum = lane_sum_t<T>;
    const column_lane at(lane_index());
    const bool counts = same_segment<Lanes>(at.t, at.to) && (at.first ? at.t < at.to : at.t <= at.to);
    typename unit::sum d[4] = {};
    items.multiply(d, [&](int) { return counts ? unit::ones : 0; });
    if constexpr (tile_operand<T, Items>::halved) {
        return {static_cast<sum>(d[2]), static_cast<sum>(d[1]), static_cast<sum>(d[1]) + static_cast<sum>(d[3])};
    } else {
        return {0, static_cast<sum>(d[1]), static_cast<sum>(d[1])};
    }
}

/* Prefixes within segments of Lanes lanes, or of the group where these are more; `before` is added to all. */
template <int Lanes, scan_kind Kind, class T, int Items>
__device__ __forceinline__ void tile_scan(accumulator_t<T> (&y)[Items], const tile_operand<T, Items> &items,
                                          const lane_sums<T> &of_lanes, lane_sum_t<T> before)
{
    using unit = operands<T>;
    using sum = lane_sum_t<T>;
    constexpr int columns = tile_operand<T, Items>::columns;
    const int lane = lane_index();
    sum before_half[2] = {before, before};
    if constexpr (tile_operand<T, Items>::halved) {
        before_half[0] += of_lanes.second_before;
        before_half[1] += of_lanes.first_through;
    }
#pragma unroll
    for (int v = 0; v < columns / 2; v++) {
        typename unit::sum d[4] = {};
        items.multiply(d, [&](int q) { return triangle_bytes<Lanes, Kind, unit::packed>(lane, q, v) & unit::ones; });
#pragma unroll
        for (int c = 0; c < 4; c++) {
            const int i = columns * (c / 2) + 2 * v + c % 2;
            if (i < Items) {
                y[i < Items ? i : 0] = static_cast<accumulator_t<T>>(before_half[c / 2] + static_cast<sum>(d[c]));
            }
        }
    }
}

/* The sums over segments of 2 or 4 lanes, A [t / Lanes = t' / Lanes]: of both halves, which are added. */
template <int Lanes, class T, int Items>
__device__ __forceinline__ lane_sum_t<T> tile_totals(const tile_operand<T, Items> &items)
{
    using unit = operands<T>;
    const column_lane at(lane_index());
    const bool same = same_segment<Lanes>(at.t, at.to);
    typename unit::sum d[4] = {};
    items.multiply(d, [&](int) { return same ? unit::ones : 0; });
    return static_cast<lane_sum_t<T>>(d[0]) + static_cast<lane_sum_t<T>>(d[2]);
}

/* 1 B: the sums over groups 2 t and 2 t + 1, of the same words as B. */
template <class T, int Items>
__device__ __forceinline__ void tile_group_totals(lane_sum_t<T> (&pair)[2], const tile_operand<T, Items> &items)
{
    constexpr uint32_t ones = operands<T>::ones;
    typename operands<T>::sum d[4] = {};
    if constexpr (tile_operand<T, Items>::halved) {
#pragma unroll
        for (int q = 0; q < tile_operand<T, Items>::words / 2; q++) {
            operands<T>::multiply(d, {ones, ones, ones, ones}, items.pair[q]);
        }
    }
    if constexpr (tile_operand<T, Items>::words % 2 == 1) {
        operands<T>::multiply(d, {ones, ones}, items.pair[tile_operand<T, Items>::count - 1][0]);
    }
    pair[0] = static_cast<lane_sum_t<T>>(d[0]);
    pair[1] = static_cast<lane_sum_t<T>>(d[1]);
}

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_GROUP_TILE_CUH */
