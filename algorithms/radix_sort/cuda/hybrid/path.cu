/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long arrays: two or three passes over the highest bits that vary, and what is left are short segments, each of which is
 * sorted by a block in one read and one write (after E. Stehle, H.-A. Jacobsen, "A Memory Bandwidth-Efficient Hybrid
 * Radix Sort on GPUs", SIGMOD 2017, whose passes begin with the highest digit). Segments that are too long for blocks
 * are runs, for the remaining passes. Whether that pays, and which bits vary, is seen on the device (survey.cuh); where
 * it does not, the same launches sort by a pass for each digit.
 */
#include "algorithms/radix_sort/cuda/passes/call.cuh"
#include "algorithms/radix_sort/cuda/segments/short.h"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "bounds.cuh"

using namespace tcu;

namespace
{

/* As many bits as leave short segments, if keys are evenly spread. */
int prefix_bits_of(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const uint64_t segment_items = tcui_radix_sort_policy_of(context).segment_items;
    int bits = 1;
    while (bits < most_prefix_bits && task->segments.n >> bits > segment_items) {
        bits++;
    }
    return bits;
}

/* What is left behind the upper passes: segments that agree in the upper bits. */
tcui_radix_sort_task rest_of(const tcu_context *context, const tcui_radix_sort_task *task)
{
    tcui_radix_sort_task rest = *task;
    const int prefix_bits = prefix_bits_of(context, task);
    rest.segments = tcui_segments_offsets(task->segments.n, nullptr, uint64_t{1} << prefix_bits);
    /* The upper bits are done, so only the lower ones are compared. But bare keys stay compared by all bits: equal ones
     * need not be told apart, and so they stay bare. */
    if (!tcui_is_bare(task)) {
        rest.end_bit = task->end_bit - prefix_bits;
    }
    if (task->payload == TCUI_PAYLOAD_INDICES) { /* they are made by the first pass */
        rest.payload = TCUI_PAYLOAD_VALUES;
    }
    return rest;
}

/* The workspace. */
struct hybrid_room {
    tcui_radix_sort_task rest;
    bool may_move; /* there may be a leading pass (leading.cuh) */
    hybrid_survey_counts *counts;
    sort_schedule *schedule;
    sort_segments_schedule *segments;
    sort_schedule *leading; /* NULL if not */
    int64_t *offsets;
    uint64_t most_runs;
    segment_lists lists;
    uint64_t *run_begins, *run_ends;
    uint32_t *num_runs;
    sort_room passes;

    hybrid_room(const tcu_context *context, const tcui_radix_sort_task *task, bool may_move, tcui_layout *layout,
                void *base)
        : rest(rest_of(context, task)), may_move(may_move), counts(place<hybrid_survey_counts>(layout, base, 1)),
          schedule(place<sort_schedule>(layout, base, 1)), segments(place<sort_segments_schedule>(layout, base, 1)),
          leading(may_move ? place<sort_schedule>(layout, base, 1) : nullptr),
          offsets(place<int64_t>(layout, base, rest.segments.count + 1)), most_runs(most_runs_of(context, &rest)),
          lists(place_segments(context, &rest, rest.segments.count + most_parts(), most_runs, layout, base)),
          run_begins(place<uint64_t>(layout, base, most_listed())),
          run_ends(place<uint64_t>(layout, base, most_listed())), num_runs(place<uint32_t>(layout, base, 1)),
          passes(context, task, sort_extent::of_hybrid(task, most_listed(), may_move), layout, base)
    {
    }

    tcui_sort_runs runs() const { return {lists.most_runs, run_begins, run_ends, num_runs}; }

    /* Those that a leading pass leaves, for the pass behind it. */
    tcui_sort_runs leading_runs() const { return {sort_bins, run_begins, run_ends, num_runs}; }

  private:
    /* As many as the array has room for; one at least, since a list that is empty is a list, too. */
    static uint64_t most_runs_of(const tcu_context *context, const tcui_radix_sort_task *rest)
    {
        const uint64_t in_array = rest->segments.n / (tcui_sort_block_items(context, rest) + 1);
        return std::max<uint64_t>(std::min(in_array, tcui_radix_sort_policy_of(context).most_runs), 1);
    }

    /* Three passes are made apart only. */
    uint64_t most_parts() const { return rest.arrays == TCUI_SORT_APART ? most_runs * sort_parts : 0; }

    uint64_t most_listed() const { return may_move ? std::max<uint64_t>(most_runs, sort_bins) : most_runs; }
};

template <class Key>
tcu_status schedule_digits(tcu_context *context, const tcui_radix_sort_task *task, const hybrid_room &room)
{
    const hybrid_survey<Key> survey = {
        sort_survey<Key, hybrid_survey_counts>::of(task, passes_of(task), tcui_sort_block_items(context, &room.rest),
                                                   room.counts, room.schedule),
        room.most_runs,
        prefix_bits_of(context, task),
        task->arrays == TCUI_SORT_APART,
        room.segments,
        room.leading};
    return launch_survey(context, survey_keys<Key>, survey);
}

/* A leading pass, where one is scheduled, and the pass behind it, which ends where the last of the upper passes does. */
tcu_status move_values(tcu_context *context, const tcui_radix_sort_task *task, const hybrid_room &room,
                       const tcui_sort_moving &moving)
{
    const sort_step between = room.passes.step(sort_upper_passes - 2), last = room.passes.step(sort_upper_passes - 1);
    const tcui_sort_runs runs = room.leading_runs();
    tcui_radix_sort_task with_values = *task, with_indices = *task;
    with_values.payload = TCUI_PAYLOAD_VALUES;
    with_values.values_in = moving.values;
    with_values.value_bytes = sizeof(uint4);
    with_indices.keys_in = between.keys_out;
    sort_call counts = room.passes.call;
    counts.schedule = room.leading;
    counts.runs = &runs;
    sort_call moves = counts, follows = counts;
    moves.task = &with_values;
    cut(context, &moves.tiles, sort_vector_tile_size(task), false);
    follows.task = &with_indices;
    const sort_leading leading = {room.leading,     room.schedule,         counts.starts,
                                  task->segments.n, task->segments.length, room.run_begins,
                                  room.run_ends,    room.num_runs,         moving.has_moved};

    tcu_status status = count_digits(context, counts, {task->keys_in, leading_pass, 0, false});
    if (status == TCU_SUCCESS) {
        status = launch(context, list_leading_runs, 1, sort_bins, 0, leading);
    }
    if (status == TCU_SUCCESS) {
        status = launch_pass_of_size<16, false>(
            context, moves, {leading_pass, nullptr, between.keys_out, nullptr, moving.moved_values});
    }
    if (status == TCU_SUCCESS) {
        status = count_digits(context, follows, {between.keys_out, pass_behind_leading, 1, true});
    }
    if (status == TCU_SUCCESS) {
        status = run_pass(context, follows, {pass_behind_leading, nullptr, last.keys_out, nullptr, last.values_out});
    }
    return status;
}

/* Finds the segments of `keys`, and lists them by their lengths. */
template <class Key>
tcu_status find_segments(tcu_context *context, const tcui_radix_sort_task *task, const hybrid_room &room,
                         const void *keys)
{
    const sort_bounds<Key> bounds = {static_cast<const Key *>(keys),
                                     task->segments.n,
                                     task->segments.length,
                                     sort_order<Key>::of(tcui_key_order_of(task->key_type, task->descending)),
                                     room.schedule,
                                     room.segments,
                                     static_cast<uint32_t>(room.rest.segments.count),
                                     room.offsets,
                                     room.lists,
                                     room.run_begins,
                                     room.run_ends,
                                     room.num_runs};
    tcui_segments segments = room.rest.segments;
    segments.offsets = room.offsets;
    tcu_status status = launch(context, find_bounds<Key>, divide_up(segments.count + 1, TCUI_SORT_BOUNDS_THREADS),
                               TCUI_SORT_BOUNDS_THREADS, 0, bounds);
    if (status == TCU_SUCCESS) {
        status = list_short_segments(context, segments, room.lists);
    }
    if (status == TCU_SUCCESS) {
        status = launch(context, divide_runs<Key>, room.lists.most_runs, sort_parts, 0, bounds);
    }
    if (status == TCU_SUCCESS) {
        status = launch(context, drop_lists_if_too_many<Key>, divide_up(segments.count + 1, TCUI_SORT_BOUNDS_THREADS),
                        TCUI_SORT_BOUNDS_THREADS, 0, bounds);
    }
    return status;
}

tcu_status sort_rest(tcu_context *context, const hybrid_room &room, const sort_step &last)
{
    tcui_radix_sort_task rest = room.rest;
    rest.keys_in = last.keys_out;
    rest.values_in = last.values_out;
    rest.segments.offsets = room.offsets;
    return sort_short_segments(context, &rest, room.lists, &room.segments->rest);
}

} // namespace

uint64_t tcui_sort_hybrid_items(const tcu_context *context, const tcui_radix_sort_task *task)
{
    /* Segments of evenly spread keys, whose lengths differ a little. */
    const uint64_t by_segments = (tcui_sort_block_items(context, task) / 16 * 15) << most_prefix_bits;
    if (task->arrays != TCUI_SORT_BUFFERS) {
        return by_segments;
    }
    const bool has_small_tiles = by_segments <= small_tiles_up_to(context);
    return std::min(by_segments, sort_tile_size_of(task, has_small_tiles).items() * uint64_t{TCUI_SORT_HYBRID_TILES});
}

bool tcui_sort_is_hybrid(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return tcui_segments_are_whole(&task->segments) && tcu_type_size(task->key_type) >= 4 &&
           tcui_radix_passes(task) > 2 && task->segments.n <= tcui_sort_hybrid_items(context, task);
}

bool tcui_sort_hybrid_pays(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(context);
    const uint64_t least = sort_register_bits(task) == 64       ? policy.hybrid_8
                           : task->payload == TCUI_PAYLOAD_NONE ? policy.hybrid_4
                                                                : policy.hybrid_4_values;
    return task->segments.n >= least;
}

bool tcui_sort_hybrid_can_move(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return tcui_sort_is_hybrid(context, task) && task->payload == TCUI_PAYLOAD_INDICES &&
           task->value_bytes == sizeof(uint32_t) && task->arrays != TCUI_SORT_BUFFERS &&
           task->segments.n > small_tiles_up_to(context) && prefix_bits_of(context, task) > TCUI_DIGIT_BITS;
}

tcu_status tcui_sort_hybrid_reserve(tcu_context *context, const tcui_radix_sort_task *task, bool may_move,
                                    tcui_layout *layout)
{
    hybrid_room(context, task, may_move, layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_hybrid_execute(tcu_context *context, const tcui_radix_sort_task *task,
                                    const tcui_sort_moving *moving, void *workspace)
{
    tcui_layout layout = {};
    hybrid_room room(context, task, moving != nullptr, &layout, workspace);
    const tcui_sort_runs runs = room.runs();
    sort_call &call = room.passes.call;
    call.runs = &runs;
    call.schedule = room.schedule;
    const bool is_narrow = sort_register_bits(task) == 32;
    const sort_step last = room.passes.step(sort_upper_passes - 1);

    tcu_status status =
        is_narrow ? schedule_digits<uint32_t>(context, task, room) : schedule_digits<uint64_t>(context, task, room);
    if (status == TCU_SUCCESS && moving != nullptr) {
        status = move_values(context, task, room, *moving);
    }
    if (status == TCU_SUCCESS) {
        status = count_digits(context, call, {task->keys_in, 0, 0, false});
    }
    for (int pass = 0; pass < sort_upper_passes && status == TCU_SUCCESS; pass++) {
        status = run_pass(context, call, room.passes.step(pass));
    }
    if (status == TCU_SUCCESS) {
        status = is_narrow ? find_segments<uint32_t>(context, task, room, last.keys_out)
                           : find_segments<uint64_t>(context, task, room, last.keys_out);
    }
    if (status == TCU_SUCCESS) {
        status = sort_rest(context, room, last);
    }
    if (status == TCU_SUCCESS) {
        status = count_digits(context, call, {last.keys_out, sort_upper_passes, 1, true});
    }
    for (int pass = sort_upper_passes; pass < room.passes.num_passes() && status == TCU_SUCCESS; pass++) {
        status = run_pass(context, call, room.passes.step(pass));
    }
    return status;
}
