/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The head writers of the one-pass scan: warps that write which elements of a tile begin segments, one bit each, into
 * the tile's stage. All of them work on one tile, which has to be ready two tiles after its stage became free.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_HEAD_WRITER_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_HEAD_WRITER_CUH

#include "block.cuh"
#include "primitives/pipeline/heads.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

template <class Block>
class one_pass_head_writer
{
    using layout = typename Block::layout;

  public:
    __device__ __forceinline__ one_pass_head_writer(const Block &block, int writer)
        : block(block), thread(writer * TCUI_WARP_LANES + block.lane)
    {
    }

    __device__ __forceinline__ void run()
    {
        if (block.task.segments.offsets == nullptr) {
            write_by_size();
        } else {
            write_by_offsets();
        }
    }

  private:
    static constexpr int threads = layout::head_writers * TCUI_WARP_LANES;

    __device__ __forceinline__ void write_by_size()
    {
        constexpr int stride = 32 * threads;
        const uint64_t size = block.task.segments.size;
        const head_period<32, stride> period(size);
        segment_cursor first_word(size, block.slice_begin(0, 0) + 32 * thread, block.tile_step());
        for (int i = 0; i < block.iterations; i++) {
            head_walk<32, stride> heads(period, first_word);
            first_word.advance();
            block.shared.tiles.wait_empty(i);
            uint32_t *words = block.heads_in_stage(i);
#pragma unroll 4
            for (int w = thread; w < layout::head_words; w += threads) {
                words[w] = heads.next();
            }
            block.shared.tiles.full_of(i).arrive();
        }
    }

    static constexpr int loads = TCUI_SCAN_OFFSETS_IN_FLIGHT;
    static constexpr int batch = loads * threads;
    static constexpr int prefetch_distance = 3; /* tiles */

    struct offset_range {
        uint64_t from, to;

        __device__ __forceinline__ bool is_empty() const { return from >= to; }

        /* Those of the first batch: row u of it has `threads` offsets, one a thread. */
        __device__ __forceinline__ int in_batch() const
        {
            return is_empty() ? 0 : static_cast<int>(min(to - from, static_cast<uint64_t>(batch)));
        }
    };

    /*
     * The ranges of offsets of the block's next 32 tiles and more, two a lane: loads are slow while copies keep memory
     * busy, and the offsets themselves can be loaded only when their range is known.
     */
    struct range_window {
        offset_range lanes[2];

        __device__ __forceinline__ offset_range operator[](int iteration) const
        {
            const int lane = iteration % TCUI_WARP_LANES;
            const bool odd = iteration / TCUI_WARP_LANES % 2 == 1;
            const offset_range half = {odd ? lanes[1].from : lanes[0].from, odd ? lanes[1].to : lanes[0].to};
            return {__shfl_sync(all_lanes, half.from, lane), __shfl_sync(all_lanes, half.to, lane)};
        }
    };

    __device__ __forceinline__ offset_range range_of(int iteration) const
    {
        if (iteration >= block.iterations) {
            return {};
        }
        const uint64_t *first = block.task.first_segments + block.tile_of(iteration);
        return {first[0], first[1]};
    }

    /*
     * Offsets that do not decrease are in the tile from the first of its range to the last. Others may leave it before
     * the range ends; then no more are read, so that all tiles together read each offset about once.
     *
     * While a batch is marked the next is loaded, be it the tile's or the next tile's first.
     */
    __device__ __forceinline__ void write_by_offsets()
    {
        range_window ranges = {{range_of(block.lane), range_of(TCUI_WARP_LANES + block.lane)}};
        offset_range range = ranges[0];
        int64_t offsets[loads];
        bool loaded = false; /* the first batch of the range */
#pragma unroll 1
        for (int i = 0; i < block.iterations; i++) {
            /* Half of the window is behind: it takes the next 32 tiles. */
            if (i > 0 && i % TCUI_WARP_LANES == 0) {
                if (i / TCUI_WARP_LANES % 2 == 1) {
                    ranges.lanes[0] = range_of(i + TCUI_WARP_LANES + block.lane);
                } else {
                    ranges.lanes[1] = range_of(i + TCUI_WARP_LANES + block.lane);
                }
            }
            const offset_range next_tile = ranges[i + 1];
            prefetch(ranges[i + prefetch_distance]);
            block.shared.tiles.wait_empty(i);
            clear(i);
            const int64_t begin = block.slice_begin(i, 0);
#pragma unroll 1
            while (true) {
                const offset_range rest = {range.from + batch, range.to};
                const bool more = !rest.is_empty();
                if (!loaded) {
                    load(offsets, range);
                }
                const batch_places places =
                    mark(block.heads_in_stage(i), offsets, range, more ? rest : next_tile, begin);
                loaded = !(more && places.outside);
                if (!more || places.outside) {
                    break;
                }
                range = rest;
                if (places.first == places.last) {
                    range.from += (behind_empty(rest, begin + places.first) - rest.from) / batch * batch;
                    loaded = false;
                }
            }
            block.shared.tiles.full_of(i).arrive();
            range = next_tile;
        }
    }

    /* Prefetches a line for each thread. */
    __device__ __forceinline__ void prefetch(const offset_range &range) const
    {
        constexpr int per_line = 128 / static_cast<int>(sizeof(int64_t));
        const uint64_t k = range.from + thread * per_line;
        if (k < range.to) {
            prefetch_line(block.task.segments.offsets + k);
        }
    }

    __device__ __forceinline__ void load(int64_t (&offsets)[loads], const offset_range &range) const
    {
        const int64_t *from = block.task.segments.offsets + range.from + thread;
        const int count = range.in_batch();
#pragma unroll
        for (int u = 0; u < loads; u++) {
            if (u * threads + thread < count) {
                offsets[u] = from[u * threads];
            }
        }
    }

    __device__ __forceinline__ void clear(int iteration) const
    {
        uint32_t *words = block.heads_in_stage(iteration);
#pragma unroll 4
        for (int w = thread; w < layout::head_words; w += threads) {
            words[w] = 0;
        }
        sync_threads<threads>(1);
    }

    struct batch_places {
        bool outside;         /* one of the warp's is not in the tile */
        unsigned first, last; /* places of the warp's first and last; undefined in a batch that is not full */
    };

    __device__ __forceinline__ batch_places mark(uint32_t *words, int64_t (&offsets)[loads], const offset_range &range,
                                                 const offset_range &next, int64_t begin) const
    {
        const int64_t *from = block.task.segments.offsets + next.from + thread;
        const int count = range.in_batch(), next_count = next.in_batch();
        unsigned farthest = 0, beyond = 0, first = 0, last = 0;
#pragma unroll
        for (int u = 0; u < loads; u++) {
            if (u % 2 == 0 && u * threads >= max(count, next_count)) {
                break;
            }
            const uint64_t place = static_cast<uint64_t>(offsets[u]) - static_cast<uint64_t>(begin);
            const unsigned element = static_cast<unsigned>(place);
            const bool exists = u * threads + thread < count;
            set_bits_if(exists && element < layout::tile_elements, &words[element / 32], 1u << element % 32);
            farthest = max(farthest, exists ? element : 0u);
            beyond |= exists ? static_cast<unsigned>(place >> 32) : 0u;
            if (u == 0) {
                first = element;
            }
            if (u == loads - 1) {
                last = element;
            }
            if (u * threads + thread < next_count) {
                offsets[u] = from[u * threads];
            }
        }
        return {static_cast<bool>(__any_sync(all_lanes, beyond != 0 || farthest >= layout::tile_elements)),
                __shfl_sync(all_lanes, first, 0), __shfl_sync(all_lanes, last, TCUI_WARP_LANES - 1)};
    }

    /*
     * Behind a batch of one place, a run of empty segments: where offsets go on behind the run, found by probing
     * 32 at a time.
     */
    __device__ __forceinline__ uint64_t behind_empty(const offset_range &rest, int64_t place) const
    {
        uint64_t low = rest.from, width = rest.to - rest.from;
        while (width > 0) {
            const uint64_t step = (width + TCUI_WARP_LANES - 1) / TCUI_WARP_LANES;
            const uint64_t distance = block.lane * step + step;
            const bool in_run = distance <= width && block.task.segments.offsets[low + distance - 1] == place;
            const uint64_t passed = __popc(__ballot_sync(all_lanes, in_run)) * step;
            low += passed;
            width = step == 1 ? 0 : min(step - 1, width - passed);
        }
        return low;
    }

    const Block &block;
    const int thread; /* of those that write heads */
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_HEAD_WRITER_CUH */
