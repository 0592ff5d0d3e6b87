/* SPDX-License-Identifier: Apache-2.0 */
/* The histograms' arguments, before checks.h makes a task of them. */
#ifndef TCUI_HISTOGRAM_ARGUMENTS_H
#define TCUI_HISTOGRAM_ARGUMENTS_H

#include "backend.h"

typedef struct tcui_histogram_arguments {
    const char *function; /* the public one */
    const void *samples;
    tcu_type sample_type;
    const tcu_histogram_channel *channels;
    int num_channels;
    bool may_find_ends; /* options->ends is allowed */
    bool by_channels;   /* a call with an array of channels, which its sentences name */
    bool weighted;
    const void *weights;
    tcu_type weight_type;
    tcu_type out_type;
    uint64_t n;
    const tcu_histogram_options *options;
} tcui_histogram_arguments;

/* "counts", or "channels[2].counts". */
typedef struct tcui_histogram_name {
    char text[40];
} tcui_histogram_name;

tcui_histogram_name tcui_histogram_name_of(const tcui_histogram_arguments *arguments, int channel, const char *field);

/* The caller's, or the defaults. */
const tcu_histogram_options *tcui_histogram_options_of(const tcui_histogram_arguments *arguments);

#endif /* TCUI_HISTOGRAM_ARGUMENTS_H */
