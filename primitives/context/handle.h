/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What plans have in common: the backend and device that their memory belongs to, and an entry in the registry of live
 * handles. The first member of every plan.
 */
#ifndef TCUI_HANDLE_H
#define TCUI_HANDLE_H

#include "context_internal.h"
#include "live.h"

typedef struct tcui_handle {
    const tcui_backend *backend;
    int device;
} tcui_handle;

/* The handle of a new plan of the context's backend and device. */
tcui_handle tcui_handle_of(const tcu_context *context);

/* Enters a plan that is complete; from here on it can be used. */
tcu_status tcui_handle_open(tcu_context *context, const tcui_handle *handle, tcui_kind kind);

/* The plan is set, alive, and of the context's backend and device; `name` is the argument's. */
tcu_status tcui_handle_check(tcu_context *context, const tcui_handle *handle, tcui_kind kind, const char *name);

/* Takes the plan out, which is the caller's to free then, or says (for the calling thread) that it is none. */
tcu_status tcui_handle_close(const tcui_handle *handle, tcui_kind kind, const char *name);

#endif /* TCUI_HANDLE_H */
