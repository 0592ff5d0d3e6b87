/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One part of the pixels, counted by one thread. Integers with a bin for each value are counted as they are; of others
 * the bins are found first, a tile of samples at a time.
 */
#include <string.h>

#include "counters.h"
#include "internal.h"

typedef tcui_histogram_work work;

/* Samples of 8 bits have so few values that of many these are counted first, and the values' bins are found once. */
enum { BYTES = 256, LEAST_BYTES = 8 * BYTES };

typedef struct channel {
    tcui_counters bins, bytes; /* bytes.counts is NULL where bins are counted at once */
} channel;

/* Samples of channel c of n pixels of one row. */
static void count_run(const work *w, int c, const channel *counted, const char *samples, uint64_t n)
{
    const tcui_finder *finder = &w->finders[c];
    const size_t bytes = tcu_type_size(w->task->sample_type), channels = (size_t)w->task->num_channels;
    if (counted->bytes.counts != NULL) {
        tcui_count_values(&counted->bytes, 1, 0, samples, channels, n);
        return;
    }
    if (finder->by_values && bytes <= sizeof(uint32_t)) {
        tcui_count_values(&counted->bins, bytes, (uint32_t)finder->integers.first, samples, channels, n);
        return;
    }
    uint32_t found[TCUI_TILE_ELEMENTS];
    for (uint64_t i = 0; i < n; i += TCUI_TILE_ELEMENTS) {
        const int count = n - i < TCUI_TILE_ELEMENTS ? (int)(n - i) : TCUI_TILE_ELEMENTS;
        finder->find(finder, samples + i * channels * bytes, channels, count, found);
        tcui_count_found(&counted->bins, found, count);
    }
}

/* A few pixels of all channels at a time, so that they are read from memory once, and stay in L1 beside the counters (2^22
 * RGBA of u8, 2^8, 2^10 and 2^12 at a time: 3.9, 3.7, 4.1 ms). */
static void count_pixels(const work *w, const channel *counted, tcui_pixels pixels)
{
    enum { MOST_PIXELS = 1 << 10 };
    const tcui_histogram_task *task = w->task;
    const size_t bytes = tcu_type_size(task->sample_type), pixel_bytes = bytes * (size_t)task->num_channels;
    for (uint64_t pixel = pixels.begin, n; pixel < pixels.end; pixel += n) {
        n = tcui_pixels_of_row(task, pixel, pixels.end, MOST_PIXELS);
        const char *samples = tcui_pixel_address(task, task->samples, pixel, task->row_stride_bytes, pixel_bytes);
        for (int c = 0; c < task->num_channels; c++) {
            if (task->channels[c].num_bins > 0) {
                count_run(w, c, &counted[c], samples + (size_t)c * bytes, n);
            }
        }
    }
}

static void add_byte_counts(const work *w, int c, const channel *counted)
{
    const tcui_counters *bins = &counted->bins;
    unsigned char values[BYTES];
    uint32_t found[BYTES];
    for (int value = 0; value < BYTES; value++) {
        values[value] = (unsigned char)value;
    }
    w->finders[c].find(&w->finders[c], values, 1, BYTES, found);
    for (int value = 0; value < BYTES; value++) {
        uint32_t *count = found[value] < bins->num_bins ? bins->counts + found[value] : bins->outside;
        for (size_t r = 0; r < TCUI_REPLICAS; r++) {
            *count += counted->bytes.counts[r * BYTES + (size_t)value];
        }
    }
}

/* The counters of a channel, cleared; `outside` is for those that no bin of the results holds. */
static tcui_counters counters_of(const work *w, uint64_t part, int c, uint32_t *outside)
{
    const uint64_t copies = w->copies / w->parts, num_bins = w->task->channels[c].num_bins;
    tcui_counters counters = {.num_bins = (uint32_t)num_bins};
    if (w->counts == NULL) {
        counters.counts = w->task->channels[c].counts;
        counters.outside = outside;
        memset(counters.counts, 0, num_bins * sizeof *counters.counts);
    } else {
        counters.counts = w->counts + part * copies * w->slots + w->first_slot[c];
        counters.outside = counters.counts + num_bins;
        counters.step = copies > 1 ? w->slots : 0;
        for (uint64_t r = 0; r < copies; r++) {
            memset(counters.counts + r * w->slots, 0, (num_bins + 1) * sizeof *counters.counts);
        }
    }
    return counters;
}

void tcui_histogram_host_count(const work *w, uint64_t part)
{
    const tcui_histogram_task *task = w->task;
    const tcui_pixels pixels = tcui_histogram_part(w, part);
    const bool by_bytes = tcu_type_size(task->sample_type) == 1 && pixels.end - pixels.begin >= LEAST_BYTES;
    uint32_t outside[TCU_MAX_CHANNELS] = {0}, byte_counts[TCU_MAX_CHANNELS][TCUI_REPLICAS * BYTES];
    channel counted[TCU_MAX_CHANNELS];
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].num_bins == 0) {
            continue;
        }
        counted[c] = (channel){.bins = counters_of(w, part, c, &outside[c])};
        if (by_bytes && !w->finders[c].by_values) {
            memset(byte_counts[c], 0, sizeof byte_counts[c]);
            counted[c].bytes =
                (tcui_counters){.counts = byte_counts[c], .outside = byte_counts[c], .step = BYTES, .num_bins = BYTES};
        }
    }
    count_pixels(w, counted, pixels);
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].num_bins == 0) {
            continue;
        }
        if (counted[c].bytes.counts != NULL) {
            add_byte_counts(w, c, &counted[c]);
        }
        w->outside[part * TCU_MAX_CHANNELS + (uint64_t)c] = tcui_count_outside(&counted[c].bins);
    }
}
