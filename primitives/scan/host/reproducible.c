/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible scans (primitives/scan/reproducible.h) on the host. One thread scans chunk after chunk, with what comes
 * before each. Several go in rounds: all sum the chunks of a round, one adds up what comes before each chunk, all scan
 * them, reading them from a cache.
 */
#include "reproducible.h"

#include <math.h>

#include "primitives/reduce/reproducible.h"
#include "primitives/scan/reproducible.h"
#include "primitives/threads/parallel.h"
#include "primitives/tile/host/tile.h"

#define TCUI_TEMPLATE "primitives/scan/host/reproducible_template.h"
#include "primitives/tile/host/vectors.h"

typedef double (*chunk_function)(const tcui_scan_task *task, uint64_t first, double before, bool stores);

static const chunk_function chunks_in_f32[] = {TCUI_LEVELS(scan_chunk_f32)};
static const chunk_function chunks_in_f64[] = {TCUI_LEVELS(scan_chunk_f64)};

/* Chunks of a round at most: as f64 some MB. */
enum { ROUND = 128 };

/* A round, which threads share. */
typedef struct scan_round {
    const tcui_scan_task *task;
    chunk_function scan_chunk;
    double *totals; /* of each chunk, then what comes before it */
    uint64_t first; /* chunk */
} scan_round;

static void sum_chunk(const void *data, int64_t i, int thread)
{
    const scan_round *const round = data;
    (void)thread;
    round->totals[i] = round->scan_chunk(round->task, (round->first + (uint64_t)i) * TCUI_SCAN_CHUNK, 0, false);
}

static void scan_chunk(const void *data, int64_t i, int thread)
{
    const scan_round *const round = data;
    (void)thread;
    round->scan_chunk(round->task, (round->first + (uint64_t)i) * TCUI_SCAN_CHUNK, round->totals[i], true);
}

void tcui_scan_host_reproducible(const tcui_scan_task *task, int threads)
{
    const tcu_type t = tcui_reproducible_type(task->in_type, task->out_type);
    const int level = tcui_host_level();
    const uint64_t n = task->segments.n, chunks = n / TCUI_SCAN_CHUNK + (n % TCUI_SCAN_CHUNK != 0);
    double totals[ROUND];
    tcui_scan_prefixes prefixes;
    scan_round round = {
        .task = task, .scan_chunk = t == TCU_TYPE_F64 ? chunks_in_f64[level] : chunks_in_f32[level], .totals = totals};
    tcui_scan_prefixes_begin(&prefixes, t);
    if (threads == 1 || chunks == 1) {
        for (uint64_t chunk = 0; chunk < chunks; chunk++) {
            const double before = tcui_scan_prefixes_sum(&prefixes);
            tcui_scan_prefixes_add(&prefixes, round.scan_chunk(task, chunk * TCUI_SCAN_CHUNK, before, true));
        }
        return;
    }
    for (uint64_t count; round.first < chunks; round.first += count) {
        count = chunks - round.first < ROUND ? chunks - round.first : ROUND;
        tcui_for_each(threads, (int64_t)count, sum_chunk, &round);
        for (uint64_t i = 0; i < count; i++) {
            const double total = round.totals[i];
            round.totals[i] = tcui_scan_prefixes_sum(&prefixes);
            tcui_scan_prefixes_add(&prefixes, total);
        }
        tcui_for_each(threads, (int64_t)count, scan_chunk, &round);
    }
}
