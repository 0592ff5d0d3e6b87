/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The histograms' arguments and their checks, which make a task of them. Afterwards even bins no longer depend on
 * types.
 */
#ifndef TCUI_HISTOGRAM_ARGUMENTS_H
#define TCUI_HISTOGRAM_ARGUMENTS_H

#include "backend.h"
#include "primitives/call/arrays.h"

/* What a call gives, before it is checked. */
typedef struct tcui_histogram_arguments {
    const char *function; /* the public one */
    const void *samples;
    tcu_type sample_type;
    const tcu_histogram_channel *channels;
    int num_channels;
    bool by_channels; /* a call with an array of channels, which its sentences name */
    bool weighted;
    const void *weights;
    tcu_type weight_type;
    tcu_type out_type;
    uint64_t n;
    const tcu_histogram_options *options;
} tcui_histogram_arguments;

/* What both a call and a query check: the context, types, numbers of bins and channels. Begins the task. */
tcu_status tcui_histogram_describe(tcu_context *context, const tcui_histogram_arguments *arguments,
                                   tcui_histogram_task *task);

/* Of a call: everything else. Lists the arrays, too. */
tcu_status tcui_histogram_complete(tcu_context *context, const tcui_histogram_arguments *arguments,
                                   tcui_histogram_task *task, tcui_arrays *arrays);

#endif /* TCUI_HISTOGRAM_ARGUMENTS_H */
