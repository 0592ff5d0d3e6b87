/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A call of the passes: its workspace, and between which arrays they go. Each pass goes from one array to another: the
 * last one to the output, the one before it to the other array, and so on back to the first, which reads the input. In
 * place their number is even, so that the first does not write what it reads.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_CALL_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_CALL_CUH

#include "algorithms/radix_sort/cuda/tuning.h"
#include "primitives/pipeline/launch.cuh"
#include "steps.cuh"

namespace tcu
{

inline sort_passes passes_of(const tcui_radix_sort_task *task)
{
    const int needed = tcui_radix_passes(task);
    int count = needed > 0 ? needed : 1; /* 0 bits to compare: a copy */
    if (task->arrays == TCUI_SORT_IN_PLACE) {
        count += count % 2;
    }
    return {count, task->begin_bit, task->end_bit};
}

/* Arrays of up to so many elements go by small tiles; where there is no room for large ones, all do. */
inline uint64_t small_tiles_up_to(const tcu_context *context)
{
    const uint64_t items = tcui_radix_sort_policy_of(context).small_items,
                   multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    return !context->has_bulk_copies || items > UINT64_MAX / multiprocessors ? UINT64_MAX : items * multiprocessors;
}

/* Tiles that fill the device. */
inline uint64_t tiles_at_once(const tcu_context *context, bool are_small)
{
    return static_cast<uint64_t>(context->properties.multiprocessors) *
           (are_small ? tcui_sort_small_tiles[0].blocks : tcui_sort_large_tiles[0][0].blocks);
}

/* Cuts the whole array. */
inline void cut(const tcu_context *context, sort_tiles *tiles, const sort_tile_size &size, bool are_small)
{
    tiles->tile_items =
        size.even_items(tiles->n, tiles_at_once(context, are_small), tcui_radix_sort_policy_of(context).even_rounds);
    tiles->whole_tiles = static_cast<uint32_t>(divide_up(tiles->n, tiles->tile_items));
}

/* What a call sorts by passes: the whole array, runs, or both. */
struct sort_extent {
    uint64_t most_runs;
    int run_passes; /* that a run takes at most */
    bool is_scheduled;
    bool has_whole;   /* passes of the whole array, too */
    bool has_leading; /* a pass with values of 16 bytes, too (hybrid/leading.cuh) */

    static sort_extent of_array() { return {0, 0, false, true, false}; }
    static sort_extent of_runs(const tcui_radix_sort_task *task, uint64_t most)
    {
        return {most, passes_of(task).count, false, false, false};
    }
    static sort_extent of_hybrid(const tcui_radix_sort_task *task, uint64_t most, bool has_leading)
    {
        return {most, passes_of(task).count, true, true, has_leading};
    }
    static sort_extent of_divided_runs(const tcui_radix_sort_task *task, uint64_t most)
    {
        return {most, passes_of(task).count, true, false, false};
    }
};

/* Reserves; with a base, also says where things are. */
class sort_room
{
  public:
    sort_call call = {};

    sort_room(const tcu_context *context, const tcui_radix_sort_task *task, const sort_extent &extent,
              tcui_layout *layout, void *base)
        : is_scheduled(extent.is_scheduled)
    {
        const uint64_t n = task->segments.n, all_tiles = most_tiles(context, task);
        const uint64_t run_tiles = extent.most_runs > 0 ? all_tiles + extent.most_runs : 0;
        const size_t key_bytes = tcu_type_size(task->key_type);
        call.task = task;
        call.passes = passes_of(task);
        const int passes = call.passes.count;
        const bool has_between = passes > 1 && task->arrays != TCUI_SORT_BUFFERS;
        call.starts = place<uint64_t>(layout, base, extent.has_whole ? passes * sort_bins : 0);
        call.starts_of_runs = place<uint64_t>(layout, base, extent.most_runs * extent.run_passes * sort_bins);
        const uint64_t vector_tiles =
            extent.has_leading ? sort_vector_tile_size(task).most_tiles(n, tiles_at_once(context, false)) : 0;
        call.slot_rows =
            slot_rows(extent.has_whole ? std::max(all_tiles, vector_tiles) : 0, 3 * tiles_at_once(context, true));
        call.slot_rows_of_runs = slot_rows(run_tiles, run_tiles);
        const uint64_t rows = std::max(call.slot_rows.count, call.slot_rows_of_runs.count);
        call.slots[0] = place<uint32_t>(layout, base, rows * sort_bins);
        call.slots[1] = place<uint32_t>(layout, base, rows * sort_bins);
        sort_tile *const list = place<sort_tile>(layout, base, run_tiles);
        uint32_t *const listed = place<uint32_t>(layout, base, run_tiles > 0 ? 1 : 0);
        keys_between[0] = tcui_layout_place(layout, base, has_between ? n : 0, key_bytes);
        keys_between[1] = tcui_layout_place(layout, base, discards_keys(task) && passes > 2 ? n : 0, key_bytes);
        values_between =
            tcui_layout_place(layout, base, has_between && task->value_bytes > 0 ? n : 0, task->value_bytes);

        call.is_small = n <= small_tiles_up_to(context);
        const sort_tile_size size = sort_tile_size_of(task, call.is_small);
        call.tiles.n = n;
        call.tiles.length = task->segments.length;
        cut(context, &call.tiles, size, call.is_small);
        call.tiles.run_tile_items = size.items();
        call.tiles.list = list;
        call.tiles.listed = listed;
        call.tile_list = list;
        call.tiles_listed = listed;
    }

    int num_passes() const { return call.passes.count + (is_scheduled ? sort_upper_passes : 0); }

    sort_step step(int pass) const
    {
        return {pass, keys_of(pass - 1), keys_of(pass), values_of(pass - 1), values_of(pass)};
    }

  private:
    /* Tiles that the workspace has room for: as many as an array of n or fewer elements needs. */
    static uint64_t most_tiles(const tcu_context *context, const tcui_radix_sort_task *task)
    {
        const uint64_t n = task->segments.n, small = std::min(n, small_tiles_up_to(context));
        return std::max(sort_tile_size_of(task, true).most_tiles(small, tiles_at_once(context, true)),
                        sort_tile_size_of(task, false).most_tiles(n, tiles_at_once(context, false)));
    }

    /* Of the look-back (look_back.cuh): for one run three for each block that there may be, or more; for several runs
     * one for each tile. */
    static sort_slot_rows slot_rows(uint64_t tiles, uint64_t least)
    {
        sort_slot_rows rows = {};
        while (uint64_t{1} << rows.log2 < least) {
            rows.log2++;
        }
        rows.count = std::min(tiles, uint64_t{1} << rows.log2);
        return rows;
    }

    bool is_to_end(int pass) const { return (num_passes() - 1 - pass) % 2 == 0; }

    void *keys_of(int pass) const
    {
        const tcui_radix_sort_task *const task = call.task;
        if (!is_to_end(pass)) {
            return task->arrays == TCUI_SORT_BUFFERS ? task->keys_other : keys_between[0];
        }
        return discards_keys(task) ? keys_between[1] : task->keys_out;
    }

    void *values_of(int pass) const
    {
        const tcui_radix_sort_task *const task = call.task;
        if (!is_to_end(pass)) {
            return task->arrays == TCUI_SORT_BUFFERS ? task->values_other : values_between;
        }
        return task->values_out;
    }

    bool is_scheduled;
    void *keys_between[2] = {}, *values_between = nullptr;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_CALL_CUH */
