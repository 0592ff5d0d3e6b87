/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums of groups of 32 vectors by one warp, lane l owning vector l of each group: in the lanes (lane.cuh), then
 * across them. Several groups at a time, step by step together, which hides the latency of the shuffles.
 *
 * Pairs of groups without heads can be scanned on the matrix unit instead (row_scan.cuh), in rows of four lanes.
 */
#ifndef TCUI_SCAN_CUDA_WARP_WARP_CUH
#define TCUI_SCAN_CUDA_WARP_WARP_CUH

#include "lane_bytes.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/row_scan.cuh"

namespace tcu
{

/*
 * Elements of a lane's vector: 16 bytes of the wider type, so that neither loads nor stores of a warp meet in a bank of
 * shared memory, but no less than four bytes. The matrix unit takes rows of 32, eight a lane.
 */
template <class In, class Out, bool Matrix>
constexpr int scan_vector =
    Matrix ? (sizeof(In) == 1 ? 8 : 16 / static_cast<int>(sizeof(In)))
    : 16 / static_cast<int>(sizeof(Out)) * static_cast<int>(sizeof(In)) >= 4 ? 16 / static_cast<int>(sizeof(Out))
                                                                             : 4 / static_cast<int>(sizeof(In));

/*
 * Which types the slice scan can put on the matrix unit: f64 sums with any vector, others with rows of 32. (Byte planes
 * of 16-bit integers would need two products a row, and were not faster anywhere.)
 */
template <class In, class Acc>
constexpr bool has_matrix_slice =
    has_matrix_path<In, Acc> && (std::is_same_v<Acc, f64> || (scan_vector<In, In, true> == lane_columns &&
                                                              (!std::is_integral_v<In> || sizeof(In) == 1)));

/* Other operators take what the masks of an operator's lane are made for. */
template <class Operator, class Out, bool Matrix>
constexpr int scan_operator_vector = Operator::is_plain || scan_vector<typename Operator::in, Out, false> <= 8
                                         ? scan_vector<typename Operator::in, Out, Matrix>
                                         : 8;

template <head_places Heads, class Operator, class Out, int V>
using lane_constants = typename lane_scan<Operator, Out, V, Heads>::constants;

/*
 * Groups of vectors next to each other. `base` is the sum that comes in from the left and becomes what goes out;
 * heads[g] are the bits of the lane's vector of group g.
 */
template <head_places Heads, class Operator, class Out, int V, int Groups>
__device__ __forceinline__ void
scan_groups_by_lanes(element_vector<Out, V> (&y)[Groups], const element_vector<typename Operator::in, V> (&x)[Groups],
                     typename Operator::acc &base, const uint32_t (&heads)[Groups], bool exclusive,
                     const lane_constants<Heads, Operator, Out, V> &constants, const Operator &op = {})
{
    using Acc = typename Operator::acc;
    constexpr bool cut = Heads != head_places::none;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const uint32_t lanes_before = (1u << lane) - 1u;
    lane_scan<Operator, Out, V, Heads> in_lane[Groups];
    uint32_t head_lanes[Groups];
    int first[Groups]; /* the nearest lane up to this one with a head: nothing from before it counts */
    Acc sum[Groups];
#pragma unroll
    for (int g = 0; g < Groups; g++) {
        in_lane[g].scan(x[g], heads[g], op, constants);
        sum[g] = in_lane[g].tail();
        head_lanes[g] = cut ? __ballot_sync(all_lanes, heads[g] != 0) : 0u;
        first[g] = cut ? highest_bit((head_lanes[g] & (2u * lanes_before + 1u)) | 1u) : 0;
    }
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
#pragma unroll
        for (int g = 0; g < Groups; g++) {
            op.add_from_left(sum[g], distance, first[g]);
        }
    }
    Acc before[Groups], left[Groups];
#pragma unroll
    for (int g = 0; g < Groups; g++) {
        before[g] = __shfl_up_sync(all_lanes, sum[g], 1);
        sum[g] = __shfl_sync(all_lanes, sum[g], TCUI_WARP_LANES - 1);
    }
#pragma unroll
    for (int g = 0; g < Groups; g++) {
        if (lane == 0) {
            before[g] = 0;
        }
        left[g] = head_lanes[g] & lanes_before ? before[g] : op.combine(base, before[g]);
        base = head_lanes[g] != 0 ? sum[g] : op.combine(base, sum[g]);
    }
    if (exclusive) {
#pragma unroll
        for (int g = 0; g < Groups; g++) {
            y[g] = in_lane[g].template results<true>(left[g], op);
        }
    } else {
#pragma unroll
        for (int g = 0; g < Groups; g++) {
            y[g] = in_lane[g].template results<false>(left[g], op);
        }
    }
}

/*
 * Two groups without heads on the matrix unit: rows g of the first and second group are rows g and g + 8 of a tile. All
 * elements are finite.
 */
template <class In, class Acc, int V>
__device__ __forceinline__ void scan_pair_by_rows(row_fragment<Acc, V> &y, const row_fragment<In, V> &x, Acc &base,
                                                  bool exclusive)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES, t = device::lane_in_group(lane);
    row_scan_finite<In, Acc, V>(y, x);
#pragma unroll
    for (int h = 0; h < 2; h++) {
        const Acc total = __shfl_sync(all_lanes, y[h][V - 1], 3, 4);
        Acc inclusive = total;
#pragma unroll
        for (int distance = 4; distance < TCUI_WARP_LANES; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, inclusive, distance);
            if (lane >= distance) {
                inclusive = left + inclusive;
            }
        }
        Acc before = __shfl_up_sync(all_lanes, inclusive, 4);
        if (lane < 4) {
            before = 0;
        }
        before = base + before;
        base = base + __shfl_sync(all_lanes, inclusive, TCUI_WARP_LANES - 1);
#pragma unroll
        for (int i = 0; i < V; i++) {
            y[h][i] = before + y[h][i];
        }
        if (exclusive) {
            const Acc left = __shfl_up_sync(all_lanes, y[h][V - 1], 1, 4);
#pragma unroll
            for (int i = V - 1; i > 0; i--) {
                y[h][i] = y[h][i - 1];
            }
            y[h][0] = t > 0 ? left : before;
        }
    }
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_WARP_WARP_CUH */
