/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments that are too long for blocks: two passes over the highest bits that vary, of which the second takes what is
 * long still, and blocks sort the parts (schedule.cuh), as they do behind the upper passes of a whole array (hybrid/). How
 * many bits vary, and whether dividing pays, is seen on the device (survey.cuh); where it does not, the same launches
 * sort by a pass for each digit.
 */
#include <algorithm>

#include "algorithms/radix_sort/cuda/passes/call.cuh"
#include "parts.cuh"
#include "survey.cuh"

using namespace tcu;

namespace
{

/* Parts, as a task of their own. How many of their bits are left to compare is known on the device alone. (Room is reckoned
 * as if all segments of one size were whole, so that the last one's parts have room too.) */
tcui_radix_sort_task parts_of(const tcui_radix_sort_task *task, uint64_t most_runs)
{
    tcui_radix_sort_task parts = *task;
    const tcui_segments &segments = task->segments;
    parts.segments = tcui_segments_offsets(is_by_offsets(task) ? segments.n : segments.count * segments.size, nullptr,
                                           most_runs * most_parts_of_run);
    return parts;
}

/* Runs: long segments, and parts that are longer than what blocks take. (Of segments of one size the last may be
 * shorter.) */
uint64_t most_runs_of(const tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &segments)
{
    return std::max(segments.most_runs, task->segments.n / (tcui_sort_block_items(context, task) + 1));
}

/* The workspace. */
struct divided_room {
    segment_lists segments;
    uint64_t most_runs;
    tcui_radix_sort_task parts;
    segment_lists lists[sort_divisions]; /* of each dividing pass's parts; all but the runs are the same */
    uint32_t *num_runs;
    division_survey_counts *counts;
    sort_schedule *schedule;
    sort_division *division;
    sort_room passes;

    divided_room(const tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout, void *base)
        : segments(place_segments(context, task, layout, base)), most_runs(most_runs_of(context, task, segments)),
          parts(parts_of(task, most_runs)), lists{place_segments(context, &parts, parts.segments.count, most_runs,
                                                                 layout, base)},
          num_runs(place<uint32_t>(layout, base, 1)), counts(place<division_survey_counts>(layout, base, 1)),
          schedule(place<sort_schedule>(layout, base, 1)), division(place<sort_division>(layout, base, 1)),
          passes(context, task, sort_extent::of_divided_runs(task, most_runs), layout, base)
    {
        lists[1] = lists[0];
        lists[1].run_begins = place<uint64_t>(layout, base, most_runs);
        lists[1].run_ends = place<uint64_t>(layout, base, most_runs);
        lists[1].runs = place<uint32_t>(layout, base, 1);
    }
};

tcu_status find_segments(tcu_context *context, const tcui_radix_sort_task *task, const segment_lists &segments)
{
    if (!is_by_offsets(task)) {
        return list_all_segments(context, task, segments);
    }
    const tcu_status status = list_short_segments(context, task->segments, segments);
    return status == TCU_SUCCESS ? sort_short_segments(context, task, segments, nullptr) : status;
}

template <class Key>
tcu_status schedule_digits(tcu_context *context, const tcui_radix_sort_task *task, const divided_room &room)
{
    const tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(context);
    const sort_call &call = room.passes.call;
    const division_survey<Key> survey = {
        sort_survey<Key, division_survey_counts>::of(task, call.passes, tcui_sort_block_items(context, task),
                                                     room.counts, room.schedule),
        task->segments,
        call.tiles.run_tile_items,
        policy.segment_items,
        tcui_is_real(task->key_type),
        policy.always_divides,
        room.segments.runs,
        room.segments.most_runs,
        room.num_runs,
        room.division};
    return launch_survey(context, survey_segments<Key>, survey);
}

/* Cuts runs into parts, and sorts those that blocks hold. */
tcu_status divide(tcu_context *context, const divided_room &room, const sort_call &call, int division)
{
    const int pass = first_dividing_pass + division;
    const sort_step step = room.passes.step(pass);
    const segment_lists &lists = room.lists[division];
    const sort_divided_runs divided = {call.schedule,    pass, call.starts_of_runs, call.runs->ends,
                                       call.runs->count, lists};
    const uint64_t blocks = TCUI_SORT_DIVIDED_LIST_BLOCKS * static_cast<uint64_t>(tcui_stream_multiprocessors(context));
    tcui_radix_sort_task parts = room.parts;
    parts.keys_in = step.keys_out;
    parts.values_in = step.values_out;

    const void *const keys = division == 0 ? call.task->keys_in : step.keys_in;
    tcu_status status = count_digits(context, call, {keys, pass, division, true});
    if (status == TCU_SUCCESS) {
        status = run_pass(context, call, step);
    }
    if (status == TCU_SUCCESS) {
        status = clear_segment_lists(context, lists);
    }
    if (status == TCU_SUCCESS) {
        status = launch(context, list_parts, std::min(call.runs->most, blocks), most_parts_of_run, 0, divided);
    }
    if (status == TCU_SUCCESS) {
        status = sort_listed_segments(context, &parts, lists, &room.division->rest[division]);
    }
    return status;
}

} // namespace

bool tcui_sort_is_divided(const tcu_context *, const tcui_radix_sort_task *task)
{
    return !tcui_segments_are_whole(&task->segments) && tcu_type_size(task->key_type) >= 4 &&
           tcui_radix_passes(task) > sort_divisions;
}

bool tcui_sort_divided_pays(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(context);
    /* (Dividing reals of 4 bytes takes longer than their four passes; and by offsets it is not known here whether there are
     * long segments.) */
    const bool is_narrow_real = tcui_is_real(task->key_type) && sort_register_bits(task) == 32;
    const bool are_short = task->segments.n / task->segments.count < policy.divided_mean;
    const uint64_t least = is_narrow_real || are_short          ? UINT64_MAX
                           : sort_register_bits(task) == 64     ? policy.divided_8
                           : task->payload == TCUI_PAYLOAD_NONE ? policy.divided_4
                                                                : policy.divided_4_values;
    return task->segments.n >= least;
}

tcu_status tcui_sort_divided_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    divided_room(context, task, layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_divided_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    divided_room room(context, task, &layout, workspace);
    sort_call &call = room.passes.call;
    call.schedule = room.schedule;
    tcui_sort_runs runs = {room.most_runs, room.segments.run_begins, room.segments.run_ends, room.num_runs};
    call.runs = &runs;

    tcu_status status = find_segments(context, task, room.segments);
    if (status != TCU_SUCCESS || room.segments.most_runs == 0) {
        return status;
    }
    status = sort_register_bits(task) == 32 ? schedule_digits<uint32_t>(context, task, room)
                                            : schedule_digits<uint64_t>(context, task, room);
    for (int division = 0; division < sort_divisions && status == TCU_SUCCESS; division++) {
        status = divide(context, room, call, division);
        runs = room.lists[division].all_runs();
    }
    if (status == TCU_SUCCESS) {
        const void *const keys = room.passes.step(sort_upper_passes).keys_in;
        status = count_digits(context, call, {keys, sort_upper_passes, sort_divisions, true});
    }
    for (int pass = sort_upper_passes; pass < room.passes.num_passes() && status == TCU_SUCCESS; pass++) {
        status = run_pass(context, call, room.passes.step(pass));
    }
    return status;
}
