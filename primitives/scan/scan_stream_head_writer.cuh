/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The warps of the one-pass scan (scan_stream.cuh) that write which elements of a tile begin segments, one bit each,
 * into the tile's stage. Each takes every n-th tile of the block, so that it may wait long for offsets.
 */
#ifndef TCUI_SCAN_STREAM_HEAD_WRITER_CUH
#define TCUI_SCAN_STREAM_HEAD_WRITER_CUH

#include "primitives/pipeline/heads.cuh"
#include "scan_stream_block.cuh"

namespace tcu
{

template <class Block>
class stream_head_writer
{
    using layout = typename Block::layout;

  public:
    __device__ __forceinline__ stream_head_writer(const Block &block, int writer) : block(block), writer(writer) {}

    __device__ __forceinline__ void run()
    {
        if (block.task.segments.offsets == nullptr)
            write_by_size();
        else
            write_by_offsets();
    }

  private:
    __device__ __forceinline__ void write_by_size()
    {
        constexpr int stride = 32 * TCUI_WARP_LANES;
        const uint64_t size = block.task.segments.size;
        const head_period<32, stride> period(size);
        segment_cursor lane_begin(size, block.slice_begin(writer, 0) + 32 * block.lane,
                                  layout::head_writers * block.tile_step());
        for (int i = writer; i < block.iterations; i += layout::head_writers) {
            block.wait_empty(i);
            head_walk<32, stride> heads(period, lane_begin);
            uint32_t *words = block.heads_in_stage(i);
#pragma unroll 4
            for (int w = block.lane; w < layout::head_words; w += TCUI_WARP_LANES)
                words[w] = heads.next();
            block.full(i).arrive();
            lane_begin.advance();
        }
    }

    static constexpr int loads = 8; /* offsets that a lane has in flight, and as many again */
    static constexpr int batch = loads * TCUI_WARP_LANES;

    struct offset_range {
        uint64_t from, to;
    };

    /*
     * Offsets that do not decrease are in the tile from the first of the range to its last. Others may leave it before
     * the range ends; then no more are read, so that all tiles together read each offset about once.
     */
    __device__ __forceinline__ void write_by_offsets()
    {
        offset_range next = range_of(writer);
        for (int i = writer; i < block.iterations; i += layout::head_writers) {
            offset_range range = next;
            next = range_of(i + layout::head_writers);
            int64_t offsets[loads], ahead[loads];
            load(offsets, range);
            block.wait_empty(i);
            clear(i);
            const int64_t begin = block.slice_begin(i, 0);
            while (range.from < range.to) {
                const offset_range rest = {range.from + batch, range.to};
                load(ahead, rest);
                if (mark(i, offsets, range, begin))
                    break;
                range.from = behind_empty(offsets, rest);
                if (range.from != rest.from)
                    load(ahead, range);
#pragma unroll
                for (int u = 0; u < loads; ++u)
                    offsets[u] = ahead[u];
            }
            block.full(i).arrive();
        }
    }

    __device__ __forceinline__ offset_range range_of(int iteration) const
    {
        if (iteration >= block.iterations)
            return {};
        const uint64_t *first = block.task.first_segments + block.tile_of(iteration);
        return {first[0], first[1]};
    }

    __device__ __forceinline__ void load(int64_t (&offsets)[loads], const offset_range &range) const
    {
#pragma unroll
        for (int u = 0; u < loads; ++u) {
            const uint64_t k = range.from + u * TCUI_WARP_LANES + block.lane;
            offsets[u] = k < range.to ? block.task.segments.offsets[k] : 0;
        }
    }

    __device__ __forceinline__ void clear(int iteration) const
    {
        static_assert(layout::head_words % 4 == 0, "whole vectors");
        uint4 *words = reinterpret_cast<uint4 *>(block.heads_in_stage(iteration));
#pragma unroll 4
        for (int w = block.lane; w < layout::head_words / 4; w += TCUI_WARP_LANES)
            words[w] = make_uint4(0, 0, 0, 0);
        __syncwarp();
    }

    /* Whether one of the batch is outside the tile. */
    __device__ __forceinline__ bool mark(int iteration, const int64_t (&offsets)[loads], const offset_range &range,
                                         int64_t begin) const
    {
        uint32_t *words = block.heads_in_stage(iteration);
        bool outside = false;
#pragma unroll
        for (int u = 0; u < loads; ++u) {
            const bool exists = range.from + u * TCUI_WARP_LANES + block.lane < range.to;
            const uint64_t place = static_cast<uint64_t>(offsets[u] - begin);
            const unsigned element = static_cast<unsigned>(place);
            if (exists && place < layout::tile_elements)
                atomicOr(&words[element / 32], 1u << element % 32);
            outside |= exists && place >= layout::tile_elements;
        }
        return __any_sync(all_lanes, outside);
    }

    /*
     * Where to read on behind a batch: right behind it, but where all of it was one place, a run of empty segments, at
     * the first offset behind the run, found by probing 32 offsets at a time.
     */
    __device__ __forceinline__ uint64_t behind_empty(const int64_t (&offsets)[loads], const offset_range &rest) const
    {
        const int64_t first = __shfl_sync(all_lanes, offsets[0], 0);
        const int64_t last = __shfl_sync(all_lanes, offsets[loads - 1], TCUI_WARP_LANES - 1);
        if (first != last || rest.from >= rest.to)
            return rest.from;
        uint64_t low = rest.from, width = rest.to - rest.from;
        while (width > 0) {
            const uint64_t step = (width + TCUI_WARP_LANES - 1) / TCUI_WARP_LANES;
            const uint64_t distance = block.lane * step + step;
            const bool in_run = distance <= width && block.task.segments.offsets[low + distance - 1] == first;
            const uint64_t passed = __popc(__ballot_sync(all_lanes, in_run)) * step;
            low += passed;
            width = step == 1 ? 0 : min(step - 1, width - passed);
        }
        return low;
    }

    const Block &block;
    const int writer;
};

} // namespace tcu

#endif /* TCUI_SCAN_STREAM_HEAD_WRITER_CUH */
