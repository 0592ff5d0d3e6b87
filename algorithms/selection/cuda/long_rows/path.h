/* SPDX-License-Identifier: Apache-2.0 */
/* Top-k of few long rows of one size on CUDA devices: a row of the table of paths. */
#ifndef TCUI_SELECTION_CUDA_LONG_ROWS_PATH_H
#define TCUI_SELECTION_CUDA_LONG_ROWS_PATH_H

#include "algorithms/selection/backend.h"

bool tcui_selection_has_rows(const tcu_context *context, const tcui_selection_task *task);
bool tcui_selection_long_rows_pay(const tcu_context *context, const tcui_selection_task *task);
tcu_status tcui_selection_long_rows_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout);
tcu_status tcui_selection_long_rows_execute(tcu_context *context, const tcui_selection_task *task, void *workspace);

#endif /* TCUI_SELECTION_CUDA_LONG_ROWS_PATH_H */
