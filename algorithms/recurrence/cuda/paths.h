/* SPDX-License-Identifier: Apache-2.0 */
/* The code path of the CUDA backend's recurrences (one_pass.cu). */
#ifndef TCUI_RECURRENCE_CUDA_PATHS_H
#define TCUI_RECURRENCE_CUDA_PATHS_H

#include "algorithms/recurrence/backend.h"

tcu_status tcui_recurrence_one_pass_reserve(tcu_context *context, const tcui_recurrence_task *task,
                                            tcui_layout *layout);
tcu_status tcui_recurrence_one_pass_execute(tcu_context *context, const tcui_recurrence_task *task, void *workspace);

#endif /* TCUI_RECURRENCE_CUDA_PATHS_H */
