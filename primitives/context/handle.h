/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What plans have in common: a mark by which a pointer that is no plan, or no longer one, is told from one that is, and
 * the backend and device that the plan's memory belongs to. The first member of every plan.
 */
#ifndef TCUI_HANDLE_H
#define TCUI_HANDLE_H

#include "context_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TCUI_DESTROYED 0x7463755f64656164u /* a mark: "tcu_dead" */

typedef struct tcui_handle {
    uint64_t mark;
    const tcui_backend *backend;
    int device;
} tcui_handle;

/* The handle of a new plan of the context's backend and device; `kind` is that of its type. */
tcui_handle tcui_handle_open(const tcu_context *context, uint64_t kind);

/* The plan is alive; `name` is the argument's. Without a context the sentence is the calling thread's. */
tcu_status tcui_handle_check_alive(tcu_context *context, const tcui_handle *handle, uint64_t kind, const char *name);

/* The plan is set, alive, and of the context's backend and device. */
tcu_status tcui_handle_check(tcu_context *context, const tcui_handle *handle, uint64_t kind, const char *name);

/* The plan's memory is released: tcui_free_later(). */
void tcui_handle_close(tcui_handle *handle);

/*
 * Marks a plan or a context as destroyed. Its structure, which malloc() gave, is freed only when 64 others were destroyed,
 * so that a use after destruction finds the mark instead of reused memory.
 */
void tcui_free_later(void *structure, uint64_t *mark);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_HANDLE_H */
