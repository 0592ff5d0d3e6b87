/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms on the host. The pixels are cut into parts, each of which is counted into a copy of the histogram of its
 * own, by one thread; then 16 bins of all copies at a time are the columns of tiles A, and
 *
 *     V = P * A + V        (P: a row of ones)
 *
 * sums the copies as in Dakkak et al. (ICS 2019), algorithm 2. How many parts there are depends on the task alone, so
 * sums of reals do not depend on the number of threads.
 */
#include "histogram_backend.h"

#include <math.h>
#include <string.h>

#include "histogram_find.h"
#include "primitives/tile/tile_host.h"

/* Parts are as many rows of tiles as are worth it, and each has more pixels than its copy has bins. */
enum { MOST_PARTS = 64, LEAST_PIXELS_A_PART = 1 << 16, PIXELS_A_BIN = 4 };

/* A channel's place in a copy: its bins, and behind them one for the samples that no bin holds. Multiples of a tile's
 * columns, so that columns of a tile belong to one channel. */
static uint64_t slots_of(const tcui_bins *bins)
{
    return bins->num_bins == 0 ? 0 : (bins->num_bins + 1 + TCUI_TILE_EDGE - 1) / TCUI_TILE_EDGE * TCUI_TILE_EDGE;
}

static uint64_t slots_of_copy(const tcui_histogram_task *task)
{
    uint64_t slots = 0;
    for (int c = 0; c < task->num_channels; c++) {
        slots += slots_of(&task->channels[c]);
    }
    return slots;
}

static uint64_t parts_of(const tcui_histogram_task *task)
{
    const uint64_t by_bins = PIXELS_A_BIN * slots_of_copy(task);
    const uint64_t least = by_bins > LEAST_PIXELS_A_PART ? by_bins : LEAST_PIXELS_A_PART;
    const uint64_t parts = task->n / least;
    return parts < 1 ? 1 : parts > MOST_PARTS ? MOST_PARTS : parts;
}

static bool sums_reals(const tcui_histogram_task *task)
{
    return task->weighted && tcui_is_real(task->weight_type);
}

/* Reals are summed as doubles. Of f64 weights a copy also sums what rounding loses, as one thread adds up more of them
 * in a row than the error bound allows. */
static bool sums_lost(const tcui_histogram_task *task)
{
    return task->weighted && task->weight_type == TCU_TYPE_F64;
}

/* The parts of the workspace. */
typedef struct places {
    size_t outside;
    size_t copies;
    size_t lost;
    size_t keys[TCU_MAX_CHANNELS];
} places;

static places reserve(const tcui_histogram_task *task, tcui_layout *layout)
{
    places at = {0};
    const uint64_t values = parts_of(task) * slots_of_copy(task);
    at.outside = tcui_layout_reserve(layout, parts_of(task) * TCU_MAX_CHANNELS, sizeof(uint64_t));
    at.copies = tcui_layout_reserve(layout, values, sizeof(uint64_t));
    at.lost = tcui_layout_reserve(layout, sums_lost(task) ? values : 0, sizeof(double));
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        const bool has_levels = bins->num_bins > 0 && bins->kind == TCU_BINS_RANGE;
        at.keys[c] = tcui_layout_reserve(layout, has_levels ? bins->num_bins + 1 : 0, sizeof(uint64_t));
    }
    return at;
}

static tcu_status plan(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    (void)context;
    reserve(task, layout);
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------- counting a part --- */

/* Everything that threads share. */
typedef struct work {
    const tcui_histogram_task *task;
    tcui_finder finders[TCU_MAX_CHANNELS];
    uint64_t first_slot[TCU_MAX_CHANNELS];
    uint64_t slots, parts;
    uint64_t *outside; /* of parts x TCU_MAX_CHANNELS, the samples that no bin holds */
    uint64_t *counts;  /* parts copies of `slots` counts, or sums of integers */
    double *sums;      /* the same memory, sums of reals */
    double *lost;
} work;

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
            if (sums_reals(task)) {
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
        if (sums_lost(task)) {
            add_reals_and_lost(w->sums + first, w->lost + first, found, reals, n);
        } else if (sums_reals(task)) {
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

/* Pixels begin ... end - 1, to copy `part`. */
static void add_part(const work *w, uint64_t part)
{
    const tcui_histogram_task *task = w->task;
    const uint64_t size = task->n / w->parts, rest = task->n % w->parts;
    const uint64_t begin = part * size + (part < rest ? part : rest), end = begin + size + (part < rest);
    memset(w->outside + part * TCU_MAX_CHANNELS, 0, TCU_MAX_CHANNELS * sizeof *w->outside);
    memset(w->counts + part * w->slots, 0, w->slots * sizeof *w->counts);
    if (sums_lost(task)) {
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

/* ------------------------------------------------------------------------------------------ summing the copies --- */

/* V = P * A + V over the tiles of the copies' slots first ... first + 15. */
static void sum_copies_u64(const work *w, uint64_t first, uint64_t V[TCUI_TILE_EDGE])
{
    tcui_tile_u64 A;
    for (uint64_t part = 0; part < w->parts; part += TCUI_TILE_EDGE) {
        const int rows = w->parts - part < TCUI_TILE_EDGE ? (int)(w->parts - part) : TCUI_TILE_EDGE;
        tcui_tile_load_u64(&A, TCU_TYPE_U64, w->counts, part * w->slots + first, TCUI_ROW_MAJOR, w->slots, rows,
                           TCUI_TILE_EDGE);
        tcui_tile_add_columns_u64(V, &A, rows);
    }
}

static void sum_copies_f64(const work *w, const double *copies, uint64_t first, double V[TCUI_TILE_EDGE])
{
    tcui_tile_f64 A;
    for (uint64_t part = 0; part < w->parts; part += TCUI_TILE_EDGE) {
        const int rows = w->parts - part < TCUI_TILE_EDGE ? (int)(w->parts - part) : TCUI_TILE_EDGE;
        tcui_tile_load_f64(&A, TCU_TYPE_F64, copies, part * w->slots + first, TCUI_ROW_MAJOR, w->slots, rows,
                           TCUI_TILE_EDGE);
        tcui_tile_add_columns_f64(V, &A, rows);
    }
}

/* Returns whether the count was more than its type holds. */
static bool store_count(const tcui_histogram_task *task, void *counts, uint64_t bin, uint64_t new_count)
{
    uint64_t count = new_count;
    if (task->accumulate) {
        count += tcui_element_load_u64(task->out_type, counts, bin);
    }
    const bool saturates = task->out_type == TCU_TYPE_U32 && count > UINT32_MAX;
    tcui_element_store_u64(task->out_type, counts, bin, saturates ? UINT32_MAX : count);
    return saturates;
}

/* The bins of 16 slots; returns the flags of what happened. */
static uint32_t store_slots(const work *w, int c, uint64_t bin)
{
    const tcui_histogram_task *task = w->task;
    const tcui_bins *bins = &task->channels[c];
    const uint64_t first = w->first_slot[c] + bin;
    const int n = bins->num_bins - bin < TCUI_TILE_EDGE ? (int)(bins->num_bins - bin) : TCUI_TILE_EDGE;
    uint32_t flags = 0;
    if (sums_reals(task)) {
        double V[TCUI_TILE_EDGE] = {0}, lost[TCUI_TILE_EDGE] = {0};
        sum_copies_f64(w, w->sums, first, V);
        if (sums_lost(task)) {
            sum_copies_f64(w, w->lost, first, lost);
        }
        for (int i = 0; i < n; i++) {
            const uint64_t k = bin + (uint64_t)i;
            const double before = task->accumulate ? tcui_element_load_f64(task->out_type, bins->counts, k) : 0;
            tcui_element_store_f64(task->out_type, bins->counts, k, before + (V[i] + lost[i]));
        }
        return flags;
    }
    uint64_t V[TCUI_TILE_EDGE] = {0};
    sum_copies_u64(w, first, V);
    for (int i = 0; i < n; i++) {
        const uint64_t k = bin + (uint64_t)i;
        if (!task->weighted) {
            flags |= store_count(task, bins->counts, k, V[i]) ? TCU_HISTOGRAM_SATURATED : 0;
        } else {
            const uint64_t before = task->accumulate ? tcui_element_load_u64(task->out_type, bins->counts, k) : 0;
            tcui_element_store_u64(task->out_type, bins->counts, k, before + V[i]);
        }
    }
    return flags;
}

static uint32_t store_channel(const work *w, int c, int threads)
{
    const int64_t tiles = (int64_t)((w->task->channels[c].num_bins + TCUI_TILE_EDGE - 1) / TCUI_TILE_EDGE);
    uint32_t flags = 0;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) if (threads > 1 && w->parts > 1 && tiles > 64) reduction(| : flags)
#endif
    for (int64_t i = 0; i < tiles; i++) {
        flags |= store_slots(w, c, (uint64_t)i * TCUI_TILE_EDGE);
    }
    (void)threads;
    return flags;
}

static void store_outside(const work *w, int c)
{
    uint64_t outside = w->task->accumulate ? w->task->outside[c] : 0;
    for (uint64_t part = 0; part < w->parts; part++) {
        outside += w->outside[part * TCU_MAX_CHANNELS + (uint64_t)c];
    }
    w->task->outside[c] = outside;
}

static tcu_status execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {0};
    const places at = reserve(task, &layout);
    char *base = workspace;
    work w = {.task = task,
              .slots = slots_of_copy(task),
              .parts = parts_of(task),
              .outside = (uint64_t *)(void *)(base + at.outside),
              .counts = (uint64_t *)(void *)(base + at.copies),
              .sums = (double *)(void *)(base + at.copies),
              .lost = (double *)(void *)(base + at.lost)};
    uint64_t slot = 0;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins > 0) {
            w.finders[c] = tcui_finder_of(bins, task->sample_type, (uint64_t *)(void *)(base + at.keys[c]));
        }
        w.first_slot[c] = slot;
        slot += slots_of(bins);
    }

    const int threads = context->properties.multiprocessors;
    const int64_t parts = (int64_t)w.parts;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) if (threads > 1 && parts > 1) schedule(dynamic, 1)
#endif
    for (int64_t part = 0; part < parts; part++) {
        add_part(&w, (uint64_t)part);
    }

    uint32_t flags = task->accumulate && task->flags != NULL ? *task->flags : 0;
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].num_bins == 0) {
            continue;
        }
        flags |= store_channel(&w, c, threads);
        if (task->outside != NULL) {
            store_outside(&w, c);
        }
    }
    if (task->flags != NULL) {
        *task->flags = flags;
    }
    return TCU_SUCCESS;
}

const tcui_histogram_backend tcui_histogram_host = {plan, execute};
