/* SPDX-License-Identifier: Apache-2.0 */
/* Selections from whole arrays on CUDA devices: a row of the table of paths. */
#ifndef TCUI_SELECTION_CUDA_ARRAY_PATH_H
#define TCUI_SELECTION_CUDA_ARRAY_PATH_H

#include "algorithms/selection/backend.h"

/* Top-k, nth and quantiles where one segment is the whole array. (Top-k of short ones is one kernel as a segment.) */
bool tcui_selection_is_of_array(const tcu_context *context, const tcui_selection_task *task);
bool tcui_selection_array_pays(const tcu_context *context, const tcui_selection_task *task);
tcu_status tcui_selection_array_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout);
tcu_status tcui_selection_array_execute(tcu_context *context, const tcui_selection_task *task, void *workspace);

namespace tcu
{

/* The same of keys of a width. */
template <class Key>
tcu_status reserve_selection(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout);
template <class Key>
tcu_status launch_selection(tcu_context *context, const tcui_selection_task *task, void *workspace);

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ARRAY_PATH_H */
