/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sort in passes: the workspace, between which arrays the passes go, and their order. Where digits begin is counted
 * before, of all passes at once (digits/count.cuh); then each pass goes from one array to another: the last one to the
 * output, the one before it to the other array, and so on back to the first, which reads the input. In place their
 * number is even, so that the first does not write what it reads.
 */
#include "primitives/pipeline/launch.cuh"
#include "steps.cuh"

using namespace tcu;

namespace
{

sort_passes passes_of(const tcui_radix_sort_task *task)
{
    const int needed = tcui_radix_passes(task);
    int count = needed > 0 ? needed : 1; /* 0 bits to compare: a copy */
    if (task->arrays == TCUI_SORT_IN_PLACE)
        count += count % 2;
    return {count, task->begin_bit, task->end_bit};
}

/* Arrays of fewer go by small tiles. */
uint64_t large_from(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const uint64_t percent = tcui_radix_sort_policy_of(context).large_percent;
    const uint64_t items = sort_tile_items(task, false) * static_cast<uint64_t>(context->properties.multiprocessors);
    return !context->has_bulk_copies || percent > UINT64_MAX / items ? UINT64_MAX : items * percent / 100;
}

/* Tiles that the workspace has room for: as many as an array of n or fewer needs. */
uint64_t most_tiles(const tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_runs)
{
    const uint64_t n = task->segments.n, limit = large_from(context, task);
    const uint64_t small = divide_up(n < limit ? n : limit, sort_tile_items(task, true)),
                   large = divide_up(n, sort_tile_items(task, false));
    return (small > large ? small : large) + most_runs;
}

/* Rows of look-back slots (look_back.cuh): for one run three for each block that there may be, or more; for several
 * runs one for each tile. */
int log2_slot_rows(const tcu_context *context, uint64_t tiles, bool has_runs)
{
    const uint64_t blocks = static_cast<uint64_t>(TCUI_SORT_SMALL_BLOCKS) * context->properties.multiprocessors;
    const uint64_t least = has_runs ? tiles : 3 * blocks;
    int log2_rows = 0;
    while (uint64_t{1} << log2_rows < least)
        ++log2_rows;
    return log2_rows;
}

/* Reserves; with a base, also says where things are. */
struct pass_room {
    void *keys_between[2] = {}, *values_between = nullptr;

    pass_room(const tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_runs, tcui_layout *layout,
              void *base, sort_call *call)
        : layout(layout), base(static_cast<char *>(base))
    {
        const uint64_t n = task->segments.n, tiles = most_tiles(context, task, most_runs);
        const size_t key_bytes = tcu_type_size(task->key_type);
        const int passes = call->passes.count;
        const bool has_between = passes > 1 && task->arrays != TCUI_SORT_BUFFERS;
        call->starts = reserve<uint64_t>((most_runs > 0 ? most_runs : 1) * passes * sort_bins);
        call->log2_slot_rows = log2_slot_rows(context, tiles, most_runs > 0);
        const uint64_t most_rows = static_cast<uint64_t>(1) << call->log2_slot_rows;
        call->slot_rows = tiles < most_rows ? tiles : most_rows;
        call->slots[0] = reserve<uint32_t>(call->slot_rows * sort_bins);
        call->slots[1] = reserve<uint32_t>(call->slot_rows * sort_bins);
        call->tile_list = reserve<sort_tile>(most_runs > 0 ? tiles : 0);
        call->tiles_listed = reserve<uint32_t>(most_runs > 0 ? 1 : 0);
        keys_between[0] = reserve<char>(has_between ? n : 0, key_bytes);
        /* Argsort discards its keys: they go to a temporary buffer. */
        keys_between[1] = reserve<char>(task->payload == TCUI_PAYLOAD_INDICES && passes > 2 ? n : 0, key_bytes);
        values_between = reserve<char>(has_between && task->value_bytes > 0 ? n : 0, task->value_bytes);
    }

  private:
    template <class T>
    T *reserve(uint64_t count, size_t bytes = sizeof(T))
    {
        const size_t offset = tcui_layout_reserve(layout, count, bytes);
        return count > 0 && base != nullptr ? reinterpret_cast<T *>(base + offset) : nullptr;
    }

    tcui_layout *layout;
    char *base;
};

tcu_status run_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    switch (sort_value_room(call.task)) {
    case 0:
        return run_keys_pass(context, call, step);
    case 4:
        return run_values_pass(context, call, step);
    default:
        return run_wide_values_pass(context, call, step);
    }
}

} // namespace

bool tcui_sort_passes_swap(const tcui_radix_sort_task *task)
{
    return passes_of(task).count % 2 != 0;
}

tcu_status tcui_sort_passes_plan(tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_runs,
                                 tcui_layout *layout)
{
    sort_call call = {};
    call.passes = passes_of(task);
    pass_room(context, task, most_runs, layout, nullptr, &call);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_passes_execute(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_runs *runs,
                                    void *workspace)
{
    tcui_layout layout = {};
    sort_call call = {};
    call.task = task;
    call.runs = runs;
    call.passes = passes_of(task);
    const pass_room room(context, task, runs != nullptr ? runs->most : 0, &layout, workspace, &call);
    call.is_small = task->segments.n < large_from(context, task);
    call.tiles.n = task->segments.n;
    call.tiles.tile_items = sort_tile_items(task, call.is_small);
    call.tiles.whole_tiles = static_cast<uint32_t>(divide_up(task->segments.n, call.tiles.tile_items));
    call.tiles.list = call.tile_list;
    call.tiles.listed = call.tiles_listed;

    const bool given = task->arrays == TCUI_SORT_BUFFERS, has_indices = task->payload == TCUI_PAYLOAD_INDICES;
    void *const keys[2] = {has_indices ? room.keys_between[1] : task->keys_out,
                           given ? task->keys_other : room.keys_between[0]};
    void *const values[2] = {task->values_out, given ? task->values_other : room.values_between};
    sort_step step = {0, task->keys_in, nullptr, task->values_in, nullptr};
    tcu_status status = count_digits(context, call);
    for (; step.pass < call.passes.count && status == TCU_SUCCESS; ++step.pass) {
        const int to_end = call.passes.count - 1 - step.pass;
        step.keys_out = to_end == 0 && has_indices ? nullptr : keys[to_end % 2];
        step.values_out = values[to_end % 2];
        status = run_pass(context, call, step);
        step.keys_in = step.keys_out;
        step.values_in = step.values_out;
    }
    return status;
}
