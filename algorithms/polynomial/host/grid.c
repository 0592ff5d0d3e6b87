/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All polynomials at all points, written or reduced over the polynomials. A thread takes a chunk of points; 16 rows at a
 * time become tiles C, 16 rows x 16 points each, which are stored, or of which the columns are reduced.
 */
#include "internal.h"
#include "steps.h"

#include <string.h>

#include "primitives/threads/parallel.h"

/* Points that go together by Horner's scheme; or none, by steps. */
enum {
    lanes_horner_baseline = tcui_lanes_of_baseline,
    lanes_horner_avx2 = tcui_lanes_of_avx2,
    lanes_horner_avx512 = tcui_lanes_of_avx512,
    BY_STEPS = 0,
    lanes_steps_baseline = BY_STEPS,
    lanes_steps_avx2 = BY_STEPS,
    lanes_steps_avx512 = BY_STEPS
};

/* A chunk of points, and what is made of it at once. */
typedef struct chunk {
    uint64_t first;
    int n;
    size_t tiles;
    _Alignas(64) double t[TCUI_POLYNOMIAL_CHUNK];
    tcui_powers powers[TCUI_STEPS_TILES]; /* by steps alone */
    tcui_tile_f64 C[TCUI_STEPS_TILES];
} chunk;

TCUI_ALWAYS_INLINE void load_chunk(const tcui_polynomial_task *task, tcu_type type, int lanes, uint64_t first, chunk *c)
{
    c->first = first;
    c->n = task->n - first < TCUI_POLYNOMIAL_CHUNK ? (int)(task->n - first) : TCUI_POLYNOMIAL_CHUNK;
    c->tiles = ((size_t)c->n + TCUI_TILE_EDGE - 1) / TCUI_TILE_EDGE;
    /* (Of no polynomials points are not read, and may be NULL.) */
    tcui_polynomial_load_points(&task->polynomials, tcui_polynomial_type(type, task->type), task->points, first,
                                task->polynomials.count > 0 ? c->n : 0, TCUI_POLYNOMIAL_CHUNK, c->t);
    for (size_t tile = 0; lanes == BY_STEPS && tile < c->tiles; tile++) {
        tcui_powers_of(&c->t[tile * TCUI_TILE_EDGE], task->polynomials.degree, type == TCU_TYPE_F64, &c->powers[tile]);
    }
}

/* One row at all points of a chunk. `lanes`, a constant, go together, and at the end of the points fewer. */
TCUI_ALWAYS_INLINE void evaluate_row(const tcui_polynomials *p, tcu_type type, int lanes, uint64_t row, const chunk *c,
                                     double h[TCUI_POLYNOMIAL_CHUNK])
{
    const tcui_lanes of_row = {.type = type, .coefficients = p->coefficients, .at = row * p->stride};
    for (int i = 0; i < c->n;) {
        if (lanes > 32 && c->n - i > 32) {
            tcui_evaluate_lanes(&of_row, p, &c->t[i], &h[i], 64, lanes);
            i += 64;
        } else if (c->n - i > 16) {
            tcui_evaluate_lanes(&of_row, p, &c->t[i], &h[i], 32, lanes);
            i += 32;
        } else {
            tcui_evaluate_lanes(&of_row, p, &c->t[i], &h[i], 16, lanes);
            i += 16;
        }
    }
}
_Static_assert(TCUI_POLYNOMIAL_CHUNK == 64 && TCUI_HORNER_LANES == 32 && TCUI_TILE_EDGE == 16, "as written out there");

/* Tiles C of rows first ... first + rows - 1; lanes 0: by steps. */
TCUI_ALWAYS_INLINE void evaluate(const tcui_polynomials *p, tcu_type type, int lanes, uint64_t first, int rows,
                                 chunk *c)
{
    if (lanes == BY_STEPS) {
        tcui_evaluate_by_steps(p, type, first, rows, c->t, c->powers, c->tiles, c->C);
        return;
    }
    double h[TCUI_POLYNOMIAL_CHUNK];
    for (int r = 0; r < rows; r++) {
        evaluate_row(p, type, lanes, first + (uint64_t)r, c, h);
        for (size_t tile = 0; tile < c->tiles; tile++) {
            memcpy(c->C[tile].at[r], &h[tile * TCUI_TILE_EDGE], sizeof c->C[tile].at[r]);
        }
    }
}

TCUI_ALWAYS_INLINE int least(uint64_t left, int most)
{
    return left < (uint64_t)most ? (int)left : most;
}

/* ------------------------------------------------------------------------------------------------ all results --- */

/* Rows first ... last - 1 at a chunk of points. */
TCUI_ALWAYS_INLINE void write_rows(const tcui_polynomial_task *task, tcu_type type, int lanes, uint64_t point,
                                   uint64_t first, uint64_t last)
{
    chunk c;
    load_chunk(task, type, lanes, point, &c);
    if (lanes != BY_STEPS && task->order == TCU_ORDER_ROW_MAJOR) {
        double h[TCUI_POLYNOMIAL_CHUNK];
        for (uint64_t r = first; r < last; r++) {
            evaluate_row(&task->polynomials, type, lanes, r, &c, h);
            tcui_polynomial_narrow(h, tcui_polynomial_type(type, task->out_type), task->out,
                                   r * task->out_stride + c.first, c.n);
        }
        return;
    }
    for (uint64_t r = first; r < last; r += TCUI_TILE_EDGE) {
        const int rows = least(last - r, TCUI_TILE_EDGE);
        evaluate(&task->polynomials, type, lanes, r, rows, &c);
        for (size_t tile = 0; tile < c.tiles; tile++) {
            const uint64_t i = c.first + tile * TCUI_TILE_EDGE;
            const bool by_rows = lanes == BY_STEPS && task->order == TCU_ORDER_ROW_MAJOR;
            const uint64_t at = by_rows ? r * task->out_stride + i : i * task->out_stride + r;
            tcui_polynomial_store(&c.C[tile], tcui_polynomial_type(type, task->out_type), task->out, at,
                                  by_rows ? TCUI_ROW_MAJOR : TCUI_COLUMN_MAJOR, task->out_stride, rows,
                                  least((uint64_t)c.n - tile * TCUI_TILE_EDGE, TCUI_TILE_EDGE));
        }
    }
}

/* ------------------------------------------------------------------------------------------------ reductions --- */

/* What a plane comes to at a tile's points. */
typedef struct reduced {
    tcui_tile_f64 value; /* row 0 */
    uint64_t which[TCUI_TILE_EDGE];
} reduced;

/* The values of polynomials p ... p + rows - 1, in this order: a larger one replaces the largest, a NaN all but NaNs. */
TCUI_ALWAYS_INLINE void keep_largest(const tcui_tile_f64 *C, uint64_t p, int rows, double sign, reduced *best)
{
    for (int r = 0; r < rows; r++) {
        for (int i = 0; i < TCUI_TILE_EDGE; i++) {
            const double value = C->at[r][i], before = best->value.at[0][i];
            const uint64_t takes = tcui_mask_u64(sign * value > sign * before) |
                                   (tcui_mask_u64(value != value) & tcui_mask_u64(before == before));
            const uint64_t bits = (tcui_bits_of_f64(value) & takes) | (tcui_bits_of_f64(before) & ~takes);
            best->value.at[0][i] = tcui_f64_of_bits(bits); /* (by masks: see half.h) */
            best->which[i] = ((p + (uint64_t)r) & takes) | (best->which[i] & ~takes);
        }
    }
}

TCUI_ALWAYS_INLINE void reduce_plane(const tcui_polynomial_task *task, tcu_type type, int lanes, uint64_t plane,
                                     chunk *c)
{
    const uint64_t count = task->polynomials.count;
    const double neutral = task->reduction == TCU_POLYNOMIAL_SUM   ? 0
                           : task->reduction == TCU_POLYNOMIAL_MAX ? -INFINITY
                                                                   : INFINITY;
    reduced best[TCUI_STEPS_TILES];
    for (int i = 0; i < TCUI_POLYNOMIAL_CHUNK; i++) {
        best[i / TCUI_TILE_EDGE].value.at[0][i % TCUI_TILE_EDGE] = neutral;
        best[i / TCUI_TILE_EDGE].which[i % TCUI_TILE_EDGE] = 0;
    }
    for (uint64_t p = 0; p < count; p += TCUI_TILE_EDGE) {
        const int rows = least(count - p, TCUI_TILE_EDGE);
        evaluate(&task->polynomials, type, lanes, plane * count + p, rows, c);
        for (size_t tile = 0; tile < c->tiles; tile++) {
            if (task->reduction == TCU_POLYNOMIAL_SUM) {
                tcui_tile_add_columns_f64(best[tile].value.at[0], &c->C[tile], rows);
            } else {
                keep_largest(&c->C[tile], p, rows, task->reduction == TCU_POLYNOMIAL_MAX ? 1 : -1, &best[tile]);
            }
        }
    }
    for (size_t tile = 0; tile < c->tiles; tile++) {
        const uint64_t at = plane * task->out_stride + c->first + tile * TCUI_TILE_EDGE;
        const int n = least((uint64_t)c->n - tile * TCUI_TILE_EDGE, TCUI_TILE_EDGE);
        if (task->out != NULL) {
            tcui_polynomial_narrow(best[tile].value.at[0], tcui_polynomial_type(type, task->out_type), task->out, at,
                                   n);
        }
        for (int i = 0; task->which != NULL && i < n; i++) {
            task->which[at + (uint64_t)i] = best[tile].which[i];
        }
    }
}

TCUI_ALWAYS_INLINE void reduce_rows(const tcui_polynomial_task *task, tcu_type type, int lanes, uint64_t point)
{
    chunk c;
    load_chunk(task, type, lanes, point, &c);
    for (uint64_t plane = 0; plane < task->polynomials.planes; plane++) {
        reduce_plane(task, type, lanes, plane, &c);
    }
}

/* --------------------------------------------------------------------------------------------------- kernels --- */

typedef struct kernels {
    void (*write)(const tcui_polynomial_task *task, uint64_t point, uint64_t first, uint64_t last);
    void (*reduce)(const tcui_polynomial_task *task, uint64_t point);
} kernels;

#define KERNELS(level, target, scheme, coefficient)                                                                    \
    target static void write_##scheme##_##level##_##coefficient(const tcui_polynomial_task *task, uint64_t point,      \
                                                                uint64_t first, uint64_t last)                         \
    {                                                                                                                  \
        write_rows(task, (tcu_type)tcui_element_##coefficient, lanes_##scheme##_##level, point, first, last);          \
    }                                                                                                                  \
    target static void reduce_##scheme##_##level##_##coefficient(const tcui_polynomial_task *task, uint64_t point)     \
    {                                                                                                                  \
        reduce_rows(task, (tcu_type)tcui_element_##coefficient, lanes_##scheme##_##level, point);                      \
    }
#define ROW(level, target, scheme, coefficient)                                                                        \
    {write_##scheme##_##level##_##coefficient, reduce_##scheme##_##level##_##coefficient},

TCUI_FOR_EACH_WIDE_LEVEL(KERNELS, horner, f32)
TCUI_FOR_EACH_WIDE_LEVEL(KERNELS, horner, f64)
TCUI_FOR_EACH_LEVEL(KERNELS, steps, f32)
TCUI_FOR_EACH_WIDE_LEVEL(KERNELS, steps, f64)
static const kernels horner_f32[] = {TCUI_FOR_EACH_WIDE_LEVEL(ROW, horner, f32)};
static const kernels horner_f64[] = {TCUI_FOR_EACH_WIDE_LEVEL(ROW, horner, f64)};
static const kernels steps_f32[] = {TCUI_FOR_EACH_LEVEL(ROW, steps, f32)};
static const kernels steps_f64[] = {TCUI_FOR_EACH_WIDE_LEVEL(ROW, steps, f64)};

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
        const uint64_t point = (begin + k) * TCUI_POLYNOMIAL_CHUNK;
        if (w->task->form == TCUI_POLYNOMIAL_REDUCE) {
            w->kernel->reduce(w->task, point);
        } else {
            w->kernel->write(w->task, point, first, last);
        }
    }
}

void tcui_polynomial_host_grid(const tcu_context *context, const tcui_polynomial_task *task, bool by_steps)
{
    const bool is_f64 = task->type == TCU_TYPE_F64, reduces = task->form == TCUI_POLYNOMIAL_REDUCE;
    const int level = tcui_host_wide_level();
    work w = {.task = task};
    if (by_steps) {
        w.kernel = is_f64 ? &steps_f64[level] : &steps_f32[tcui_host_level()]; /* (f32 where a caller forces it) */
    } else {
        w.kernel = is_f64 ? &horner_f64[level] : &horner_f32[level];
    }
    w.rows = task->polynomials.planes * task->polynomials.count;
    w.groups = reduces || w.rows <= ROWS_AT_A_TIME ? 1 : (w.rows + ROWS_AT_A_TIME - 1) / ROWS_AT_A_TIME;
    w.chunks = (task->n + TCUI_POLYNOMIAL_CHUNK - 1) / TCUI_POLYNOMIAL_CHUNK;
    const uint64_t rows_at_a_time = w.groups > 1 ? ROWS_AT_A_TIME : w.rows;
    w.chunks_at_a_time =
        1 + STEPS_AT_A_TIME / TCUI_POLYNOMIAL_CHUNK / (task->polynomials.degree + 1) / (rows_at_a_time + 1);
    const uint64_t steps = w.groups * ((w.chunks + w.chunks_at_a_time - 1) / w.chunks_at_a_time);
    tcui_for_each(tcui_polynomial_host_threads(context, task, w.rows > 0 ? w.rows * task->n : 0), (int64_t)steps,
                  run_step, &w);
}
