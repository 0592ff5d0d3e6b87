/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lengths of runs, from the marks of their heads: lengths[k] = head k + 1 - head k; the last run ends with the
 * array. A block a tile writes the runs whose next head is in the tile; the tile with the last head also the last run.
 * The first of them may begin far to the left: its head is the last mark of the last granule that has one, which is
 * found by a search in the granules' sums, 31 places at once.
 */
#include "algorithms/compact/cuda/paths.h"

#include "algorithms/compact/cuda/marks/ranks.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"

namespace
{

using namespace tcu;

constexpr int runs_granules = TCUI_COMPACT_MOST_GRANULES;

/* The last kept item before granule `end`, of which there is one; call by a whole warp. */
__device__ __forceinline__ int64_t last_kept_before(const tcui_compact_marks &marks, int64_t end)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const uint64_t kept = marks.kept_before[end];
    /* The last granule with fewer before it: not before `low`, before `high`. Most often the one before. */
    int64_t low = end - 1, high = end;
    if (marks.kept_before[low] == kept) {
        low = 0;
        high = end - 1;
    }
    while (high - low > 1) {
        const int64_t step = (high - low + TCUI_WARP_LANES - 1) / TCUI_WARP_LANES;
        const int64_t place = low + (lane + 1) * step;
        const bool has_fewer = place < high && marks.kept_before[place] < kept;
        low += __popc(__ballot_sync(all_lanes, has_fewer)) * step;
        high = min(high, low + step);
    }
    constexpr int words = TCUI_COMPACT_GRANULE / 32;
    int last = -1; /* of the lane's words, in the granule */
    for (int w = lane; w < words; w += TCUI_WARP_LANES) {
        const uint32_t word = marks.bits[low * words + w];
        if (word != 0) {
            last = w * 32 + highest_bit(word);
        }
    }
    return low * TCUI_COMPACT_GRANULE + __reduce_max_sync(all_lanes, last) - marks.phase;
}

__global__ void __launch_bounds__(TCUI_COMPACT_TILE_THREADS)
    store_run_lengths(uint64_t *lengths, const tcui_compact_marks marks)
{
    using tile_words = tile_marks<runs_granules>;
    __shared__ uint16_t heads[tile_words::positions]; /* in the tile */
    __shared__ int64_t head_before;                   /* the last one of earlier tiles */

    const int64_t tile = blockIdx.x;
    const uint64_t kept_before = marks.kept_before[tile * runs_granules];
    const int kept = static_cast<int>(marks.kept_before[(tile + 1) * runs_granules] - kept_before);
    if (kept == 0) {
        return;
    }
    const int64_t begin = tile * tile_words::positions - marks.phase;
    if (kept_before > 0 && threadIdx.x < TCUI_WARP_LANES) {
        head_before = last_kept_before(marks, tile * runs_granules);
    }

    const tile_words words(marks.bits, tile);
    const int lane = threadIdx.x % TCUI_WARP_LANES;
#pragma unroll 8
    for (int w = 0; w < tile_words::warp_words; w++) {
        const int rank = words.rank(w, lane);
        if (words.has(w, lane)) {
            heads[rank] = static_cast<uint16_t>(tile_words::first_of(w) + lane);
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < kept; k += TCUI_COMPACT_TILE_THREADS) {
        if (k > 0) {
            lengths[kept_before + k - 1] = static_cast<uint64_t>(heads[k] - heads[k - 1]);
        } else if (kept_before > 0) {
            lengths[kept_before - 1] = static_cast<uint64_t>(begin + heads[0] - head_before);
        }
    }
    if (threadIdx.x == 0 && kept_before + kept == marks.kept_before[marks.granules]) {
        lengths[kept_before + kept - 1] =
            length_now(marks.n, marks.length) - static_cast<uint64_t>(begin + heads[kept - 1]);
    }
}

} // namespace

tcu_status tcui_compact_store_run_lengths(tcu_context *context, const tcui_compact_marks *marks, uint64_t *run_lengths)
{
    return launch(context, store_run_lengths, marks->granules / runs_granules, TCUI_COMPACT_TILE_THREADS, 0,
                  run_lengths, *marks);
}
