/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sort in passes: where digits begin is counted before, of all passes at once (digits/count.cuh), then the passes
 * follow each other.
 */
#include "call.cuh"

using namespace tcu;

namespace
{

sort_extent extent_of(const tcui_radix_sort_task *task, uint64_t most_runs)
{
    return most_runs > 0 ? sort_extent::of_runs(task, most_runs) : sort_extent::of_array();
}

} // namespace

tcu_status tcu::run_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    switch (sort_value_room(call.task)) {
    case 0:
        return launch_pass<0>(context, call, step);
    case 4:
        return launch_pass<4>(context, call, step);
    default:
        return launch_pass<8>(context, call, step);
    }
}

bool tcui_sort_passes_swap(const tcu_context *, const tcui_radix_sort_task *task)
{
    return passes_of(task).count % 2 != 0;
}

tcu_status tcui_sort_passes_reserve(tcu_context *context, const tcui_radix_sort_task *task, uint64_t most_runs,
                                    tcui_layout *layout)
{
    sort_room(context, task, extent_of(task, most_runs), layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_passes_execute(tcu_context *context, const tcui_radix_sort_task *task, const tcui_sort_runs *runs,
                                    void *workspace)
{
    tcui_layout layout = {};
    sort_room room(context, task, extent_of(task, runs != nullptr ? runs->most : 0), &layout, workspace);
    room.call.runs = runs;
    tcu_status status = count_digits(context, room.call, {task->keys_in, 0, 0, runs != nullptr});
    for (int pass = 0; pass < room.num_passes() && status == TCU_SUCCESS; pass++) {
        status = run_pass(context, room.call, room.step(pass));
    }
    return status;
}
