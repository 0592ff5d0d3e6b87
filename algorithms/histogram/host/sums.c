/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The weights of one part of the pixels, summed by one thread: a tile of pixels at a time, first their bins, then what is
 * added to these.
 */
#include <math.h>
#include <string.h>

#include "internal.h"
#include "primitives/tile/host/two_sum.h"

typedef tcui_histogram_work work;

/* Weights first ... first + n - 1, widened in a loop for each type. */
#define WIDEN(TYPE, acc)                                                                                               \
    case TCU_TYPE_##TYPE:                                                                                              \
        for (int i = 0; i < n; i++) {                                                                                  \
            to[i] = tcui_element_load_##acc(TCU_TYPE_##TYPE, weights, (uint64_t)i);                                    \
        }                                                                                                              \
        break;

/* (f32 are widened when they are added: one instruction does it.) */
static const double *widen_reals(tcu_type type, const void *weights, int n, double *to)
{
    switch (type) {
        WIDEN(F16, f64)
        WIDEN(BF16, f64)
    case TCU_TYPE_F32:
        return NULL; /* widened when they are added */
    default:
        return weights;
    }
    return to;
}

static void widen_integers(tcu_type type, const void *weights, int n, uint64_t *to)
{
    switch (type) {
        WIDEN(I8, u64)
        WIDEN(U8, u64)
        WIDEN(I16, u64)
        WIDEN(U16, u64)
        WIDEN(I32, u64)
        WIDEN(U32, u64)
    default:
        WIDEN(U64, u64)
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

static void add_f32(double *sums, const uint32_t *found, const float *weights, int n)
{
    for (int i = 0; i < n; i++) {
        sums[found[i]] += (double)weights[i];
    }
}

/* And what rounding loses, but of infinities. */
static void add_reals_and_lost(double *sums, double *lost, const uint32_t *found, const double *weights, int n)
{
    for (int i = 0; i < n; i++) {
        const double before = sums[found[i]], sum = before + weights[i];
        const double error = tcui_two_sum_lost(before, weights[i], sum);
        sums[found[i]] = sum;
        lost[found[i]] += isfinite(sum) ? error : 0;
    }
}

static uint64_t outside_of(const uint32_t *found, int n, uint32_t num_bins)
{
    int outside = 0;
    for (int i = 0; i < n; i++) {
        outside += found[i] == num_bins;
    }
    return (uint64_t)outside;
}

/* Up to a tile of pixels of one row. */
static void add_tile(const work *w, uint64_t part, uint64_t pixel, int n)
{
    const tcui_histogram_task *task = w->task;
    const bool has_reals = tcui_histogram_sums_reals(task);
    const size_t sample_bytes = tcu_type_size(task->sample_type), channels = (size_t)task->num_channels;
    const char *samples =
        tcui_pixel_address(task, task->samples, pixel, task->row_stride_bytes, sample_bytes * channels);
    const void *weights = tcui_pixel_address(task, task->weights, pixel, task->weights_row_stride_bytes,
                                             tcu_type_size(task->weight_type));
    uint64_t integers[TCUI_TILE_ELEMENTS];
    double widened[TCUI_TILE_ELEMENTS];
    const double *reals = NULL;
    if (has_reals) {
        reals = widen_reals(task->weight_type, weights, n, widened);
    } else {
        widen_integers(task->weight_type, weights, n, integers);
    }
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_finder *finder = &w->finders[c];
        if (task->channels[c].num_bins == 0) {
            continue;
        }
        uint32_t found[TCUI_TILE_ELEMENTS];
        const uint64_t first = part * w->slots + w->first_slot[c];
        finder->find(finder, samples + (size_t)c * sample_bytes, channels, n, found);
        if (task->outside != NULL) {
            w->outside[part * TCU_MAX_CHANNELS + (uint64_t)c] += outside_of(found, n, finder->num_bins);
        }
        if (tcui_histogram_sums_lost(task)) {
            add_reals_and_lost(w->sums + first, w->lost + first, found, reals, n);
        } else if (task->weight_type == TCU_TYPE_F32) {
            add_f32(w->sums + first, found, weights, n);
        } else if (has_reals) {
            add_reals(w->sums + first, found, reals, n);
        } else {
            add_integers(w->integers + first, found, integers, n);
        }
    }
}

void tcui_histogram_host_sum(const work *w, uint64_t part)
{
    const tcui_pixels pixels = tcui_histogram_part(w, part);
    memset(w->outside + part * TCU_MAX_CHANNELS, 0, TCU_MAX_CHANNELS * sizeof *w->outside);
    memset(w->integers + part * w->slots, 0, w->slots * sizeof *w->integers); /* bits of 0 are 0.0 */
    if (tcui_histogram_sums_lost(w->task)) {
        memset(w->lost + part * w->slots, 0, w->slots * sizeof *w->lost);
    }
    for (uint64_t pixel = pixels.begin, n; pixel < pixels.end; pixel += n) {
        n = tcui_pixels_of_row(w->task, pixel, pixels.end, TCUI_TILE_ELEMENTS);
        add_tile(w, part, pixel, (int)n);
    }
}
