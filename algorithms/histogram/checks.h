/* SPDX-License-Identifier: Apache-2.0 */
/* From arguments to a task, by checks. Afterwards even bins no longer depend on types. */
#ifndef TCUI_HISTOGRAM_CHECKS_H
#define TCUI_HISTOGRAM_CHECKS_H

#include "arguments.h"
#include "primitives/call/arrays.h"

/* What both a call and a query check: the context, types, reserved fields, numbers of bins and channels. Begins the task,
 * which gets the options that are no pointers. */
tcu_status tcui_histogram_describe(tcu_context *context, const tcui_histogram_arguments *arguments,
                                   tcui_histogram_task *task);

/* Of a call: everything else. Lists the arrays, too. */
tcu_status tcui_histogram_complete(tcu_context *context, const tcui_histogram_arguments *arguments,
                                   tcui_histogram_task *task, tcui_arrays *arrays);

/* The steps of these two. */

/* What of the channels a query has too: numbers of bins, kinds, types of levels. */
tcu_status tcui_histogram_set_channels(tcu_context *context, const tcui_histogram_arguments *arguments,
                                       tcui_histogram_task *task);

/* And what only a call has: ends of even bins, counts, levels. Whether levels increase is checked here on the host
 * alone; on the device kernels check it. */
tcu_status tcui_histogram_set_bins(tcu_context *context, const tcui_histogram_arguments *arguments,
                                   tcui_histogram_task *task);
tcu_status tcui_histogram_check_levels(tcu_context *context, const tcui_histogram_arguments *arguments,
                                       const tcui_histogram_task *task);

/* Lists all arrays, checks how far samples and weights extend, and fills in the task's strides. */
tcu_status tcui_histogram_set_arrays(tcu_context *context, const tcui_histogram_arguments *arguments,
                                     tcui_histogram_task *task, tcui_arrays *arrays);

#endif /* TCUI_HISTOGRAM_CHECKS_H */
