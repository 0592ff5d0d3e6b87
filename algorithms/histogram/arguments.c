/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <stdio.h>

tcui_histogram_name tcui_histogram_name_of(const tcui_histogram_arguments *a, int channel, const char *field)
{
    tcui_histogram_name result;
    if (a->by_channels) {
        snprintf(result.text, sizeof result.text, "channels[%d].%s", channel, field);
    } else {
        snprintf(result.text, sizeof result.text, "%s", field);
    }
    return result;
}

const tcu_histogram_options *tcui_histogram_options_of(const tcui_histogram_arguments *a)
{
    static const tcu_histogram_options defaults = TCU_HISTOGRAM_OPTIONS_INIT;
    return a->options != NULL ? a->options : &defaults;
}
