/* SPDX-License-Identifier: Apache-2.0 */
/* The code path of the CUDA backend's operations by key that is no composition (one_pass/path.cu). */
#ifndef TCUI_BY_KEY_CUDA_PATHS_H
#define TCUI_BY_KEY_CUDA_PATHS_H

#include "algorithms/by_key/backend.h"

/* All but values that are records (primitives/call/items.h). */
bool tcui_by_key_fits_one_pass(const tcu_context *context, const tcui_by_key_task *task);
tcu_status tcui_by_key_one_pass_reserve(tcu_context *context, const tcui_by_key_task *task, tcui_layout *layout);
tcu_status tcui_by_key_one_pass_execute(tcu_context *context, const tcui_by_key_task *task, void *workspace);

#endif /* TCUI_BY_KEY_CUDA_PATHS_H */
