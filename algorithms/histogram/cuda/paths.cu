/* SPDX-License-Identifier: Apache-2.0 */
/* The histograms of the CUDA backend: which code path a call takes. Nothing that plan() does not know decides. */
#include "paths.h"

namespace
{

const tcui_histogram_backend &choose_path(const tcu_context *context, const tcui_histogram_task *task)
{
    static const tcui_histogram_backend in_private = {tcui_histogram_private_plan, tcui_histogram_private_execute};
    static const tcui_histogram_backend in_order = {tcui_histogram_ordered_plan, tcui_histogram_ordered_execute};
    static const tcui_histogram_backend in_global = {tcui_histogram_global_plan, tcui_histogram_global_execute};
    if (tcui_histogram_is_private(context, task))
        return in_private;
    return task->weighted && tcui_is_real(task->weight_type) ? in_order : in_global;
}

tcu_status plan(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    return choose_path(context, task).plan(context, task, layout);
}

tcu_status execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    return choose_path(context, task).execute(context, task, workspace);
}

} // namespace

extern "C" const tcui_histogram_backend tcui_histogram_cuda = {plan, execute};
