/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of code paths (primitives/context/path.h) by functions of an operation's own task. */
#ifndef TCUI_OF_TASK_CUH
#define TCUI_OF_TASK_CUH

#include "primitives/context/path.h"

namespace tcu
{

/* of_task<tcui_scan_is_small>::call, for instance, is the same function of any task; of nullptr nullptr. */
template <auto Function>
struct of_task {
    static constexpr auto call = Function;
};

template <class Result, class Context, class Task, class... Rest, Result (*Function)(Context *, const Task *, Rest...)>
struct of_task<Function> {
    static Result call(Context *context, const void *task, Rest... rest)
    {
        return Function(context, static_cast<const Task *>(task), rest...);
    }
};

/* A row of a table; nullptr where tcui_path has NULL. */
template <auto Applies, auto Pays, auto Reserve, auto Execute>
constexpr tcui_path path_row(const char *name)
{
    return {name, of_task<Applies>::call, of_task<Pays>::call, of_task<Reserve>::call, of_task<Execute>::call};
}

/* An operation's table, with its own reserve() and its extension where it has them. */
template <int Count>
constexpr tcui_operation operation_of(tcui_operation_id id, const char *name, const tcui_path (&paths)[Count],
                                      decltype(tcui_operation::reserve) reserve = nullptr,
                                      const void *extension = nullptr)
{
    return {id, name, paths, Count, reserve, extension};
}

} // namespace tcu

#endif /* TCUI_OF_TASK_CUH */
