/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All polynomials at all points, written or reduced over the polynomials. A thread takes a chunk of points and goes over
 * the rows, each at all points of the chunk.
 */
#include "internal.h"

#include <math.h>

#include "horner.h"

#include "primitives/threads/parallel.h"

/* Points that one thread takes at a time. */
enum { CHUNK = TCUI_HORNER_MOST_LANES };

typedef struct chunk {
    uint64_t first;
    int n;
    _Alignas(64) double t[CHUNK];
} chunk;

TCUI_ALWAYS_INLINE void load_chunk(const tcui_polynomial_task *task, tcu_type type, uint64_t first, chunk *c)
{
    c->first = first;
    c->n = task->n - first < CHUNK ? (int)(task->n - first) : CHUNK;
    /* (Of no polynomials points are not read, and may be NULL.) */
    tcui_polynomial_load_points(&task->polynomials, tcui_polynomial_type(type, task->type), task->points, first,
                                task->polynomials.count > 0 ? c->n : 0, CHUNK, c->t);
}

/* ------------------------------------------------------------------------------------------------ all results --- */

/* Rows that are written together in column-major order: each point then gets a run of so many neighbours. */
enum { COLUMN_ROWS = 32 };

/* Elements of the result's type, of which COLUMN_ROWS rows are a chunk's. */
typedef union row_results {
    double f64[COLUMN_ROWS * CHUNK];
    float f32[COLUMN_ROWS * CHUNK];
    uint16_t half[COLUMN_ROWS * CHUNK];
} row_results;

#define TURN(member, element)                                                                                          \
    for (int i = 0; i < c->n; i++) {                                                                                   \
        element *const to = (element *)task->out + (c->first + (uint64_t)i) * task->out_stride + first;                \
        for (int r = 0; r < rows; r++) {                                                                               \
            to[r] = results->member[r * CHUNK + i];                                                                    \
        }                                                                                                              \
    }

/* `rows`, a constant where it is COLUMN_ROWS, from row `first` on. */
TCUI_ALWAYS_INLINE void turn_rows(const tcui_polynomial_task *task, const row_results *results, uint64_t first,
                                  int rows, const chunk *c)
{
    switch (task->out_type) {
    case TCU_TYPE_F64:
        TURN(f64, double)
        break;
    case TCU_TYPE_F32:
        TURN(f32, float)
        break;
    default:
        TURN(half, uint16_t)
    }
}
#undef TURN

TCUI_ALWAYS_INLINE void write_columns(const tcui_polynomial_task *task, const tcui_schemes *schemes, uint64_t first,
                                      int rows, const chunk *c)
{
    _Alignas(64) double h[CHUNK];
    row_results results;
    for (int r = 0; r < rows; r++) {
        tcui_evaluate_row(&task->polynomials, schemes, first + (uint64_t)r, c->t, h, c->n);
        tcui_polynomial_narrow(h, tcui_polynomial_type(schemes->type, task->out_type), &results, (uint64_t)r * CHUNK,
                               c->n);
    }
    if (rows == COLUMN_ROWS) {
        turn_rows(task, &results, first, COLUMN_ROWS, c);
    } else {
        turn_rows(task, &results, first, rows, c);
    }
}

/* Rows first ... last - 1 at a chunk of points. */
TCUI_ALWAYS_INLINE void write_rows(const tcui_polynomial_task *task, const tcui_schemes *schemes, uint64_t point,
                                   uint64_t first, uint64_t last)
{
    chunk c;
    load_chunk(task, schemes->type, point, &c);
    if (task->order == TCU_ORDER_COLUMN_MAJOR) {
        for (uint64_t r = first; r < last; r += COLUMN_ROWS) {
            write_columns(task, schemes, r, last - r < COLUMN_ROWS ? (int)(last - r) : COLUMN_ROWS, &c);
        }
        return;
    }
    _Alignas(64) double h[CHUNK];
    for (uint64_t r = first; r < last; r++) {
        tcui_evaluate_row(&task->polynomials, schemes, r, c.t, h, c.n);
        tcui_polynomial_narrow(h, tcui_polynomial_type(schemes->type, task->out_type), task->out,
                               r * task->out_stride + c.first, c.n);
    }
}

/* ------------------------------------------------------------------------------------------------ reductions --- */

/* What a plane comes to at a chunk's points. */
typedef struct reduced {
    _Alignas(64) double value[CHUNK];
    uint64_t which[CHUNK];
} reduced;

/* The values h of polynomial p, after those of the polynomials before: a larger one replaces the largest, a NaN all but
 * NaNs. (By masks: see half.h.) */
TCUI_ALWAYS_INLINE void keep_largest(const double *h, uint64_t p, double sign, reduced *best)
{
    for (int i = 0; i < CHUNK; i++) {
        const double value = h[i], before = best->value[i];
        const uint64_t takes = tcui_mask_u64(sign * value > sign * before) |
                               (tcui_mask_u64(value != value) & tcui_mask_u64(before == before));
        const uint64_t bits = (tcui_bits_of_f64(value) & takes) | (tcui_bits_of_f64(before) & ~takes);
        best->value[i] = tcui_f64_of_bits(bits);
        best->which[i] = (p & takes) | (best->which[i] & ~takes);
    }
}

/* Sums of 16 polynomials' values are added up: shorter chains of additions have smaller errors. */
enum { SUMMED_TOGETHER = 16 };

TCUI_ALWAYS_INLINE void reduce_plane(const tcui_polynomial_task *task, const tcui_schemes *schemes, uint64_t plane,
                                     const chunk *c)
{
    const uint64_t count = task->polynomials.count;
    const bool sums = task->reduction == TCU_POLYNOMIAL_SUM;
    const double sign = task->reduction == TCU_POLYNOMIAL_MAX ? 1 : -1, neutral = sums ? 0 : -sign * INFINITY;
    reduced best;
    double h[CHUNK] = {0}, sum[CHUNK] = {0};
    for (int i = 0; i < CHUNK; i++) {
        best.value[i] = neutral;
        best.which[i] = 0;
    }
    for (uint64_t p = 0; p < count; p++) {
        tcui_evaluate_row(&task->polynomials, schemes, plane * count + p, c->t, h, c->n);
        if (!sums) {
            keep_largest(h, p, sign, &best);
            continue;
        }
        for (int i = 0; i < CHUNK; i++) {
            sum[i] += h[i];
        }
        if ((p + 1) % SUMMED_TOGETHER == 0 || p + 1 == count) {
            for (int i = 0; i < CHUNK; i++) {
                best.value[i] += sum[i];
                sum[i] = 0;
            }
        }
    }
    const uint64_t at = plane * task->out_stride + c->first;
    if (task->out != NULL) {
        tcui_polynomial_narrow(best.value, tcui_polynomial_type(schemes->type, task->out_type), task->out, at, c->n);
    }
    for (int i = 0; task->which != NULL && i < c->n; i++) {
        task->which[at + (uint64_t)i] = best.which[i];
    }
}

TCUI_ALWAYS_INLINE void reduce_rows(const tcui_polynomial_task *task, const tcui_schemes *schemes, uint64_t point)
{
    chunk c;
    load_chunk(task, schemes->type, point, &c);
    for (uint64_t plane = 0; plane < task->polynomials.planes; plane++) {
        reduce_plane(task, schemes, plane, &c);
    }
}

/* --------------------------------------------------------------------------------------------------- kernels --- */

typedef struct kernels {
    void (*write)(const tcui_polynomial_task *task, uint64_t point, uint64_t first, uint64_t last);
    void (*reduce)(const tcui_polynomial_task *task, uint64_t point);
} kernels;

#define TCUI_TEMPLATE "algorithms/polynomial/host/grid_template.h"
#include "primitives/tile/host/vectors.h"

static const kernels *const kernels_f32[] = {TCUI_LEVELS(&kernels_f32_f64)};
static const kernels *const kernels_f64[] = {TCUI_LEVELS(&kernels_f64_f64)};

/* Rows, so that few points, too, are work for all threads; and steps of Horner's scheme that are worth a thread's turn. */
enum { ROWS_AT_A_TIME = 256, STEPS_AT_A_TIME = 1 << 14 };

/* What the steps share. */
typedef struct work {
    const tcui_polynomial_task *task;
    const kernels *kernel;
    uint64_t rows, groups, chunks, chunks_at_a_time;
} work;

static void run_step(const void *data, int64_t step, int thread)
{
    const work *w = data;
    const uint64_t begin = (uint64_t)step / w->groups * w->chunks_at_a_time, left = w->chunks - begin;
    const uint64_t first = (uint64_t)step % w->groups * ROWS_AT_A_TIME;
    const uint64_t last = w->rows - first < ROWS_AT_A_TIME ? w->rows : first + ROWS_AT_A_TIME;
    (void)thread;
    for (uint64_t k = 0; k < w->chunks_at_a_time && k < left; k++) {
        const uint64_t point = (begin + k) * CHUNK;
        if (w->task->form == TCUI_POLYNOMIAL_REDUCE) {
            w->kernel->reduce(w->task, point);
        } else {
            w->kernel->write(w->task, point, first, last);
        }
    }
}

void tcui_polynomial_host_grid(const tcu_context *context, const tcui_polynomial_task *task)
{
    const bool reduces = task->form == TCUI_POLYNOMIAL_REDUCE;
    work w = {.task = task, .kernel = (task->type == TCU_TYPE_F64 ? kernels_f64 : kernels_f32)[tcui_host_level()]};
    w.rows = task->polynomials.planes * task->polynomials.count;
    w.groups = reduces || w.rows <= ROWS_AT_A_TIME ? 1 : (w.rows + ROWS_AT_A_TIME - 1) / ROWS_AT_A_TIME;
    w.chunks = (task->n + CHUNK - 1) / CHUNK;
    const uint64_t rows_at_a_time = w.groups > 1 ? ROWS_AT_A_TIME : w.rows;
    w.chunks_at_a_time = 1 + STEPS_AT_A_TIME / CHUNK / (task->polynomials.degree + 1) / (rows_at_a_time + 1);
    const uint64_t steps = w.groups * ((w.chunks + w.chunks_at_a_time - 1) / w.chunks_at_a_time);
    tcui_for_each(tcui_polynomial_host_threads(context, task, w.rows > 0 ? w.rows * task->n : 0), (int64_t)steps,
                  run_step, &w);
}
