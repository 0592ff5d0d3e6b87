/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The segments that lie in one tile, summed by a block out of the sums of the tile's vectors (vector_tile.cuh). The
 * lanes that sum a segment are as many as the number of segments allows; segments that are long among short ones are
 * left to whole warps.
 */
#ifndef TCUI_REDUCE_CUDA_SUMS_TILE_SEGMENTS_CUH
#define TCUI_REDUCE_CUDA_SUMS_TILE_SEGMENTS_CUH

#include "segment_parts.cuh"
#include "vector_tile.cuh"

namespace tcu
{

template <class In>
constexpr uint64_t tile_elements = tile_vectors * vector_elements<In>;

constexpr int segments_at_once = TCUI_REDUCE_OFFSETS_AT_ONCE;
constexpr int lane_sums = TCUI_REDUCE_OFFSETS_LANE_SUMS;
/* Segments that are left to warps: each has so many vectors and more of the tile, but for one at each end. */
constexpr int most_long = tile_vectors / lane_sums + 2;

/* Elements [begin, end) of a tile; -1 and its length + 1 stand for all that is outside. */
struct tile_stretch {
    int16_t begin, end;
};

struct tile_segment {
    int16_t segment; /* from the first that the block sums */
    tile_stretch at;
};

template <class Operator>
struct offsets_storage {
    using In = typename Operator::in;
    static_assert(tile_elements<In> < 0x7fff, "places in a tile have 15 bits");
    vectors_storage<In, tile_sum<Operator>, segment_ends::elements, sum_places::dense> tile;
    typename Operator::acc warp_sum[TCUI_WARP_LANES];
    tile_segment long_segment[most_long];
    int long_segments; /* left to warps */
    bool covered;      /* by one segment, from before the tile to behind it */
};

/* The segments of one tile, or a share of them, by one block. */
template <class Operator>
class tile_segments
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    static constexpr int V = vector_elements<In>;

  public:
    /* Of an array of which so many elements are to be read; the tile is not behind them. */
    __device__ tile_segments(const offsets_task &task, const tile_parts<Acc> &parts, const Operator &op,
                             offsets_storage<Operator> &shared, uint64_t tile, uint64_t elements)
        : task(task), parts(parts), op(operator_at(op, static_cast<int64_t>(tile * tile_elements<In>) - task.phase)),
          shared(shared), tile(tile), first(static_cast<int64_t>(tile * tile_elements<In>) - task.phase),
          length(static_cast<int>(min(static_cast<int64_t>(tile_elements<In>), static_cast<int64_t>(elements) - first)))
    {
    }

    /* Starts to copy the tile's elements, zeros outside the array. */
    __device__ __forceinline__ tile_copy<Operator, sum_places::dense> copy(const In *in, uint64_t elements) const
    {
        return {op, shared.tile, in, first, length, elements, evict_first_if(task.evict_first)};
    }

    /* Segments [from, to) are to be summed. Loads the offsets of the first of them, best while the tile is copied. */
    __device__ __forceinline__ void take(uint64_t from, uint64_t to)
    {
        begin = from;
        count = from < to ? static_cast<int>(to - from) : 0;
        lane_bits = __popc(lanes_for(count) - 1);
        load_offsets(0);
        if (threadIdx.x == 0) {
            shared.long_segments = 0;
            shared.covered = tile > 0 && count == 1 && at[0].begin < 0 && at[0].end >= length;
        }
    }

    /*
     * Sums of the segments, from the vectors' sums in shared memory; call by all threads. The first may begin before
     * the tile, the last may end behind it.
     */
    __device__ __forceinline__ void sum()
    {
        if (lane_bits == 0) {
            sum_short<true>();
        } else {
            sum_short<false>();
        }
        __syncthreads();
        sum_long();
    }

    /* The thread's share of all of the tile. */
    __device__ __forceinline__ Acc sum_of_all() const
    {
        return sum_elements(op, shared.tile, 0, length, threadIdx.x, vectors_threads);
    }

  private:
    __device__ __forceinline__ void load_offsets(int k)
    {
        const int slots = vectors_threads >> lane_bits, slot = threadIdx.x >> lane_bits;
        int64_t raw[segments_at_once][2];
#pragma unroll
        for (int j = 0; j < segments_at_once; j++) {
            const int segment = k + j * slots + slot;
            raw[j][0] = raw[j][1] = 0;
            if (segment < count) {
                raw[j][0] = task.segments.offsets[begin + segment];
                raw[j][1] = task.segments.offsets[begin + segment + 1];
            }
        }
#pragma unroll
        for (int j = 0; j < segments_at_once; j++) {
            at[j] = {in_tile(raw[j][0]), in_tile(raw[j][1])};
        }
    }

    template <bool OneLane>
    __device__ __forceinline__ void sum_short()
    {
        const int bits = OneLane ? 0 : lane_bits, slots = vectors_threads >> bits, slot = threadIdx.x >> bits;
        for (int k = 0; k < count; k += segments_at_once * slots) {
            if (k > 0) {
                load_offsets(k);
            }
#pragma unroll
            for (int j = 0; j < segments_at_once; j++) {
                if (k + j * slots >= count) {
                    break;
                }
                const int segment = k + j * slots + slot;
                sum_by_lanes(segment, segment < count, at[j], 1 << bits);
            }
        }
    }

    /* A warp's segments, each by `lanes` lanes; all lanes call. */
    __device__ __forceinline__ void sum_by_lanes(int segment, bool wanted, const tile_stretch &at, int lanes)
    {
        const int lane = threadIdx.x & (lanes - 1), from = max(at.begin, 0), to = min(at.end, length);
        const bool is_long = to - from > (lane_sums + 2) * V * lanes;
        Acc sum = 0;
        if (!is_long && from < to) {
            sum = sum_elements(op, shared.tile, from, to, lane, lanes);
        }
        for (int distance = lanes / 2; distance > 0; distance /= 2) {
            combine_into(op, sum, shuffle_xor(sum, distance));
        }
        if (lane == 0 && wanted) {
            if (is_long) {
                leave(segment, at);
            } else {
                store(segment, sum, at);
            }
        }
    }

    /* The segments that were left to warps. */
    __device__ __forceinline__ void sum_long()
    {
        const int warp = threadIdx.x / TCUI_WARP_LANES;
        for (int i = warp; i < min(shared.long_segments, most_long); i += vectors_threads / TCUI_WARP_LANES) {
            const tile_segment left = shared.long_segment[i];
            const Acc sum = op.total(sum_elements(op, shared.tile, max(left.at.begin, 0), min(left.at.end, length),
                                                  threadIdx.x % TCUI_WARP_LANES, TCUI_WARP_LANES));
            if (threadIdx.x % TCUI_WARP_LANES == 0) {
                store(left.segment, sum, left.at);
            }
        }
    }

    /* An offset relative to the tile; clamped, since offsets may decrease. */
    __device__ __forceinline__ int16_t in_tile(int64_t offset) const
    {
        const int64_t place = static_cast<int64_t>(static_cast<uint64_t>(offset) - static_cast<uint64_t>(first));
        return static_cast<int16_t>(offset < 0 || place < 0 ? -1 : min(place, static_cast<int64_t>(length) + 1));
    }

    /* (More than there is room for come from offsets that decrease.) */
    __device__ __forceinline__ void leave(int segment, const tile_stretch &stretch)
    {
        const int i = atomicAdd(&shared.long_segments, 1);
        if (i < most_long) {
            shared.long_segment[i] = {static_cast<int16_t>(segment), stretch};
        }
    }

    /* To the output, or where add_parts() finds it. */
    __device__ __forceinline__ void store(int segment, Acc sum, const tile_stretch &stretch)
    {
        if (stretch.begin < 0 && tile > 0) {
            parts.head[tile] = sum;
        } else if (stretch.end > length && tile + 1 < task.tiles) {
            parts.tail[tile] = sum;
        } else {
            op.from(begin).store_streaming(segment, sum);
        }
    }

    const offsets_task &task;
    const tile_parts<Acc> &parts;
    const Operator op;
    offsets_storage<Operator> &shared;
    const uint64_t tile;
    const int64_t first; /* element of the array; negative in a first tile that begins before it */
    const int length;
    uint64_t begin; /* the first segment */
    int count;
    int lane_bits; /* 2^this lanes for each */
    tile_stretch at[segments_at_once];
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_TILE_SEGMENTS_CUH */
