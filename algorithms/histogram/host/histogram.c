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
#include "internal.h"

#include "primitives/tile/host/tile.h"

typedef tcui_histogram_work work;

/* Up to four tiles' rows of parts, each of which has more pixels than its copy has bins. */
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
    at.lost = tcui_layout_reserve(layout, tcui_histogram_sums_lost(task) ? values : 0, sizeof(double));
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        const bool has_levels = bins->num_bins > 0 && bins->kind == TCU_BINS_RANGE;
        at.keys[c] = tcui_layout_reserve(layout, has_levels ? bins->num_bins + 1 : 0, sizeof(uint64_t));
    }
    return at;
}

static tcu_status plan(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context;
    reserve(task, layout);
    return TCU_SUCCESS;
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
    if (tcui_histogram_sums_reals(task)) {
        double V[TCUI_TILE_EDGE] = {0}, lost[TCUI_TILE_EDGE] = {0};
        sum_copies_f64(w, w->sums, first, V);
        if (tcui_histogram_sums_lost(task)) {
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

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_histogram_task *task = any_task;
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
        tcui_histogram_host_part(&w, (uint64_t)part);
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

static const tcui_path paths[] = {{.name = "host", .plan = plan, .execute = execute}};

const tcui_operation tcui_histogram_host = {.id = TCUI_HISTOGRAM, .name = "histogram", .paths = paths, .num_paths = 1};
