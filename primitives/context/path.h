/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code paths: an operation has a table of them on each backend, and one function here chooses for all operations. The
 * task is the operation's own type.
 */
#ifndef TCUI_PATH_H
#define TCUI_PATH_H

#include "context_internal.h"
#include "workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tcui_path {
    const char *name; /* in TCU_PATH and tcu_call_info */
    /* Whether the path can do the task; NULL: it can do every task. */
    bool (*applies)(const tcu_context *context, const void *task);
    /* Whether it is the one to take where it applies; NULL: always. */
    bool (*pays)(const tcu_context *context, const void *task);
    /* Adds to the layout what execute() needs, from what a query has: everything in the task but pointers. NULL: it
     * needs nothing. */
    tcu_status (*reserve)(tcu_context *context, const void *task, tcui_layout *layout);
    /* `workspace` is what reserve() reserved, aligned to TCUI_WORKSPACE_ALIGNMENT, full of garbage. */
    tcu_status (*execute)(tcu_context *context, const void *task, void *workspace);
} tcui_path;

/* An operation on one backend. The first path that applies and pays is taken; the last one takes what is left. */
typedef struct tcui_operation {
    tcui_operation_id id;
    const char *name; /* "scan" */
    const tcui_path *paths;
    int num_paths;
    /* Instead of the chosen path's reserve(), where a workspace has to do for several paths; NULL: there is no need. */
    tcu_status (*reserve)(tcu_context *context, const void *task, tcui_layout *layout);
    const void *extension; /* what else the operation asks of a backend, of its own type */
} tcui_operation;

/* The tables of all operations: tcui_reduce_host, tcui_reduce_reference, tcui_reduce_cuda, ... */
#define TCUI_TABLES(number, name)                                                                                      \
    extern const tcui_operation tcui_##name##_host, tcui_##name##_reference, tcui_##name##_cuda;
TCUI_FOR_OPERATIONS(TCUI_TABLES)
#undef TCUI_TABLES

/* The path of a task: the one that TCU_PATH names where that applies, else by the table; of several, and at all. */
const tcui_path *tcui_choose_path_of_several(const tcu_context *context, const tcui_operation *operation,
                                             const void *task);
static inline const tcui_path *tcui_choose_path(const tcu_context *context, const tcui_operation *operation,
                                                const void *task)
{
    return operation->num_paths == 1 ? operation->paths : tcui_choose_path_of_several(context, operation, task);
}

/* What every caller of an operation uses: public functions, and other operations' paths. */
tcu_status tcui_reserve(tcu_context *context, const tcui_operation *operation, const void *task, tcui_layout *layout);
tcu_status tcui_execute(tcu_context *context, const tcui_operation *operation, const void *task, void *workspace);

/* reserve() of the path that is chosen for `task`, without the operation's own. */
tcu_status tcui_reserve_path(tcu_context *context, const tcui_operation *operation, const void *task,
                             tcui_layout *layout);

/*
 * Forces paths as TCU_PATH says: "operation:path", several with commas between them. TCU_ERROR_INVALID_ARGUMENT, with a
 * sentence for the calling thread that lists the names, where one is unknown.
 */
tcu_status tcui_force_paths(tcu_context *context, const char *text);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_PATH_H */
