/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items of 8 and 16 bits of a group's four lanes as a tile on the matrix unit: Y = A U, U upper triangular ones (Dakkak et
 * al., ICS'19, section 5), in blocked order: lane t has columns t Items ... t Items + Items - 1, as input and as output.
 *
 * An mma has 16 rows and a warp 8 groups, so a lane's words are halved: row g takes the first half of them, row g + 8 the
 * second one. With n columns a lane that is U of 4 n x 4 n instead of 8 n x 8 n, and half of the products. What a half adds to
 * the other one is the same for all columns of a lane, the first half's lanes up to its own and the second half's before it,
 * and is one more tile of products:
 *
 *     first  = low  U + high S,     second = high U + low I,     S = [t < t'], I = [t <= t'].
 *
 * Slots k and n of a product are put in such an order that a lane's own columns are in its own registers: word q of lane t is
 * register q mod 2 of k-step q / 2, and columns 2 t' and 2 t' + 1 of n-tile v are columns 2 v and 2 v + 1 of lane t'.
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
    for (int lane = 0; lane < warp_lanes; lane++) {
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

/* Words of the two halves; a second half that is shorter ends in 0. */
template <int Words>
struct halves {
    static constexpr int count = (Words + 1) / 2;
    const uint32_t (&word)[Words];

    __device__ __forceinline__ uint32_t low(int q) const { return word[q]; }
    __device__ __forceinline__ uint32_t high(int q) const
    {
        return count + q < Words ? word[count + q < Words ? count + q : 0] : 0;
    }
};

/* Prefixes within segments of Lanes lanes, or of the group where these are more. */
template <int Lanes, scan_kind Kind, class T, int Items>
__device__ __forceinline__ void tile_scan(accumulator_t<T> (&y)[Items], const item_words<T, Items> &items)
{
    using unit = operands<T>;
    constexpr int words = item_words<T, Items>::count, packed = unit::packed;
    const halves<words> half{items.word};
    constexpr int count = halves<words>::count, columns = count * packed;
    const int lane = own_lane();
    const column_lane at(lane);

    typename unit::sum other[4] = {}; /* what each half adds to the other one */
    if constexpr (words > 1) {
        const bool same = same_segment<Lanes>(at.t, at.to);
        const uint32_t before = same && at.t < at.to ? unit::ones : 0, up_to = same && at.t <= at.to ? unit::ones : 0;
#pragma unroll
        for (int q = 0; q < count; q++) {
            unit::multiply(other, {half.high(q), 0, 0, half.low(q)}, {before, up_to});
        }
    }
#pragma unroll
    for (int v = 0; v < columns / 2; v++) {
        const auto triangle = [&](int q) { return triangle_bytes<Lanes, Kind, packed>(lane, q, v) & unit::ones; };
        typename unit::sum d[4] = {other[0], other[1], other[2], other[3]};
#pragma unroll
        for (int q = 0; q + 1 < count; q += 2) {
            unit::multiply(d, {half.low(q), half.high(q), half.low(q + 1), half.high(q + 1)},
                           {triangle(q), triangle(q + 1)});
        }
        if constexpr (count % 2 == 1) {
            unit::multiply(d, {half.low(count - 1), half.high(count - 1)}, triangle(count - 1));
        }
#pragma unroll
        for (int c = 0; c < 4; c++) {
            const int i = columns * (c / 2) + 2 * v + c % 2;
            if (i < Items) {
                y[i < Items ? i : 0] = static_cast<accumulator_t<T>>(d[c]);
            }
        }
    }
}

/* The sums over segments of 2 or 4 lanes, A [t / Lanes = t' / Lanes]: of both halves, which are added. */
template <int Lanes, class T, int Items>
__device__ __forceinline__ accumulator_t<T> tile_totals(const item_words<T, Items> &items)
{
    using unit = operands<T>;
    constexpr int words = item_words<T, Items>::count;
    const halves<words> half{items.word};
    constexpr int count = halves<words>::count;
    const column_lane at(own_lane());
    const uint32_t same = same_segment<Lanes>(at.t, at.to) ? unit::ones : 0;
    typename unit::sum d[4] = {};
#pragma unroll
    for (int q = 0; q + 1 < count; q += 2) {
        unit::multiply(d, {half.low(q), half.high(q), half.low(q + 1), half.high(q + 1)}, {same, same});
    }
    if constexpr (count % 2 == 1) {
        unit::multiply(d, {half.low(count - 1), half.high(count - 1)}, same);
    }
    return static_cast<accumulator_t<T>>(d[0] + d[2]);
}

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_GROUP_TILE_CUH */
