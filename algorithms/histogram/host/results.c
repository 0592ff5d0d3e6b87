/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Of 256 bins at a time all copies are the rows of matrices A, 16 in each, and
 *
 *     V = P * A + V        (P: a row of ones)
 *
 * sums them as in Dakkak et al. (ICS 2019), algorithm 2.
 */
#include "results.h"

#include <string.h>

#include "primitives/threads/parallel.h"

typedef tcui_histogram_work work;

/* Bins that are summed together, and that a thread takes at a time. */
enum { BLOCK = 256, ROWS = 16, STEP = 16 * BLOCK };

#define SUM_COPIES(name, type, acc)                                                                                    \
    static void sum_copies_##name(const work *w, const type *copies, uint64_t first, int n, acc V[BLOCK])              \
    {                                                                                                                  \
        acc sums[BLOCK];                                                                                               \
        for (int i = 0; i < n; i++) {                                                                                  \
            V[i] = copies[first + (uint64_t)i];                                                                        \
        }                                                                                                              \
        for (uint64_t copy = 1; copy < w->copies; copy++) {                                                            \
            const type *row = copies + copy * w->slots + first;                                                        \
            acc *to = copy < ROWS ? V : sums;                                                                          \
            if (copy >= ROWS && copy % ROWS == 0)                                                                      \
                memset(sums, 0, sizeof sums);                                                                          \
            for (int i = 0; i < n; i++) {                                                                              \
                to[i] += row[i];                                                                                       \
            }                                                                                                          \
            if (copy >= ROWS && (copy % ROWS == ROWS - 1 || copy + 1 == w->copies)) {                                  \
                for (int i = 0; i < n; i++) {                                                                          \
                    V[i] += sums[i];                                                                                   \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
SUM_COPIES(counts, uint32_t, uint64_t)
SUM_COPIES(integers, uint64_t, uint64_t)
SUM_COPIES(reals, double, double)

/* n results from out[bin] on, what is there already added where `accumulate`. */
#define STORE(type, acc)                                                                                               \
    for (int i = 0; i < n && accumulate; i++) {                                                                        \
        const uint64_t k = bin + (uint64_t)i;                                                                          \
        tcui_element_store_##acc(type, out, k, V[i] + tcui_element_load_##acc(type, out, k));                          \
    }                                                                                                                  \
    for (int i = 0; i < n && !accumulate; i++) {                                                                       \
        tcui_element_store_##acc(type, out, bin + (uint64_t)i, V[i]);                                                  \
    }

/* (Loops for the types that are frequent.) */
static void store_f64(tcu_type type, void *out, bool accumulate, uint64_t bin, int n, const double *V)
{
    if (type == TCU_TYPE_F32) {
        STORE(TCU_TYPE_F32, f64)
    } else {
        STORE(type, f64)
    }
}

static void store_u64(tcu_type type, void *out, bool accumulate, uint64_t bin, int n, const uint64_t *V)
{
    if (type == TCU_TYPE_U32) {
        STORE(TCU_TYPE_U32, u64)
    } else if (type == TCU_TYPE_U64) {
        STORE(TCU_TYPE_U64, u64)
    } else {
        STORE(type, u64)
    }
}

static void store_reals(const work *w, int c, uint64_t bin, int n)
{
    const tcui_histogram_task *task = w->task;
    const uint64_t first = w->first_slot[c] + bin;
    const double *sums = w->sums + first; /* one copy, as of few samples, is the sum */
    double V[BLOCK], lost[BLOCK];
    if (w->copies > 1) {
        sum_copies_reals(w, w->sums, first, n, V);
        sums = V;
    }
    if (tcui_histogram_sums_lost(task)) {
        sum_copies_reals(w, w->lost, first, n, lost);
        for (int i = 0; i < n; i++) {
            V[i] = sums[i] + lost[i];
        }
        sums = V;
    }
    store_f64(task->out_type, task->channels[c].counts, task->accumulate, bin, n, sums);
}

/* Counts saturate where they are stored as u32. Returns the flags of what happened. */
static uint32_t saturate(const tcui_histogram_task *task, const uint32_t *before, int n, uint64_t V[BLOCK])
{
    uint64_t upper = 0;
    for (int i = 0; i < n; i++) {
        upper |= V[i] + (task->accumulate ? before[i] : 0);
    }
    if (upper <= UINT32_MAX) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        const uint64_t most = UINT32_MAX - (task->accumulate ? before[i] : 0);
        V[i] = V[i] < most ? V[i] : most;
    }
    return TCU_HISTOGRAM_SATURATED;
}

static uint32_t store_integers(const work *w, int c, uint64_t bin, int n)
{
    const tcui_histogram_task *task = w->task;
    void *out = task->channels[c].counts;
    uint64_t V[BLOCK];
    uint32_t flags = 0;
    if (task->weighted) {
        sum_copies_integers(w, w->integers, w->first_slot[c] + bin, n, V);
    } else {
        sum_copies_counts(w, w->counts, w->first_slot[c] + bin, n, V);
        if (task->out_type == TCU_TYPE_U32) {
            flags = saturate(task, (const uint32_t *)out + bin, n, V);
        }
    }
    store_u64(task->out_type, out, task->accumulate, bin, n, V);
    return flags;
}

typedef struct channel {
    const work *work;
    int number;
    _Atomic uint32_t *flags;
} channel;

static void store_block(const channel *c, uint64_t bin)
{
    const uint64_t left = c->work->task->channels[c->number].num_bins - bin;
    const int n = left < BLOCK ? (int)left : BLOCK;
    if (tcui_histogram_sums_reals(c->work->task)) {
        store_reals(c->work, c->number, bin, n);
    } else {
        const uint32_t flags = store_integers(c->work, c->number, bin, n);
        if (flags != 0) {
            *c->flags |= flags;
        }
    }
}

static void store_blocks(const void *data, int64_t step, int thread)
{
    const channel *c = data;
    const uint64_t bins = c->work->task->channels[c->number].num_bins, first = (uint64_t)step * STEP;
    const uint64_t last = bins - first < STEP ? bins : first + STEP;
    (void)thread;
    for (uint64_t bin = first; bin < last; bin += BLOCK) {
        store_block(c, bin);
    }
}

uint32_t tcui_histogram_host_store(const work *w, int c, int threads)
{
    const int64_t steps = (int64_t)((w->task->channels[c].num_bins + STEP - 1) / STEP);
    _Atomic uint32_t flags = 0;
    const channel of = {w, c, &flags};
    tcui_for_each(w->copies > 1 ? threads : 1, steps, store_blocks, &of);
    return flags;
}

void tcui_histogram_host_store_outside(const work *w, int c)
{
    uint64_t outside = w->task->accumulate ? w->task->outside[c] : 0;
    for (uint64_t part = 0; part < w->parts; part++) {
        outside += w->outside[part * TCU_MAX_CHANNELS + (uint64_t)c];
    }
    w->task->outside[c] = outside;
}
