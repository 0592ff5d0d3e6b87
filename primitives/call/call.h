/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The frame of every call, once its arguments are checked: the backend says what workspace it needs, the context's device
 * becomes the thread's, the workspace is found, the work is done or enqueued. Operations differ in their tasks only.
 */
#ifndef TCUI_CALL_H
#define TCUI_CALL_H

#include "arrays.h"
#include "primitives/context/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * An operation, and what it does around its backend's paths, such as tasks that are the same on every backend. `task` is
 * the operation's own. Both functions or none: with none the task is one of the backend's, and its path does it.
 */
typedef struct tcui_call {
    tcui_operation_id operation;
    /* No real is computed, so any floating-point environment will do. (To ask which one it is takes 7 ns.) */
    bool of_integers;
    /* Adds what execute() needs to the layout. A query and a call of the same task get the same. */
    tcu_status (*reserve)(tcu_context *context, const void *task, tcui_layout *layout);
    /* `workspace` is what reserve() reserved, aligned to TCUI_WORKSPACE_ALIGNMENT, full of garbage. */
    tcu_status (*execute)(tcu_context *context, const void *task, void *workspace);
} tcui_call;

/* The context's backend's table of an operation. */
static inline const tcui_operation *tcui_operation_of(const tcu_context *context, tcui_operation_id id)
{
    return context->backend->operations[id];
}

/*
 * The bytes of workspace that a call of `task` needs, 0 where it has no work: `bytes` must not be NULL, and arrays of
 * these extents have to exist. No device work.
 */
tcu_status tcui_call_query(tcu_context *context, const tcui_call *call, const void *task, const tcui_arrays *arrays,
                           bool has_work, size_t *bytes);

/*
 * The call; `arrays` are checked but for the workspace, which must not overlap them, and for the memory space. Whatever
 * becomes of the call, the thread's device is afterwards what it was, and what the call allocated is given back. A call
 * that has nothing to do is none: it does not come here, and accepts any workspace.
 */
tcu_status tcui_call_run(tcu_context *context, const tcui_call *call, const void *task, const tcui_arrays *arrays);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_CALL_H */
