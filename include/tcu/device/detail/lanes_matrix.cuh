/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lanes_plain.cuh says of sums, on the matrix unit (Dakkak et al., ICS'19, section 4 and 5): with the lanes' values in
 * a matrix V of 8 groups by 4 lanes, V 1 are the sums of groups, and
 *
 *     total  = 1 (V 1),    prefix = (L V) 1 + V S,
 *
 * L strictly lower, S strictly upper. Products sum over k alone, and a lane's value is in row or column g of its group: so
 * the sums of groups 2 t and 2 t + 1 come first, to lane t of every group; of these the lane drops those that are not before
 * its own group (L), and a second product adds over the lanes of the group. No shuffle, no shared memory.
 *
 * 8- and 16-bit items in blocked order have the sums up to each lane of its group already (group_tile.cuh), and the steps
 * over groups are shuffles and adds: fewer instructions than two products and what goes with them.
 *
 * 0 times infinity is NaN, so where a total is not finite all is done again by plain adds. (A total of a segment that holds
 * an infinity or a NaN is not finite; if there is none, 0 times an element is 0.)
 */
#ifndef TCU_DEVICE_DETAIL_LANES_MATRIX_CUH
#define TCU_DEVICE_DETAIL_LANES_MATRIX_CUH

#include <tcu/device/detail/group_tile.cuh>
#include <tcu/device/detail/lanes_plain.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

template <class Acc>
__device__ __forceinline__ bool is_finite(Acc x)
{
    if constexpr (std::is_floating_point_v<Acc>) {
        return isfinite(x);
    } else {
        return true;
    }
}

/* A vote; of integers the answer is known when it is compiled. */
template <class Acc>
__device__ __forceinline__ bool any_not_finite(Acc x)
{
    return std::is_floating_point_v<Acc> && __any_sync(all_lanes, !is_finite(x));
}

/*
 * From the sums over groups 2 t and 2 t + 1: what the groups of a segment of Lanes lanes come to, and those of them before
 * this one.
 */
template <int Lanes>
__device__ __forceinline__ bool is_own_segment(int group)
{
    constexpr int groups = Lanes / group_lanes;
    return groups == warp_size / group_lanes || group / groups == lane_index() / group_lanes / groups;
}

template <int Lanes, class Acc>
__device__ __forceinline__ Acc total_across_groups(const Acc (&pair)[2])
{
    const int first = 2 * (lane_index() % group_lanes); /* a segment has both groups of a pair or none */
    return group_sum(is_own_segment<Lanes>(first) ? pair[0] + pair[1] : Acc(0));
}

template <int Lanes, class Acc>
__device__ __forceinline__ lane_prefix<Acc> across_groups(const Acc (&pair)[2])
{
    const int first = 2 * (lane_index() % group_lanes), g = lane_index() / group_lanes;
    const bool is_own = is_own_segment<Lanes>(first);
    const Acc before = first + 1 < g ? pair[0] + pair[1] : first < g ? pair[0] : Acc(0);
    Acc sum[2];
    group_sums(sum, is_own ? before : Acc(0), is_own ? pair[0] + pair[1] : Acc(0));
    return {sum[0], sum[1]};
}

/*
 * Over the groups by shuffles, where each lane has its group's sum up to itself: what is before a group in its segment, and
 * the segment's total. (A segment of Lanes <= 4 is within a group.)
 */
template <int Lanes, class Acc>
__device__ __forceinline__ lane_prefix<Acc> groups_by_shuffles(Acc through)
{
    Acc before = 0;
    if constexpr (Lanes > group_lanes) {
        const int lane = lane_index() % Lanes;
        const Acc left = __shfl_up_sync(all_lanes, through, lane % group_lanes + 1, Lanes); /* the group before */
        before = lane < group_lanes ? Acc(0) : left;
#pragma unroll
        for (int distance = group_lanes; distance < Lanes - group_lanes; distance *= 2) {
            const Acc more = __shfl_up_sync(all_lanes, before, distance, Lanes);
            before += lane < distance ? Acc(0) : more;
        }
    }
    return {before, __shfl_sync(all_lanes, before + through, Lanes - 1, Lanes)};
}

/* int32_t as uint32_t: sums wrap alike. */
template <class T>
__device__ __forceinline__ auto wrapping(T x)
{
    if constexpr (std::is_same_v<T, int32_t>) {
        return static_cast<uint32_t>(x);
    } else {
        return x;
    }
}

struct matrix_lanes {
    using operation = plain::sum;
    using plain_form = plain_lanes<plain::sum>;
    template <class T>
    using element = T;

    template <int Lanes, class T>
    __device__ __forceinline__ static accumulator_t<T> total(T x)
    {
        const T items[1] = {x};
        return items_total<Lanes>(items);
    }

    template <int Lanes, class T>
    __device__ __forceinline__ static lane_prefix<accumulator_t<T>> prefix(T x)
    {
        const T items[1] = {x};
        lane_prefix<accumulator_t<T>> sums[1];
        prefixes<Lanes>(items, sums);
        return sums[0];
    }

    template <int Lanes, class T, int Items>
    __device__ __forceinline__ static void prefixes(const T (&x)[Items], lane_prefix<accumulator_t<T>> (&sums)[Items])
    {
        if constexpr (Lanes == 1) {
            plain_form::prefixes<Lanes>(x, sums);
        } else {
            bool are_finite = true;
#pragma unroll
            for (int i = 0; i < Items; i++) {
                sums[i] = prefix_if_finite<Lanes>(x[i]);
                are_finite = are_finite && is_finite(sums[i].total);
            }
            if (std::is_floating_point_v<accumulator_t<T>> && __any_sync(all_lanes, !are_finite)) {
                plain_form::prefixes<Lanes>(x, sums);
            }
        }
    }

    template <int Lanes, class T, int Items>
    __device__ __forceinline__ static accumulator_t<T> items_total(const T (&x)[Items])
    {
        if constexpr (Lanes == 1) {
            return own_total<operation>(x);
        } else {
            const accumulator_t<T> sum = total_if_finite<Lanes>(x);
            return any_not_finite(sum) ? plain_form::items_total<Lanes>(x) : sum;
        }
    }

    template <int Lanes, scan_kind Kind, class T, int Items>
    __device__ __forceinline__ static accumulator_t<T> items_scan(const T (&x)[Items], accumulator_t<T> (&y)[Items])
    {
        if constexpr (Lanes > 1 && operands<T>::packs) {
            const tile_operand<T, Items> tile(x);
            const lane_sums<T> of_lanes = tile_lane_sums<Lanes>(tile);
            const auto groups = groups_by_shuffles<Lanes>(of_lanes.through);
            tile_scan<Lanes, Kind>(y, tile, of_lanes, groups.before);
            return any_not_finite(of_lanes.through) ? plain_form::items_scan<Lanes, Kind>(x, y)
                                                    : static_cast<accumulator_t<T>>(groups.total);
        } else {
            return own_scan<matrix_lanes, Lanes, Kind>(x, y);
        }
    }

  private:
    template <int Lanes, class T>
    __device__ __forceinline__ static lane_prefix<accumulator_t<T>> prefix_if_finite(T x)
    {
        using Acc = accumulator_t<T>;
        const auto value = wrapping(x);
        const auto own = group_prefix<Lanes>(value);
        if constexpr (Lanes <= group_lanes) {
            return {static_cast<Acc>(own.before), static_cast<Acc>(own.total)};
        } else {
            lane_sum_t<T> pair[2];
            group_totals(pair, value);
            const auto groups = across_groups<Lanes>(pair);
            return {static_cast<Acc>(add(groups.before, own.before)), static_cast<Acc>(groups.total)};
        }
    }

    template <int Lanes, class T, int Items>
    __device__ __forceinline__ static accumulator_t<T> total_if_finite(const T (&x)[Items])
    {
        if constexpr (operands<T>::packs && Lanes <= group_lanes) {
            return static_cast<accumulator_t<T>>(tile_totals<Lanes>(tile_operand<T, Items>(x)));
        } else if constexpr (Lanes <= group_lanes) {
            return static_cast<accumulator_t<T>>(group_prefix<Lanes>(wrapping(own_total<operation>(x))).total);
        } else {
            lane_sum_t<T> pair[2];
            if constexpr (operands<T>::packs) {
                tile_group_totals(pair, tile_operand<T, Items>(x));
            } else {
                group_totals(pair, wrapping(own_total<operation>(x)));
            }
            return static_cast<accumulator_t<T>>(total_across_groups<Lanes>(pair));
        }
    }
};

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_LANES_MATRIX_CUH */
