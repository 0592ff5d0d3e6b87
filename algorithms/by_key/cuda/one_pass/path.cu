/* SPDX-License-Identifier: Apache-2.0 */
/* Operations by key in one pass: workspace and dispatch. */
#include "algorithms/by_key/cuda/paths.h"
#include "dispatch.cuh"
#include "primitives/call/items.h"

namespace tcu
{

template <class Operator>
tcu_status by_key_one_pass(tcu_context *context, const tcui_by_key_task *task, void *workspace);

} // namespace tcu

bool tcui_by_key_fits_one_pass(const tcu_context *, const tcui_by_key_task *task)
{
    return task->kind != TCUI_BY_KEY_UNIQUE || tcui_is_word(task->value_bytes);
}

tcu_status tcui_by_key_one_pass_reserve(tcu_context *, const tcui_by_key_task *task, tcui_layout *layout)
{
    return tcu::dispatch_by_key(task, [&](auto any) {
        tcu::place_by_key_chain<typename decltype(any)::type>(task, layout, nullptr);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_by_key_one_pass_execute(tcu_context *context, const tcui_by_key_task *task, void *workspace)
{
    return tcu::dispatch_by_key(
        task, [&](auto any) { return tcu::by_key_one_pass<typename decltype(any)::type>(context, task, workspace); });
}
