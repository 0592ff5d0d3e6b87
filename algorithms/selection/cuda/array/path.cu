/* SPDX-License-Identifier: Apache-2.0 */
/* Selections from whole arrays on CUDA devices, by the width of keys. */
#include "path.h"

#include "primitives/tile/element.cuh"

using namespace tcu;

namespace
{

/* function(bits of the keys' width). */
template <class Function>
tcu_status dispatch_key(const tcui_selection_task *task, Function function)
{
    switch (tcu_type_size(task->key_type)) {
    case 1:
        return function(u8());
    case 2:
        return function(u16());
    case 4:
        return function(u32());
    default:
        return function(u64());
    }
}

} // namespace

bool tcui_selection_is_of_array(const tcu_context *, const tcui_selection_task *task)
{
    return tcui_segments_are_whole(&task->segments);
}

tcu_status tcui_selection_array_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout)
{
    return dispatch_key(task, [&](auto key) { return reserve_selection<decltype(key)>(context, task, layout); });
}

tcu_status tcui_selection_array_execute(tcu_context *context, const tcui_selection_task *task, void *workspace)
{
    return dispatch_key(task, [&](auto key) { return launch_selection<decltype(key)>(context, task, workspace); });
}
