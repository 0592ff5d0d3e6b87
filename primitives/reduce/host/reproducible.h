/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible sums on the host, of a task that is reproducible. */
#ifndef TCUI_REDUCE_HOST_REPRODUCIBLE_H
#define TCUI_REDUCE_HOST_REPRODUCIBLE_H

#include "primitives/reduce/backend.h"

void tcui_reduce_host_reproducible_reserve(const tcui_reduce_task *task, tcui_layout *layout);
void tcui_reduce_host_reproducible(const tcu_context *context, const tcui_reduce_task *task, void *workspace);

#endif /* TCUI_REDUCE_HOST_REPRODUCIBLE_H */
