/* SPDX-License-Identifier: Apache-2.0 */
/* How a task of stencils reaches the backend, from each of its public functions. */
#ifndef TCUI_STENCIL_TASK_H
#define TCUI_STENCIL_TASK_H

#include "backend.h"
#include "primitives/call/call.h"

/* A call of a tcui_stencil_task. */
extern const tcui_call tcui_stencil_call;

#endif /* TCUI_STENCIL_TASK_H */
