/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans of segments on the device: reduce, then scan (the papers' grid level, Dakkak et al., section 5.3).
 *
 *     sum_tails:   one block a tile: the sum from the tile's last segment head on, and whether there is a head
 *     scan_tails:  one block: the carry into each tile, a segmented exclusive scan of the tails
 *     scan_tiles:  one block a tile: the prefix sums, from the carry
 *
 * Where every tile begins with a segment, or there is one tile, the last kernel is all. Otherwise the input is read
 * twice. No block waits for another, and nothing depends on what the workspace held. Of other operators the "sums" are
 * what they combine elements to.
 */
#ifndef TCUI_SCAN_CUDA_TILES_KERNELS_CUH
#define TCUI_SCAN_CUDA_TILES_KERNELS_CUH

#include "block.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/scan/backend.h"
#include "primitives/scan/cuda/tuning.h"

namespace tcu
{

template <class Acc>
__host__ __device__ inline uint64_t tile_count(const tcui_segments &segments)
{
    return segments.n / scan_tile_elements<Acc> + (segments.n % scan_tile_elements<Acc> != 0);
}

/* Per tile: the tail's sum, replaced by the carry into the tile; and whether the tile has a segment head. */
template <class Acc>
struct tile_tails {
    Acc *sum;
    uint32_t *has_head;
};

template <class Operator, bool Matrix>
__global__ void __launch_bounds__(scan_tile_threads)
    sum_tails(const typename Operator::in *in, const tcui_segments given,
              const tile_tails<typename Operator::acc> tails, const __grid_constant__ Operator op)
{
    using Acc = typename Operator::acc;
    using row_sums = block_row_sums<Operator, Matrix>;
    typename row_sums::storage &shared = *reinterpret_cast<typename row_sums::storage *>(dynamic_shared_memory());

    const tcui_segments segments = with_end(given);
    const uint64_t begin = static_cast<uint64_t>(blockIdx.x) * scan_tile_elements<Acc>;
    if (begin >= segments.n) { /* and no tile behind it asks for its carry */
        return;
    }
    const int length = static_cast<int>(min(static_cast<uint64_t>(scan_tile_elements<Acc>), segments.n - begin));
    row_sums sums(shared, op);
    sums.run(in, segments, first_segment_from(segments, begin), begin, length);
    if (threadIdx.x == 0) {
        tails.sum[blockIdx.x] = shared.running[shared.rows.rows - 1];
        tails.has_head[blockIdx.x] = shared.rows.first_head < length;
    }
}

template <class Operator, class Out, bool Matrix>
__global__ void __launch_bounds__(scan_tile_threads)
    scan_tiles(const typename Operator::in *in, Out *out, const tcui_segments given, tcu_scan_kind kind,
               const tile_tails<typename Operator::acc> tails, const __grid_constant__ Operator op)
{
    using Acc = typename Operator::acc;
    using row_sums = block_row_sums<Operator, Matrix>;
    using scan = block_scan<Operator, Out, Matrix>;
    typename scan::storage &shared = *reinterpret_cast<typename scan::storage *>(dynamic_shared_memory());

    const tcui_segments segments = with_end(given);
    const uint64_t begin = static_cast<uint64_t>(blockIdx.x) * scan_tile_elements<Acc>;
    if (begin >= segments.n) {
        return;
    }
    const int length = static_cast<int>(min(static_cast<uint64_t>(scan_tile_elements<Acc>), segments.n - begin));
    const Acc carry_in = tails.sum != nullptr ? tails.sum[blockIdx.x] : Acc(0);
    row_sums sums(shared.sums, op);
    sums.run(in, segments, first_segment_from(segments, begin), begin, length);

    /* Elements before the first and behind the last offset belong to no segment. */
    const auto place_in_tile = [&](uint64_t element) {
        return static_cast<int>(min(max(element, begin) - begin, static_cast<uint64_t>(length)));
    };
    const int from = place_in_tile(segment_begin(segments, 0));
    const int to = place_in_tile(segment_begin(segments, segment_count(segments)));
    scan(shared, sums, op).run(out, kind, carry_in, begin, from, to);
}

constexpr int scan_tails_threads = TCUI_SCAN_TAILS_THREADS, scan_tails_per_thread = TCUI_SCAN_TAILS_PER_THREAD;

/* A sum of tails and whether it was cut by a head; combining is associative up to rounding. */
template <class Wide>
struct flagged_sum {
    Wide sum;
    uint32_t has_head;

    template <class Operator>
    __device__ __forceinline__ flagged_sum then(const flagged_sum &right, const Operator &op) const
    {
        return {right.has_head ? right.sum : op.combine(sum, right.sum), has_head | right.has_head};
    }
};

template <class Wide>
__device__ __forceinline__ flagged_sum<Wide> shuffle_up(const flagged_sum<Wide> &x, int distance)
{
    return {__shfl_up_sync(all_lanes, x.sum, distance), __shfl_up_sync(all_lanes, x.has_head, distance)};
}

template <class Wide, class Operator>
__device__ __forceinline__ flagged_sum<Wide> warp_scan(flagged_sum<Wide> x, const Operator &op)
{
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        const flagged_sum<Wide> left = shuffle_up(x, distance);
        if (threadIdx.x % TCUI_WARP_LANES >= distance) {
            x = left.then(x, op);
        }
    }
    return x;
}

template <class Operator>
__global__ void __launch_bounds__(scan_tails_threads)
    scan_tails(const tile_tails<typename Operator::acc> tails, const tcui_segments segments,
               const __grid_constant__ Operator op)
{
    using Wide = typename Operator::wide;
    constexpr int warps = scan_tails_threads / TCUI_WARP_LANES;
    static_assert(warps == TCUI_WARP_LANES, "one warp scans the warps' sums");
    __shared__ flagged_sum<Wide> warp_sum[warps];
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    const uint64_t tiles = tile_count<typename Operator::acc>(with_end(segments));

    flagged_sum<Wide> carry = {0, 0};
    for (uint64_t base = 0; base < tiles; base += scan_tails_threads * scan_tails_per_thread) {
        const uint64_t first = base + threadIdx.x * scan_tails_per_thread;
        flagged_sum<Wide> own[scan_tails_per_thread], sum = {0, 0};
#pragma unroll
        for (int i = 0; i < scan_tails_per_thread; i++) {
            own[i] = {0, 0};
            if (first + i < tiles) {
                own[i] = {op.widen(tails.sum[first + i]), tails.has_head[first + i]};
            }
            sum = sum.then(own[i], op);
        }
        const flagged_sum<Wide> inclusive = warp_scan(sum, op);
        flagged_sum<Wide> before = shuffle_up(inclusive, 1);
        if (lane == 0) {
            before = {0, 0};
        }
        __syncthreads();
        if (lane == TCUI_WARP_LANES - 1) {
            warp_sum[warp] = inclusive;
        }
        __syncthreads();
        if (warp == 0) {
            warp_sum[lane] = warp_scan(warp_sum[lane], op);
        }
        __syncthreads();
        if (warp > 0) {
            before = warp_sum[warp - 1].then(before, op);
        }
        before = carry.then(before, op);
#pragma unroll
        for (int i = 0; i < scan_tails_per_thread; i++) {
            if (first + i < tiles) {
                tails.sum[first + i] = op.narrow(before.sum);
            }
            before = before.then(own[i], op);
        }
        carry = carry.then(warp_sum[warps - 1], op);
    }
}

inline bool needs_carry(const tcui_segments &segments, uint64_t elements)
{
    return segments.n > elements && (segments.size == 0 || elements % segments.size != 0);
}

/* Reserves the tails; with a base, also says where they are. */
template <class Acc>
tile_tails<Acc> place_tails(tcui_layout *layout, const tcui_segments &segments, uint64_t tiles, void *base)
{
    if (!needs_carry(segments, scan_tile_elements<Acc>)) {
        return {};
    }
    Acc *const sum = place<Acc>(layout, base, tiles);
    return {sum, place<uint32_t>(layout, base, tiles)};
}

template <class Operator, class Out, bool Matrix>
tcu_status launch_scan_tiles(tcu_context *context, const tcui_scan_task *task, void *workspace, const Operator &op)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    using row_sums = block_row_sums<Operator, Matrix>;
    using scan = block_scan<Operator, Out, Matrix>;
    const tcui_segments &segments = task->segments;
    const uint64_t tiles = tile_count<Acc>(segments);
    tcui_layout layout = {};
    const tile_tails<Acc> tails = place_tails<Acc>(&layout, segments, tiles, workspace);
    const In *in = static_cast<const In *>(task->in);

    tcu_status status = TCU_SUCCESS;
    if (tails.sum != nullptr) {
        status = launch(context, sum_tails<Operator, Matrix>, tiles, scan_tile_threads,
                        sizeof(typename row_sums::storage), in, segments, tails, op);
        if (status == TCU_SUCCESS) {
            status = launch(context, scan_tails<typename Operator::parts>, 1, scan_tails_threads, 0, tails, segments,
                            op.of_parts());
        }
    }
    if (status == TCU_SUCCESS) {
        status =
            launch(context, scan_tiles<Operator, Out, Matrix>, tiles, scan_tile_threads, sizeof(typename scan::storage),
                   in, static_cast<Out *>(task->out), segments, task->kind, tails, op);
    }
    return status;
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_TILES_KERNELS_CUH */
