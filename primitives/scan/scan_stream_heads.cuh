/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a consumer of the one-pass scan (scan_stream.cuh) learns which of its elements begin segments. Each form says
 * where a slice's last head is, called for each of the warp's slices in turn, and walks over the lane's vectors of a
 * slice group by group, likewise.
 */
#ifndef TCUI_SCAN_STREAM_HEADS_CUH
#define TCUI_SCAN_STREAM_HEADS_CUH

#include "primitives/pipeline/heads.cuh"
#include "scan_stream_block.cuh"

namespace tcu
{

template <class Block, head_places Heads>
class slice_heads;

template <class Block>
class slice_heads<Block, head_places::none>
{
  public:
    struct walk {
        __device__ __forceinline__ uint32_t next() { return 0; }
    };

    __device__ __forceinline__ explicit slice_heads(const Block &) {}
    __device__ __forceinline__ int next_last_head(int) { return -1; }
    __device__ __forceinline__ walk next_walk(int) { return {}; }
};

/* Segments of one size, a multiple of the vector: by arithmetic. */
template <class Block>
class slice_heads<Block, head_places::vectors>
{
    using layout = typename Block::layout;
    static constexpr int vector = Block::vector;
    static constexpr int group = vector * TCUI_WARP_LANES;

  public:
    using walk = head_walk<vector, group>;

    __device__ __forceinline__ explicit slice_heads(const Block &block)
        : last_element(block.task.segments.size, block.slice_begin(0, block.warp) + layout::slice_elements - 1,
                       block.tile_step()),
          lane_begin(block.task.segments.size, block.slice_begin(0, block.warp) + block.lane * vector,
                     block.tile_step()),
          period(block.task.segments.size)
    {
    }

    /* Negative where the slice has none. */
    __device__ __forceinline__ int next_last_head(int)
    {
        const int last = last_element.behind < layout::slice_elements
                             ? layout::slice_elements - 1 - static_cast<int>(last_element.behind)
                             : -1;
        last_element.advance();
        return last;
    }

    __device__ __forceinline__ walk next_walk(int)
    {
        const walk heads(period, lane_begin);
        lane_begin.advance();
        return heads;
    }

  private:
    segment_cursor last_element, lane_begin;
    head_period<vector, group> period;
};

/* Heads anywhere: from the tile's bitmap (scan_stream_head_writer.cuh). */
template <class Block>
class slice_heads<Block, head_places::elements>
{
    using layout = typename Block::layout;
    static constexpr int vector = Block::vector;
    static constexpr int words = layout::slice_elements / 32;

  public:
    class walk
    {
      public:
        __device__ __forceinline__ walk(const uint32_t *slice, int lane)
            : from(reinterpret_cast<const unsigned char *>(slice) + lane * vector / 8), shift(lane * vector % 8)
        {
        }

        __device__ __forceinline__ uint32_t next()
        {
            uint32_t bits;
            if constexpr (vector == 16)
                bits = *reinterpret_cast<const uint16_t *>(from);
            else
                bits = *from >> shift & ((1u << vector) - 1u);
            from += vector * TCUI_WARP_LANES / 8;
            return bits;
        }

      private:
        const unsigned char *from;
        int shift;
    };

    __device__ __forceinline__ explicit slice_heads(const Block &block) : block(block) {}

    __device__ __forceinline__ int next_last_head(int iteration)
    {
        const uint32_t *slice = bits_of_slice(iteration);
        int last = -1;
#pragma unroll
        for (int w = 0; w < words; w += TCUI_WARP_LANES) {
            const uint32_t bits = w + block.lane < words ? slice[w + block.lane] : 0u;
            last = bits != 0 ? 32 * (w + block.lane) + 31 - __clz(bits) : last;
        }
        return __reduce_max_sync(all_lanes, last);
    }

    __device__ __forceinline__ walk next_walk(int iteration)
    {
        return walk(bits_of_slice(iteration), block.lane);
    }

  private:
    __device__ __forceinline__ const uint32_t *bits_of_slice(int iteration) const
    {
        return block.heads_in_stage(iteration) + block.warp * words;
    }

    const Block &block;
};

} // namespace tcu

#endif /* TCUI_SCAN_STREAM_HEADS_CUH */
