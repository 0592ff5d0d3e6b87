/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The segments that lie in one tile, summed by a block out of the sums of the tile's vectors (vector_tile.cuh). The
 * lanes that sum a segment are as many as the number of segments allows; segments that are long among short ones are
 * left to whole warps.
 */
#ifndef TCUI_TILE_SEGMENTS_CUH
#define TCUI_TILE_SEGMENTS_CUH

#include "segment_parts.cuh"
#include "vector_tile.cuh"

namespace tcu
{

template <class In>
constexpr uint64_t tile_elements = tile_vectors *vector_elements<In>;

/* Segments of a thread whose offsets are loaded together, and blocks of a multiprocessor that registers allow. On an
 * H200, f16, mean length 8, 64 and 1000, % of the read roof: 2 and 10: 70, 82, 84; 4 and 8: 68, 74, 75; 1 and 10: 65,
 * 83, 85. */
constexpr int segments_at_once = 2;
constexpr int resident_blocks = 10;

/* Sums of vectors that a lane adds at most before it leaves a segment to a warp. */
constexpr int lane_sums = 32;
/* One for each of them, and one at each end of the tile. */
constexpr int most_long = tile_vectors / lane_sums + 2;

template <class In, class Acc>
struct offsets_storage {
    vectors_storage<In, Acc, segment_ends::elements> tile;
    Acc warp_sum[TCUI_WARP_LANES];
    int long_segments; /* left to warps */
    struct {
        uint64_t segment;
        int64_t begin, end; /* relative to the tile */
    } long_segment[most_long];
};

/* The segments of one tile, or a share of them, by one block. */
template <class In, class Acc, class Out>
class tile_segments
{
    static constexpr int V = vector_elements<In>;

  public:
    __device__ tile_segments(const offsets_task &task, const tile_parts<Acc> &parts, Out *out,
                             offsets_storage<In, Acc> &shared, uint64_t tile)
        : task(task), parts(parts), out(out), shared(shared), tile(tile),
          first(static_cast<int64_t>(tile * tile_elements<In>) - task.phase),
          length(static_cast<int>(
              min(static_cast<int64_t>(tile_elements<In>), static_cast<int64_t>(task.segments.n) - first)))
    {
    }

    /* Starts to copy the tile's elements, zeros outside the array. */
    __device__ __forceinline__ tile_copy<In, Acc> copy(const In *in) const
    {
        return {shared.tile, in, first, length, task.segments.n};
    }

    __device__ __forceinline__ bool is_covered_by(uint64_t segment) const
    {
        return task.segments.offsets[segment] < first && task.segments.offsets[segment + 1] >= first + length;
    }

    /*
     * Sums of segments [from, to), from the vectors' sums in shared memory; call by all threads. Segment `from` may
     * begin before the tile, the last may end behind it.
     */
    __device__ __forceinline__ void sum(uint64_t from, uint64_t to)
    {
        const int lanes = lanes_for(to - from);
        if (lanes == 1)
            sum_short<true>(from, to, 1);
        else
            sum_short<false>(from, to, lanes);
        __syncthreads();
        sum_long();
    }

  private:
    template <bool OneLane>
    __device__ __forceinline__ void sum_short(uint64_t from, uint64_t to, int wanted_lanes)
    {
        const int lanes = OneLane ? 1 : wanted_lanes;
        const int lane = threadIdx.x % lanes, slot = threadIdx.x / lanes, slots = vectors_threads / lanes;
        for (uint64_t k = from; k < to; k += segments_at_once * slots) {
            int64_t begin[segments_at_once], end[segments_at_once];
#pragma unroll
            for (int j = 0; j < segments_at_once; ++j) {
                const uint64_t segment = k + j * slots + slot;
                begin[j] = end[j] = 0;
                if (segment < to) {
                    begin[j] = in_tile(task.segments.offsets[segment]);
                    end[j] = in_tile(task.segments.offsets[segment + 1]);
                }
            }
#pragma unroll
            for (int j = 0; j < segments_at_once; ++j) {
                if (k + j * slots >= to)
                    break;
                const uint64_t segment = k + j * slots + slot;
                const int begin_place = place_of(begin[j]), end_place = place_of(end[j]);
                const bool is_long = end_place - begin_place > (lane_sums + 2) * V * lanes;
                Acc sum = 0;
                if (!is_long && begin_place < end_place)
                    sum = sum_elements(shared.tile, begin_place, end_place, lane, lanes);
                if (!OneLane)
                    for (int distance = lanes / 2; distance > 0; distance /= 2)
                        sum += __shfl_xor_sync(all_lanes, sum, distance);
                if (lane == 0 && segment < to) {
                    if (is_long)
                        leave(segment, begin[j], end[j]);
                    else
                        store(segment, sum, begin[j], end[j]);
                }
            }
        }
    }

    /* The segments that were left to warps. */
    __device__ __forceinline__ void sum_long()
    {
        const int warp = threadIdx.x / TCUI_WARP_LANES;
        for (int i = warp; i < min(shared.long_segments, most_long); i += vectors_threads / TCUI_WARP_LANES) {
            const auto &left = shared.long_segment[i];
            const Acc sum = warp_sum_of(sum_elements(shared.tile, place_of(left.begin), place_of(left.end),
                                                     threadIdx.x % TCUI_WARP_LANES, TCUI_WARP_LANES));
            if (threadIdx.x % TCUI_WARP_LANES == 0)
                store(left.segment, sum, left.begin, left.end);
        }
    }

    /* An offset relative to the tile; negative before it, and where the offset is (which it must not be). */
    __device__ __forceinline__ int64_t in_tile(int64_t offset) const
    {
        return offset < 0 ? -1 : static_cast<int64_t>(static_cast<uint64_t>(offset) - static_cast<uint64_t>(first));
    }

    /* The nearest place in the tile. (Elements before the array in a first tile are zeros.) */
    __device__ __forceinline__ int place_of(int64_t element) const
    {
        return element < 0 ? 0 : element > length ? length : static_cast<int>(element);
    }

    /* (More than there is room for come from offsets that decrease.) */
    __device__ __forceinline__ void leave(uint64_t segment, int64_t begin, int64_t end)
    {
        const int i = atomicAdd(&shared.long_segments, 1);
        if (i < most_long)
            shared.long_segment[i] = {segment, begin, end};
    }

    /* To the output, or where add_parts() finds it. */
    __device__ __forceinline__ void store(uint64_t segment, Acc sum, int64_t begin, int64_t end)
    {
        if (begin < 0 && tile > 0) {
            parts.head[tile] = sum;
        } else if (end > length && tile + 1 < task.tiles) {
            parts.tail[tile] = sum;
        } else {
            store_result(out + segment, from_accumulator<Out>(sum));
        }
    }

    const offsets_task &task;
    const tile_parts<Acc> &parts;
    Out *out;
    offsets_storage<In, Acc> &shared;
    const uint64_t tile;
    const int64_t first; /* element of the array; negative in a first tile that begins before it */
    const int length;
};

} // namespace tcu

#endif /* TCUI_TILE_SEGMENTS_CUH */
