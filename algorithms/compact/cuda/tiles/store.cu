/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stores the kept items of each tile side by side: a block a tile. Lanes load the kept items and no others, so that
 * where few are kept little is read; put them into shared memory by rank, at the phase of their place in the output;
 * and from there whole vectors are stored. In a partition the others follow in a run of their own. Items of one byte
 * are loaded and put there by words (bytes.cuh).
 *
 * In place a tile is written over items of earlier tiles. Blocks take tiles in turn, in the order in which they begin,
 * read their items without waiting, and say so. A tile's kept items are no more than the tile has, so they are written
 * over two tiles' items at most, none of a later tile; a block waits until these two are read. Those tiles' blocks
 * began earlier and wait for none to read: so this cannot deadlock, however few blocks are resident.
 */
#include "algorithms/compact/cuda/paths.h"

#include "algorithms/compact/cuda/marks/ranks.cuh"
#include "algorithms/compact/cuda/tuning.h"
#include "bytes.cuh"
#include "primitives/call/items.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/tile_copy.cuh"
#include "turn.cuh"

namespace
{

using namespace tcu;

/* Where what is stored for an item comes from. */
template <class Item>
struct items_in_memory {
    const Item *items;
    __device__ __forceinline__ Item at(int64_t item) const { return items[item]; }
};

template <class Item>
struct own_position {
    __device__ __forceinline__ Item at(int64_t item) const { return static_cast<Item>(item); }
};

template <class Item>
constexpr int tile_positions = compact_tile_granules(sizeof(Item)) * TCUI_COMPACT_GRANULE;

/* A run of the others behind a run of kept items, each with a phase of its own. */
template <class Item>
constexpr int store_buffer_bytes = tile_buffer_bytes<Item>(tile_positions<Item>) + 2 * copy_vector_bytes;

/* Until items [first, first + count), none behind those of `tile`, may be written over; call by all threads. */
__device__ __forceinline__ void wait_until_read(const tcui_compact_marks &marks, int64_t tile, int positions,
                                                uint64_t first, int count)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        store_release(marks.is_read + tile, 1);
    }
    const int64_t from = static_cast<int64_t>(first + marks.phase) / positions;
    const int64_t to = static_cast<int64_t>(first + count - 1 + marks.phase) / positions;
    if (threadIdx.x == 0 && count > 0) {
        for (int64_t t = from; t <= to && t < tile; t++) {
            while (load_acquire(marks.is_read + t) == 0) {
            }
        }
    }
}

/* Counted: where the items end is in memory. (Else it is a parameter: in registers it would take room of the loads in
 * flight, and blocks of a multiprocessor.) */
template <class Item, bool KeepOthers, bool Counted, class Source>
__global__ void __launch_bounds__(TCUI_COMPACT_TILE_THREADS)
    store_kept(const Source source, Item *out, uint64_t *count, const tcui_compact_marks marks)
{
    constexpr int granules = compact_tile_granules(sizeof(Item));
    using tile_words = tile_marks<granules>;
    constexpr int warp_words = tile_words::warp_words;
    constexpr int batch = warp_words < TCUI_COMPACT_STORE_BATCH ? warp_words : TCUI_COMPACT_STORE_BATCH;
    static_assert(warp_words % batch == 0, "whole batches");

    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const int64_t tile = number_of_block(marks);
    const uint64_t all_kept = marks.kept_before[marks.granules];
    const uint64_t kept_before = marks.kept_before[tile * granules];
    const int kept = static_cast<int>(marks.kept_before[(tile + 1) * granules] - kept_before);
    if (tile == 0 && threadIdx.x == 0 && count != nullptr) {
        *count = all_kept;
    }

    /* Items of the tile: [first, first + others + kept) of the array. */
    const int64_t begin = tile * tile_words::positions - marks.phase;
    const int64_t n = static_cast<int64_t>(Counted ? length_now(marks.n, marks.length) : marks.n);
    const int64_t first = min(max(begin, int64_t(0)), n);
    const int others = static_cast<int>(min(begin + tile_words::positions, n) - first) - kept;

    unsigned char *buffer = dynamic_shared_memory();
    Item *kept_out = out + kept_before;
    Item *kept_items = tile_in_buffer(buffer, kept_out);
    Item *others_out = out + all_kept + (first - static_cast<int64_t>(kept_before));
    const int behind_kept =
        (static_cast<int>(reinterpret_cast<unsigned char *>(kept_items + kept) - buffer) + copy_vector_bytes - 1) /
        copy_vector_bytes * copy_vector_bytes;
    Item *other_items = tile_in_buffer(buffer + behind_kept, others_out);
    /* In the tile: positions of items, and where from the kept ones the other of a position and a rank is. */
    const int lead = static_cast<int>(first - begin), items = others + kept;
    const int to_others = static_cast<int>(other_items - kept_items) - lead;
    const auto is_item = [&](int position) {
        return static_cast<unsigned>(position - lead) < static_cast<unsigned>(items);
    };

    if constexpr (sizeof(Item) == 1) {
        if (kept > 0 || KeepOthers) {
            place_bytes<KeepOthers>(source.items, marks, tile, begin, lead, items, kept_items, other_items);
        }
    } else if (kept > 0 || KeepOthers) {
        const tile_words words(marks.bits, tile);
#pragma unroll 1
        for (int w = 0; w < warp_words; w += batch) {
            /* All loads of a batch before any place is computed: so registers hold items. */
            Item x[batch];
#pragma unroll
            for (int b = 0; b < batch; b++) {
                const int position = tile_words::first_of(w + b) + lane;
                if (KeepOthers ? is_item(position) : words.has(w + b, lane)) {
                    x[b] = source.at(begin + position);
                }
            }
#pragma unroll
            for (int b = 0; b < batch; b++) {
                const int position = tile_words::first_of(w + b) + lane, rank = words.rank(w + b, lane);
                const bool is_kept = words.has(w + b, lane);
                if (KeepOthers ? is_item(position) : is_kept) {
                    kept_items[!KeepOthers || is_kept ? rank : to_others + position - rank] = x[b];
                }
            }
        }
    }
    if (marks.turn != nullptr) {
        wait_until_read(marks, tile, tile_words::positions, kept_before, kept);
    }
    __syncthreads();
    copy_tile(kept_out, kept_items, 0, kept);
    if (KeepOthers) {
        copy_tile(others_out, other_items, 0, others);
    }
}

template <class Item, bool KeepOthers, bool Counted, class Source>
tcu_status launch_store(tcu_context *context, const tcui_compact_marks *marks, const Source &source, void *out,
                        uint64_t *count)
{
    return launch(context, store_kept<Item, KeepOthers, Counted, Source>,
                  marks->granules / compact_tile_granules(sizeof(Item)), TCUI_COMPACT_TILE_THREADS,
                  store_buffer_bytes<Item>, source, static_cast<Item *>(out), count, *marks);
}

template <class Item>
tcu_status store_items(tcu_context *context, const tcui_compact_marks *marks, const tcu_column *column,
                       bool keep_others, uint64_t *count)
{
    const items_in_memory<Item> source = {static_cast<const Item *>(column->in)};
    const bool is_counted = marks->length != nullptr;
    if (keep_others) {
        return is_counted ? launch_store<Item, true, true>(context, marks, source, column->out, count)
                          : launch_store<Item, true, false>(context, marks, source, column->out, count);
    }
    if constexpr (sizeof(Item) == 1) { /* whole words are loaded, but none behind the end of what is there */
        if (is_counted) {
            return launch_store<Item, false, true>(context, marks, source, column->out, count);
        }
    }
    return launch_store<Item, false, false>(context, marks, source, column->out, count);
}

} // namespace

tcu_status tcui_compact_store_items(tcu_context *context, const tcui_compact_marks *marks, const tcu_column *column,
                                    bool keep_others, uint64_t *count)
{
    if (!tcui_is_word(column->item_bytes)) {
        return tcui_compact_store_records(context, marks, column, keep_others, count);
    }
    switch (column->item_bytes) {
    case 1:
        return store_items<uint8_t>(context, marks, column, keep_others, count);
    case 2:
        return store_items<uint16_t>(context, marks, column, keep_others, count);
    case 4:
        return store_items<uint32_t>(context, marks, column, keep_others, count);
    case 8:
        return store_items<uint64_t>(context, marks, column, keep_others, count);
    default:
        return store_items<uint4>(context, marks, column, keep_others, count);
    }
}

tcu_status tcui_compact_store_positions(tcu_context *context, const tcui_compact_marks *marks, void *indices,
                                        tcu_type index_type, uint64_t *count)
{
    if (index_type == TCU_TYPE_U32) {
        return launch_store<uint32_t, false, false>(context, marks, own_position<uint32_t>(), indices, count);
    }
    return launch_store<uint64_t, false, false>(context, marks, own_position<uint64_t>(), indices, count);
}
