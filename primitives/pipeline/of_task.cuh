/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of an operation's own task, as a table of code paths (primitives/context/path.h) takes them: of any task. */
#ifndef TCUI_OF_TASK_CUH
#define TCUI_OF_TASK_CUH

namespace tcu
{

/* of_task<tcui_scan_is_small>::call, for instance. */
template <auto Function>
struct of_task;

template <class Result, class Context, class Task, class... Rest, Result (*Function)(Context *, const Task *, Rest...)>
struct of_task<Function> {
    static Result call(Context *context, const void *task, Rest... rest)
    {
        return Function(context, static_cast<const Task *>(task), rest...);
    }
};

} // namespace tcu

#endif /* TCUI_OF_TASK_CUH */
