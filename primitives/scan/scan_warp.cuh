/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums of a slice in shared memory by one warp. Lane l owns vector l of each group of 32 vectors, so loads and
 * stores are 16 bytes a lane without bank conflicts; a group is scanned in its lanes, then across them.
 *
 * Heads of segments come as one bit per element of the lane's vector. Where a pair of groups has none, and the policy
 * says so, its rows (four lanes: one group of fragment.h) are scanned on the matrix unit (row_tile.cuh).
 */
#ifndef TCUI_SCAN_WARP_CUH
#define TCUI_SCAN_WARP_CUH

#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/row_tile.cuh"

namespace tcu
{

/* Elements of a lane's vector. The matrix unit takes rows of 32, eight a lane: 8 bytes of them for 8-bit types. */
template <class In, bool Matrix>
constexpr int scan_vector = Matrix && sizeof(In) == 1 ? 8 : 16 / static_cast<int>(sizeof(In));

/*
 * Which types the slice scan can put on the matrix unit: f64 sums with any vector, others with rows of 32. (Byte planes
 * of 16-bit integers would need two products a row, and were not faster anywhere.)
 */
template <class In, class Acc>
constexpr bool has_matrix_slice = has_matrix_path<In, Acc> &&
                                  (std::is_same_v<Acc, f64> || (scan_vector<In, true> == lane_columns &&
                                                                (!std::is_integral_v<In> || sizeof(In) == 1)));

/* Where heads of segments can be in a lane's vector. */
enum class head_places {
    none,     /* one segment: no heads but the array's first element */
    vectors,  /* only at the first element of a vector: segment sizes and phase are multiples of it */
    elements, /* anywhere */
};

/* One group: running sums of the lanes, and what the group does to the sum that comes in. */
template <class Acc, int V, head_places Heads>
struct group_scan {
    Acc inclusive[V]; /* within the group, cut at heads */
    Acc before;       /* sum of the lanes before this one since the last head there */
    Acc total;        /* sum since the last head of the group */
    unsigned heads;   /* lanes with a head */

    template <class In>
    __device__ __forceinline__ void scan(const element_vector<In, V> &x, unsigned head_bits)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        heads = Heads == head_places::none ? 0u : __ballot_sync(all_lanes, head_bits != 0);
        scan_lane(x, head_bits);
        /* The nearest lane at or before this one that has a head; nothing from before it counts. */
        const unsigned up_to = heads & ((2u << lane) - 1u);
        const int start = up_to != 0 ? 31 - __clz(up_to) : 0;
        Acc sum = inclusive[V - 1];
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, sum, distance);
            if (lane - distance >= start)
                sum = left + sum;
        }
        before = __shfl_up_sync(all_lanes, sum, 1);
        if (lane == 0)
            before = 0;
        total = __shfl_sync(all_lanes, sum, TCUI_WARP_LANES - 1);
    }

    /* Adds what comes in from the left and passes on what goes out; y[i] inclusive or exclusive. */
    __device__ __forceinline__ void finish(Acc (&y)[V], Acc &base, unsigned head_bits, bool exclusive)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        Acc left = heads & ((1u << lane) - 1u) ? before : base + before;
        if (Heads == head_places::vectors && head_bits != 0)
            left = 0;
        base = heads != 0 ? total : base + total;
        if (Heads != head_places::elements) {
#pragma unroll
            for (int i = 0; i < V; ++i)
                inclusive[i] = left + inclusive[i];
        } else {
            const unsigned before_first_head = (head_bits - 1u) & ~head_bits;
#pragma unroll
            for (int i = 0; i < V; ++i)
                if (before_first_head & 1u << i)
                    inclusive[i] = left + inclusive[i];
        }
        if (!exclusive) {
#pragma unroll
            for (int i = 0; i < V; ++i)
                y[i] = inclusive[i];
        } else {
#pragma unroll
            for (int i = 0; i < V; ++i) {
                const Acc preceding = i > 0 ? inclusive[i > 0 ? i - 1 : 0] : left;
                y[i] = Heads == head_places::elements && (head_bits & 1u << i) ? Acc(0) : preceding;
            }
        }
    }

  private:
    template <class In>
    __device__ __forceinline__ void scan_lane(const element_vector<In, V> &x, unsigned head_bits)
    {
        inclusive[0] = to_accumulator<Acc>(x.at(0));
        if (Heads != head_places::elements) {
#pragma unroll
            for (int i = 1; i < V; ++i)
                inclusive[i] = inclusive[i - 1] + to_accumulator<Acc>(x.at(i));
        } else {
#pragma unroll
            for (int i = 1; i < V; ++i) {
                const Acc value = to_accumulator<Acc>(x.at(i));
                inclusive[i] = head_bits & 1u << i ? value : inclusive[i - 1] + value;
            }
        }
    }
};

/*
 * Two groups without heads on the matrix unit: rows g of the first and second group are rows g and g + 8 of a tile. All
 * elements are finite.
 */
template <class In, class Acc, int V>
__device__ __forceinline__ void scan_pair_by_rows(row_fragment<Acc, V> &y, const row_fragment<In, V> &x, Acc &base,
                                                  bool exclusive)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES, t = tcui_lane_in_group(lane);
    row_scan_finite<In, Acc, V>(y, x);
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        const Acc total = __shfl_sync(all_lanes, y[h][V - 1], 3, 4);
        Acc inclusive = total;
#pragma unroll
        for (int distance = 4; distance < TCUI_WARP_LANES; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, inclusive, distance);
            if (lane >= distance)
                inclusive = left + inclusive;
        }
        Acc before = __shfl_up_sync(all_lanes, inclusive, 4);
        if (lane < 4)
            before = 0;
        before = base + before;
        base = base + __shfl_sync(all_lanes, inclusive, TCUI_WARP_LANES - 1);
#pragma unroll
        for (int i = 0; i < V; ++i)
            y[h][i] = before + y[h][i];
        if (exclusive) {
            const Acc left = __shfl_up_sync(all_lanes, y[h][V - 1], 1, 4);
#pragma unroll
            for (int i = V - 1; i > 0; --i)
                y[h][i] = y[h][i - 1];
            y[h][0] = t > 0 ? left : before;
        }
    }
}

} // namespace tcu

#endif /* TCUI_SCAN_WARP_CUH */
