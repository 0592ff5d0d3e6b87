/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is before a tile where the lengths of runs are wanted: how many heads, and where the last one is, from which the
 * first head of the tile ends a run. Blocks publish both for each of their tiles in one word, so it costs the look-back
 * no more loads than counts alone.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_HEAD_COUNTS_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_HEAD_COUNTS_CUH

#include "primitives/pipeline/look_back.cuh"

namespace tcu
{

/*
 * Of a part of a tile: heads in the lower half of the word; in the upper half how many of the tile's items there are up
 * to its last head, 0 if it has none. A tile has less than 2^16 items.
 */
struct head_counts {
    int tile_items;

    __device__ __forceinline__ static uint32_t of(unsigned heads, unsigned up_to_last)
    {
        return up_to_last << 16 | heads;
    }
    __device__ __forceinline__ static unsigned heads(uint32_t counts) { return counts & 0xffffu; }
    __device__ __forceinline__ static unsigned up_to_last(uint32_t counts) { return counts >> 16; }

    __device__ __forceinline__ uint32_t combine(uint32_t a, uint32_t b) const
    {
        return of(heads(a) + heads(b), max(up_to_last(a), up_to_last(b)));
    }
    __device__ __forceinline__ uint32_t of_tile(uint32_t counts) const { return counts; }
};

/* Of all tiles before one. Positions count from the first tile's first, which may be before the array. */
struct heads_before {
    uint64_t count;
    int64_t last; /* the position of the last one, if there is one */
};

template <>
class look_back_poller<uint32_t, head_counts, true>
{
  public:
    using sum_type = uint32_t;

    __device__ look_back_poller(look_back_slots<uint32_t> slots, const head_counts &op) : slots(slots), op(op), own{} {}

    __device__ __forceinline__ heads_before next(int iteration, uint32_t tile_counts, bool)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        uint32_t value[look_back_pairs][2];
        unsigned no_segments = 0;
        poll_slots(slots, iteration, value, no_segments);

        uint32_t heads = 0, last = 0; /* which of the tiles has the last one, and its items up to that: 16 bits each */
#pragma unroll
        for (int j = 0; j < look_back_pairs; j++) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const uint32_t counts = value[j][i];
                const unsigned up_to_last = head_counts::up_to_last(counts);
                heads += head_counts::heads(counts);
                if (up_to_last > 0) {
                    const int tile = look_back_order(2 * (j * TCUI_WARP_LANES + lane) + i);
                    last = max(last, static_cast<unsigned>(tile) << 16 | up_to_last);
                }
            }
        }
        heads = __reduce_add_sync(all_lanes, heads);
        last = __reduce_max_sync(all_lanes, last);
        const int64_t tile = static_cast<int64_t>(iteration) * gridDim.x + blockIdx.x;
        own.count += heads;
        set_last(tile - gridDim.x + 1 + (last >> 16), last & 0xffffu);
        const heads_before before = own;
        own.count += head_counts::heads(tile_counts);
        set_last(tile, head_counts::up_to_last(tile_counts));
        return before;
    }

  private:
    __device__ __forceinline__ void set_last(int64_t tile, unsigned up_to_last)
    {
        if (up_to_last > 0) {
            own.last = tile * op.tile_items + up_to_last - 1;
        }
    }

    look_back_slots<uint32_t> slots;
    const head_counts op;
    heads_before own; /* up to the end of this block's last tile */
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_HEAD_COUNTS_CUH */
