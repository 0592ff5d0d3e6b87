/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long arrays: two passes over the 16 highest bits that vary, and what is left are short segments, each of which is
 * sorted by a block in one read and one write (after E. Stehle, H.-A. Jacobsen, "A Memory Bandwidth-Efficient Hybrid
 * Radix Sort on GPUs", SIGMOD 2017, whose passes begin with the highest digit). Segments that are too long for blocks
 * are runs, for the remaining passes. Whether that pays, and which bits vary, is seen on the device (survey.cuh); where
 * it does not, the same launches sort by a pass for each digit.
 */
#include "algorithms/radix_sort/cuda/passes/call.cuh"
#include "algorithms/radix_sort/cuda/segments/short.h"
#include "bounds.cuh"

using namespace tcu;

namespace
{

constexpr int upper = TCUI_SORT_UPPER_PASSES;

/* As many bits as leave short segments, if keys are evenly spread. */
int upper_bits_of(const tcu_context *context, uint64_t n)
{
    const uint64_t segment_items = tcui_radix_sort_policy_of(context).segment_items;
    int bits = 1;
    while (bits < most_upper_bits && (n >> bits) > segment_items)
        ++bits;
    return bits;
}

/* What is left behind the upper passes: segments that agree in the upper bits. */
tcui_radix_sort_task rest_of(const tcu_context *context, const tcui_radix_sort_task *task)
{
    tcui_radix_sort_task rest = *task;
    const int upper_bits = upper_bits_of(context, task->segments.n);
    rest.segments = tcui_segments_offsets(task->segments.n, nullptr, uint64_t{1} << upper_bits);
    /* What is left are fewer bits by the upper ones. But where equal keys cannot be told apart, they need not be, so
     * all bits stay compared. */
    if (!tcui_is_bare(task))
        rest.end_bit = task->end_bit - upper_bits;
    if (task->payload == TCUI_PAYLOAD_INDICES) /* they are made by the first pass */
        rest.payload = TCUI_PAYLOAD_VALUES;
    return rest;
}

/* The workspace. */
struct hybrid_room {
    tcui_radix_sort_task rest;
    sort_survey_counts *counts;
    sort_plan *plan;
    tcui_radix_rest *rest_bits;
    int64_t *offsets;
    segment_lists lists;
    sort_room passes;

    hybrid_room(const tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout, void *base)
        : rest(rest_of(context, task)), counts(reserve<sort_survey_counts>(layout, base, 1)),
          plan(reserve<sort_plan>(layout, base, 1)), rest_bits(reserve<tcui_radix_rest>(layout, base, 1)),
          offsets(reserve<int64_t>(layout, base, rest.segments.count + 1)),
          lists(place_segments(context, &rest, tcui_radix_sort_policy_of(context).most_runs, layout, base)),
          passes(context, task, {lists.most_runs, passes_of(task).count, true}, layout, base)
    {
    }

  private:
    template <class T>
    static T *reserve(tcui_layout *layout, void *base, uint64_t count)
    {
        const size_t offset = tcui_layout_reserve(layout, count, sizeof(T));
        return base != nullptr ? reinterpret_cast<T *>(static_cast<char *>(base) + offset) : nullptr;
    }
};

template <class Key>
tcu_status plan_digits(tcu_context *context, const tcui_radix_sort_task *task, const hybrid_room &room)
{
    const sort_survey<Key> survey = {static_cast<const Key *>(task->keys_in),
                                     task->segments.n,
                                     tcui_sort_block_items(context, &room.rest),
                                     upper_bits_of(context, task->segments.n),
                                     sort_order<Key>::of(tcui_key_order_of(task->key_type, task->descending)),
                                     passes_of(task),
                                     room.counts,
                                     room.plan,
                                     room.rest_bits};
    return launch_as(launch_kind::cooperative, context, survey_keys<Key>,
                     std::min<uint64_t>(TCUI_SORT_SURVEY_BLOCKS, context->properties.multiprocessors),
                     TCUI_SORT_SURVEY_THREADS, 0, survey);
}

template <class Key>
tcu_status find_segments(tcu_context *context, const tcui_radix_sort_task *task, const hybrid_room &room,
                         const void *keys)
{
    const sort_bounds<Key> bounds = {static_cast<const Key *>(keys),
                                     task->segments.n,
                                     sort_order<Key>::of(tcui_key_order_of(task->key_type, task->descending)),
                                     room.plan,
                                     static_cast<uint32_t>(room.rest.segments.count),
                                     room.offsets};
    return launch(context, find_bounds<Key>, divide_up(room.rest.segments.count + 1, TCUI_SORT_BOUNDS_THREADS),
                  TCUI_SORT_BOUNDS_THREADS, 0, bounds);
}

tcu_status sort_rest(tcu_context *context, const hybrid_room &room, const sort_step &last)
{
    tcui_radix_sort_task rest = room.rest;
    rest.keys_in = last.keys_out;
    rest.values_in = last.values_out;
    rest.segments.offsets = room.offsets;
    /* Indices that blocks sort in place take their keys along: if there are too many runs, passes sort both again. */
    if (rest.keys_out == nullptr && rest.values_out == rest.values_in)
        rest.keys_out = last.keys_out;
    return sort_short_segments(context, &rest, room.lists, room.rest_bits);
}

} // namespace

uint64_t tcui_sort_hybrid_items(const tcui_radix_sort_task *task)
{
    return task->arrays == TCUI_SORT_BUFFERS ? sort_tile_items(task, false) * uint64_t{TCUI_SORT_HYBRID_TILES}
                                             : UINT64_MAX;
}

bool tcui_sort_is_hybrid(const tcu_context *, const tcui_radix_sort_task *task)
{
    return tcui_segments_are_whole(&task->segments) && tcu_type_size(task->key_type) >= 4 &&
           tcui_radix_passes(task) > upper && task->segments.n <= tcui_sort_hybrid_items(task);
}

bool tcui_sort_hybrid_pays(const tcu_context *, const tcui_radix_sort_task *task)
{
    return task->segments.n >= TCUI_SORT_HYBRID_ITEMS;
}

tcu_status tcui_sort_hybrid_plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    hybrid_room(context, task, layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_hybrid_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    hybrid_room room(context, task, &layout, workspace);
    const tcui_sort_runs runs = room.lists.all_runs();
    sort_call &call = room.passes.call;
    call.runs = &runs;
    call.plan = room.plan;
    const bool is_narrow = sort_register_bits(task) == 32;
    const sort_step last = room.passes.step(upper - 1);

    tcu_status status =
        is_narrow ? plan_digits<uint32_t>(context, task, room) : plan_digits<uint64_t>(context, task, room);
    if (status == TCU_SUCCESS)
        status = count_digits(context, call, {task->keys_in, 0, false});
    for (int pass = 0; pass < upper && status == TCU_SUCCESS; ++pass)
        status = run_pass(context, call, room.passes.step(pass));
    if (status == TCU_SUCCESS)
        status = is_narrow ? find_segments<uint32_t>(context, task, room, last.keys_out)
                           : find_segments<uint64_t>(context, task, room, last.keys_out);
    if (status == TCU_SUCCESS)
        status = sort_rest(context, room, last);
    if (status == TCU_SUCCESS)
        status = count_digits(context, call, {last.keys_out, upper, true});
    for (int pass = upper; pass < upper + call.passes.count && status == TCU_SUCCESS; ++pass)
        status = run_pass(context, call, room.passes.step(pass));
    return status;
}
