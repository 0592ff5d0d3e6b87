/* SPDX-License-Identifier: Apache-2.0 */
#include "equalize_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

enum { COLORS = 3, CHANNELS = 4 };

int equalizer_failed(const equalizer *e)
{
    fprintf(stderr, "equalize: %s\n", tcu_context_last_error(e->context));
    return -1;
}

int equalizer_out_of_memory(void)
{
    fprintf(stderr, "equalize: no memory left\n");
    return -1;
}

/* The value below which a part of the counted pixels is. */
static int quantile(const uint32_t *counts, int levels, double part)
{
    uint64_t all = 0, below = 0;
    for (int v = 0; v < levels; v++) {
        all += counts[v];
    }
    for (int v = 0; v < levels; v++) {
        below += counts[v];
        if ((double)below >= part * (double)all) {
            return v;
        }
    }
    return levels - 1;
}

/* Three of the four channels of RGBA pixels, in one pass; of grey ones, which are the same three times, one. */
static tcu_status count_channels(const equalizer *e, const picture *p, const void *pixels, char *counts, int counted)
{
    const int levels = (int)picture_largest(p) + 1, lower = 0;
    tcu_histogram_channel channels[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
        if (c < counted) {
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(
                counts + (size_t)c * (size_t)levels * sizeof(uint32_t), (uint64_t)levels, &lower, &levels,
                TCU_TYPE_I32);
        } else {
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_NONE_INIT;
        }
    }
    return tcu_histogram_multi(e->context, pixels, TCU_TYPE_U16, CHANNELS, channels, TCU_TYPE_U32,
                               (uint64_t)p->width * p->height, NULL);
}

static void print_report(const char *when, const picture *p, const uint32_t *counts, int counted)
{
    static const char *const names[COLORS] = {"red", "green", "blue"};
    const int levels = (int)picture_largest(p) + 1;
    printf("%-7s 98%% of the pixels have", when);
    for (int c = 0; c < counted; c++) {
        const uint32_t *channel = counts + (size_t)c * (size_t)levels;
        printf("%s %s %d to %d", c > 0 ? "," : "", counted == 1 ? "grey" : names[c], quantile(channel, levels, 0.01),
               quantile(channel, levels, 0.99));
    }
    printf(" of %d\n", levels - 1);
}

/* The channels' counts, one behind the other. */
static tcu_status count_colors(const equalizer *e, const picture *p, const picture_color *colors, uint32_t *counts,
                               int counted)
{
    const size_t bytes = p->width * p->height * sizeof *colors;
    const size_t counts_bytes = (size_t)counted * (picture_largest(p) + 1) * sizeof *counts;
    void *device_colors = NULL, *device_counts = NULL;
    tcu_status status = tcu_allocate(e->context, bytes, &device_colors);
    if (status == TCU_SUCCESS) {
        status = tcu_allocate(e->context, counts_bytes, &device_counts);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(e->context, device_colors, colors, bytes);
    }
    if (status == TCU_SUCCESS) {
        status = count_channels(e, p, device_colors, device_counts, counted);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_out(e->context, counts, device_counts, counts_bytes);
    }
    if (status != TCU_SUCCESS) {
        equalizer_failed(e);
    }
    tcu_free(e->context, device_colors);
    tcu_free(e->context, device_counts);
    return status;
}

int report_picture(const equalizer *e, const char *when, const picture *p)
{
    const int counted = picture_is_grey(p) ? 1 : COLORS;
    const size_t pixels = p->width * p->height;
    picture_color *colors = malloc(pixels * sizeof *colors);
    uint32_t *counts = malloc((size_t)counted * (picture_largest(p) + 1) * sizeof *counts);
    int result = -1;
    for (size_t i = 0; i < pixels && colors != NULL; i++) {
        colors[i] = picture_pixel(p, i);
    }
    if (colors == NULL || counts == NULL) {
        equalizer_out_of_memory();
    } else if (count_colors(e, p, colors, counts, counted) == TCU_SUCCESS) {
        print_report(when, p, counts, counted);
        result = 0;
    }
    free(colors);
    free(counts);
    return result;
}
