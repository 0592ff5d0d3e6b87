/* SPDX-License-Identifier: Apache-2.0 */
/* The all-ones reduction of the host backend (all_ones.c). */
#ifndef TCUI_REDUCE_HOST_ALL_ONES_H
#define TCUI_REDUCE_HOST_ALL_ONES_H

#include "primitives/reduce/backend.h"

/* TCU_REDUCE_ALGORITHM_ALL_ONES: its own recursion, for one segment of floating-point elements. */
tcu_status tcui_reduce_host_all_ones_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout);
void tcui_reduce_host_all_ones(const tcu_context *context, const tcui_reduce_task *task, void *workspace);

#endif /* TCUI_REDUCE_HOST_ALL_ONES_H */
