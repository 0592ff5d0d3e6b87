/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One part of the pixels, by one thread: a tile of them at a time, first their bins, then what is added to these.
 */
#include "internal.h"

#include <math.h>
#include <string.h>

typedef tcui_histogram_work work;

static void count(uint64_t *counts, const uint32_t *found, int n)
{
    for (int i = 0; i < n; i++) {
        counts[found[i]]++;
    }
}

static void add_integers(uint64_t *sums, const uint32_t *found, const uint64_t *weights, int n)
{
    for (int i = 0; i < n; i++) {
        sums[found[i]] += weights[i];
    }
}

static void add_reals(double *sums, const uint32_t *found, const double *weights, int n)
{
    for (int i = 0; i < n; i++) {
        sums[found[i]] += weights[i];
    }
}

/* Knuth's TwoSum: the rounding error of a sum, exactly. Infinities have none. */
static void add_reals_and_lost(double *sums, double *lost, const uint32_t *found, const double *weights, int n)
{
    for (int i = 0; i < n; i++) {
        const double before = sums[found[i]], weight = weights[i], sum = before + weight, part = sum - before;
        const double error = (before - (sum - part)) + (weight - part);
        sums[found[i]] = sum;
        lost[found[i]] += isfinite(sum) ? error : 0;
    }
}

/* Where pixel `pixel` begins. */
static const char *address(const void *array, uint64_t pixel, uint64_t columns, uint64_t stride, size_t pixel_bytes)
{
    return (const char *)array + pixel / columns * stride + pixel % columns * pixel_bytes;
}

/* Up to a tile of pixels of one row. */
static void add_tile(const work *w, uint64_t part, uint64_t pixel, int n)
{
    const tcui_histogram_task *task = w->task;
    const size_t sample_bytes = tcu_type_size(task->sample_type);
    const char *samples =
        address(task->samples, pixel, task->columns, task->row_stride_bytes, sample_bytes * (size_t)task->num_channels);
    uint64_t integers[TCUI_TILE_ELEMENTS];
    double reals[TCUI_TILE_ELEMENTS];
    if (task->weighted) {
        const void *weights = address(task->weights, pixel, task->columns, task->weights_row_stride_bytes,
                                      tcu_type_size(task->weight_type));
        for (int i = 0; i < n; i++) {
            if (tcui_histogram_sums_reals(task)) {
                reals[i] = tcui_element_load_f64(task->weight_type, weights, (uint64_t)i);
            } else {
                integers[i] = tcui_element_load_u64(task->weight_type, weights, (uint64_t)i);
            }
        }
    }
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].num_bins == 0) {
            continue;
        }
        uint32_t found[TCUI_TILE_ELEMENTS];
        const uint64_t first = part * w->slots + w->first_slot[c];
        w->finders[c].find(&w->finders[c], samples + (size_t)c * sample_bytes, (uint64_t)task->num_channels, n, found);
        if (!task->weighted) {
            count(w->counts + first, found, n);
            continue;
        }
        for (int i = 0; i < n; i++) {
            w->outside[part * TCU_MAX_CHANNELS + (uint64_t)c] += found[i] == w->finders[c].num_bins;
        }
        if (tcui_histogram_sums_lost(task)) {
            add_reals_and_lost(w->sums + first, w->lost + first, found, reals, n);
        } else if (tcui_histogram_sums_reals(task)) {
            add_reals(w->sums + first, found, reals, n);
        } else {
            add_integers(w->counts + first, found, integers, n);
        }
    }
}

/* Samples of 8 bits have so few values that these are counted first, each row of pixels' neighbours into copies of
 * their own (a counter takes several cycles until it can be counted up again), and the values' bins are found once. */
enum { BYTES = 256, BYTE_COPIES = 4, LEAST_BYTES = 4 * BYTES };

typedef uint64_t byte_counts[BYTE_COPIES][BYTES];

static void count_bytes(byte_counts counts, const unsigned char *samples, size_t stride, uint64_t n)
{
    uint64_t i = 0;
    for (; i + BYTE_COPIES <= n; i += BYTE_COPIES) {
        for (size_t k = 0; k < BYTE_COPIES; k++) {
            counts[k][samples[(i + k) * stride]]++;
        }
    }
    for (; i < n; i++) {
        counts[0][samples[i * stride]]++;
    }
}

static void add_byte_counts(const work *w, uint64_t part, int c, byte_counts counts)
{
    unsigned char values[BYTES];
    uint32_t found[BYTES];
    uint64_t *bins = w->counts + part * w->slots + w->first_slot[c];
    for (int value = 0; value < BYTES; value++) {
        values[value] = (unsigned char)value;
    }
    w->finders[c].find(&w->finders[c], values, 1, BYTES, found);
    for (int value = 0; value < BYTES; value++) {
        for (int k = 0; k < BYTE_COPIES; k++) {
            bins[found[value]] += counts[k][value];
        }
    }
}

/* The pixels from `pixel` on that stand in one row, before `end`. */
static uint64_t run_length(const tcui_histogram_task *task, uint64_t pixel, uint64_t end)
{
    const uint64_t left = task->columns - pixel % task->columns;
    return end - pixel < left ? end - pixel : left;
}

static void add_bytes(const work *w, uint64_t part, uint64_t begin, uint64_t end)
{
    const tcui_histogram_task *task = w->task;
    const size_t pixel_bytes = (size_t)task->num_channels;
    byte_counts counts[TCU_MAX_CHANNELS];
    memset(counts, 0, (size_t)task->num_channels * sizeof counts[0]);
    for (uint64_t pixel = begin, n; pixel < end; pixel += n) {
        n = run_length(task, pixel, end);
        const char *samples = address(task->samples, pixel, task->columns, task->row_stride_bytes, pixel_bytes);
        for (int c = 0; c < task->num_channels; c++) {
            if (task->channels[c].num_bins > 0) {
                count_bytes(counts[c], (const unsigned char *)samples + c, pixel_bytes, n);
            }
        }
    }
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].num_bins > 0) {
            add_byte_counts(w, part, c, counts[c]);
        }
    }
}

void tcui_histogram_host_part(const work *w, uint64_t part)
{
    const tcui_histogram_task *task = w->task;
    const uint64_t size = task->n / w->parts, rest = task->n % w->parts;
    const uint64_t begin = part * size + (part < rest ? part : rest), end = begin + size + (part < rest);
    memset(w->outside + part * TCU_MAX_CHANNELS, 0, TCU_MAX_CHANNELS * sizeof *w->outside);
    memset(w->counts + part * w->slots, 0, w->slots * sizeof *w->counts);
    if (tcui_histogram_sums_lost(task)) {
        memset(w->lost + part * w->slots, 0, w->slots * sizeof *w->lost); /* and bits of 0 are 0.0 */
    }
    if (!task->weighted && tcu_type_size(task->sample_type) == 1 && end - begin >= LEAST_BYTES) {
        add_bytes(w, part, begin, end);
    } else {
        for (uint64_t pixel = begin, n; pixel < end; pixel += n) {
            n = run_length(task, pixel, end);
            n = n < TCUI_TILE_ELEMENTS ? n : TCUI_TILE_ELEMENTS;
            add_tile(w, part, pixel, (int)n);
        }
    }
    for (int c = 0; !task->weighted && c < task->num_channels; c++) {
        const uint64_t num_bins = task->channels[c].num_bins;
        if (num_bins > 0) {
            w->outside[part * TCU_MAX_CHANNELS + (uint64_t)c] =
                w->counts[part * w->slots + w->first_slot[c] + num_bins];
        }
    }
}
