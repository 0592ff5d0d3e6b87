/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms on the host. The pixels are cut into parts. Each part is counted by one thread into copies of the
 * histogram of its own (counts.c, sums.c); then the copies are summed (results.c). For integers, whose sum is the same
 * in any order, the number of parts depends on the number of threads; for sums of reals it depends on the task alone.
 */
#include "counters.h"
#include "internal.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "results.h"

typedef tcui_histogram_work work;

/* Sums of reals: parts each of which has more pixels than its copy has bins. */
enum { MOST_PARTS = 64, LEAST_PIXELS_A_PART = 1 << 16, PIXELS_A_BIN = 4 };

/* Integers: parts enough to keep all threads busy, and so few that clearing and summing their copies takes little time
 * beside the samples; one for each thread where there is a sample for each counter (2^18 samples in 2^16 bins: two
 * threads 1.6 times as fast as one). */
enum { PARTS_A_THREAD = 4, PIXELS_A_COUNTER = 8, MOST_PIXELS_LOG2 = 31 };

/* Replicas are worth summing from this on; results are worth counting straight into them up to that. */
enum { MOST_SLOTS_WITH_REPLICAS = 1 << 10, PIXELS_A_REPLICATED_SLOT = 32, MOST_PIXELS_A_RESULT = 16 };

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

/* `least` goes before `most`. */
static uint64_t clamp(uint64_t x, uint64_t least, uint64_t most)
{
    const uint64_t bounded = x < most ? x : most;
    return bounded > least ? bounded : least;
}

static uint64_t parts_of(const tcui_histogram_task *task, uint64_t slots, int threads)
{
    if (task->n < LEAST_PIXELS_A_PART) {
        return 1;
    }
    const bool reals = tcui_histogram_sums_reals(task);
    const uint64_t by_bins = (reals ? PIXELS_A_BIN : PIXELS_A_COUNTER) * slots;
    const uint64_t parts = task->n / (by_bins > LEAST_PIXELS_A_PART ? by_bins : LEAST_PIXELS_A_PART);
    if (reals) {
        return clamp(parts, 1, MOST_PARTS);
    }
    const uint64_t one_a_counter = task->n / (slots > LEAST_PIXELS_A_PART ? slots : LEAST_PIXELS_A_PART);
    const uint64_t one_a_thread = one_a_counter < (uint64_t)threads ? one_a_counter : (uint64_t)threads;
    const uint64_t most = threads > 1 ? PARTS_A_THREAD * (uint64_t)threads : 1;
    /* Counters have 32 bits. */
    return clamp(parts > one_a_thread ? parts : one_a_thread, (task->n >> MOST_PIXELS_LOG2) + 1, most);
}

/* What there is of each, and where it begins in the workspace. */
typedef struct shape {
    uint64_t slots, parts, copies;
    size_t outside, counters, lost, keys[TCU_MAX_CHANNELS];
} shape;

static void set_shape(shape *s, const tcui_histogram_task *task, int threads, tcui_layout *layout)
{
    s->slots = slots_of_copy(task);
    s->parts = parts_of(task, s->slots, threads);
    const bool has_replicas = !task->weighted && s->slots <= MOST_SLOTS_WITH_REPLICAS &&
                              task->n >= s->parts * PIXELS_A_REPLICATED_SLOT * s->slots;
    s->copies = s->parts * (has_replicas ? TCUI_REPLICAS : 1);
    const uint64_t values = s->copies * s->slots;
    s->outside = tcui_layout_reserve(layout, s->parts * TCU_MAX_CHANNELS, sizeof(uint64_t));
    s->counters = tcui_layout_reserve(layout, values, task->weighted ? sizeof(uint64_t) : sizeof(uint32_t));
    s->lost = tcui_layout_reserve(layout, tcui_histogram_sums_lost(task) ? values : 0, sizeof(double));
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins > 0 && bins->kind == TCU_BINS_RANGE) {
            s->keys[c] = tcui_layout_reserve(layout, bins->num_bins + 1, sizeof(uint64_t));
        }
    }
}

static int threads_for(const tcu_context *context, const tcui_histogram_task *task)
{
    double ps = 0;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins > 0) {
            ps += bins->kind == TCU_BINS_RANGE ? TCUI_PS_HISTOGRAM_SEARCH : TCUI_PS_HISTOGRAM_SAMPLE;
        }
    }
    return tcui_threads_for_work(context, ps * (double)task->n);
}

static tcu_status reserve(tcu_context *context, const void *task, tcui_layout *layout)
{
    shape s = {0};
    set_shape(&s, task, threads_for(context, task), layout);
    return TCU_SUCCESS;
}

/* Of few pixels a bin: a copy would have to be cleared, and to be stored. */
static bool is_counted_in_results(const tcui_histogram_task *task, const shape *s)
{
    return s->copies == 1 && !task->weighted && !task->accumulate && task->out_type == TCU_TYPE_U32 &&
           task->n < MOST_PIXELS_A_RESULT * s->slots;
}

static void run_part(const void *w, int64_t part, int thread)
{
    (void)thread;
    if (((const work *)w)->task->weighted) {
        tcui_histogram_host_sum(w, (uint64_t)part);
    } else {
        tcui_histogram_host_count(w, (uint64_t)part);
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_histogram_task *task = any_task;
    const int threads = threads_for(context, task);
    tcui_layout layout = {0};
    shape s = {0};
    set_shape(&s, task, threads, &layout);
    const bool in_results = is_counted_in_results(task, &s);
    char *base = workspace;
    tcui_finder finders[TCU_MAX_CHANNELS];
    work w = {.task = task,
              .finders = finders,
              .slots = s.slots,
              .parts = s.parts,
              .copies = s.copies,
              .outside = (uint64_t *)(void *)(base + s.outside),
              .counts = in_results ? NULL : (uint32_t *)(void *)(base + s.counters),
              .integers = (uint64_t *)(void *)(base + s.counters),
              .sums = (double *)(void *)(base + s.counters),
              .lost = (double *)(void *)(base + s.lost)};
    uint64_t slot = 0;
    for (int c = 0; c < task->num_channels; c++) {
        const tcui_bins *bins = &task->channels[c];
        if (bins->num_bins > 0) {
            tcui_finder_set(&finders[c], bins, task->sample_type, (uint64_t *)(void *)(base + s.keys[c]));
        }
        w.first_slot[c] = slot;
        slot += slots_of(bins);
    }
    tcui_for_each(threads, (int64_t)s.parts, run_part, &w);

    uint32_t flags = task->accumulate && task->flags != NULL ? *task->flags : 0;
    for (int c = 0; c < task->num_channels; c++) {
        if (task->channels[c].num_bins == 0) {
            continue;
        }
        if (!in_results) {
            flags |= tcui_histogram_host_store(&w, c, threads);
        }
        if (task->outside != NULL) {
            tcui_histogram_host_store_outside(&w, c);
        }
    }
    if (task->flags != NULL) {
        *task->flags = flags;
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_histogram_host = {.id = TCUI_HISTOGRAM, .name = "histogram", .paths = paths, .num_paths = 1};
