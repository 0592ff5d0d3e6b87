/* SPDX-License-Identifier: Apache-2.0 */
/* The steps in which arguments of a histogram become a task (arguments.h). */
#ifndef TCUI_HISTOGRAM_CHECKS_H
#define TCUI_HISTOGRAM_CHECKS_H

#include "arguments.h"

/* "counts", or "channels[2].counts". */
typedef struct tcui_histogram_name {
    char text[40];
} tcui_histogram_name;

tcui_histogram_name tcui_histogram_name_of(const tcui_histogram_arguments *arguments, int channel, const char *field);

/* The caller's, or the defaults. */
const tcu_histogram_options *tcui_histogram_options_of(const tcui_histogram_arguments *arguments);

tcu_status tcui_histogram_check_is_type(tcu_context *context, const char *what, tcu_type type);

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
