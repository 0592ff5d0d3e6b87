/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All polynomials at all points, written or reduced over the polynomials. A thread takes a chunk of points; 16 rows at a
 * time become tiles C, 16 rows x 16 points each, which are stored, or of which the columns are reduced.
 */
#include "internal.h"
#include "steps.h"

#include "primitives/threads/parallel.h"

/* A chunk of points, and what is made of it at once. */
typedef struct chunk {
    uint64_t first;
    int n;
    size_t tiles;
    _Alignas(64) double t[TCUI_POLYNOMIAL_CHUNK];
    tcui_powers powers[TCUI_STEPS_TILES]; /* by steps alone */
    tcui_tile_f64 C[TCUI_STEPS_TILES];
} chunk;

TCUI_ALWAYS_INLINE void load_chunk(const tcui_polynomial_task *task, tcu_type type, bool by_steps, uint64_t first,
                                   chunk *c)
{
    c->first = first;
    c->n = task->n - first < TCUI_POLYNOMIAL_CHUNK ? (int)(task->n - first) : TCUI_POLYNOMIAL_CHUNK;
    c->tiles = ((size_t)c->n + TCUI_TILE_EDGE - 1) / TCUI_TILE_EDGE;
    /* (Of no polynomials points are not read, and may be NULL.) */
    tcui_polynomial_load_points(&task->polynomials, task->type, task->points, first,
                                task->polynomials.count > 0 ? c->n : 0, TCUI_POLYNOMIAL_CHUNK, c->t);
    for (size_t tile = 0; by_steps && tile < c->tiles; tile++) {
        tcui_powers_of(&c->t[tile * TCUI_TILE_EDGE], task->polynomials.degree, type == TCU_TYPE_F64, &c->powers[tile]);
    }
}

/* Two tiles' columns at a time, or the one that is left. */
TCUI_ALWAYS_INLINE void evaluate_by_horner(const tcui_polynomials *p, tcu_type type, uint64_t first, int rows, chunk *c)
{
    double h[TCUI_HORNER_LANES];
    for (int r = 0; r < rows; r++) {
        const tcui_lanes lanes = {
            .type = type, .coefficients = p->coefficients, .at = (first + (uint64_t)r) * p->stride};
        for (size_t tile = 0; tile < c->tiles; tile += 2) {
            const double *t = &c->t[tile * TCUI_TILE_EDGE];
            if (tile + 1 == c->tiles) {
                tcui_evaluate_lanes(&lanes, p, t, c->C[tile].at[r], TCUI_TILE_EDGE);
                continue;
            }
            tcui_evaluate_lanes(&lanes, p, t, h, TCUI_HORNER_LANES);
            for (int i = 0; i < TCUI_TILE_EDGE; i++) {
                c->C[tile].at[r][i] = h[i];
                c->C[tile + 1].at[r][i] = h[i + TCUI_TILE_EDGE];
            }
        }
    }
}

TCUI_ALWAYS_INLINE void evaluate(const tcui_polynomials *p, tcu_type type, bool by_steps, uint64_t first, int rows,
                                 chunk *c)
{
    if (by_steps) {
        tcui_evaluate_by_steps(p, type, first, rows, c->t, c->powers, c->tiles, c->C);
    } else {
        evaluate_by_horner(p, type, first, rows, c);
    }
}

TCUI_ALWAYS_INLINE int least(uint64_t left, int most)
{
    return left < (uint64_t)most ? (int)left : most;
}

/* ------------------------------------------------------------------------------------------------ all results --- */

/* Rows first ... last - 1 at a chunk of points. */
TCUI_ALWAYS_INLINE void write_rows(const tcui_polynomial_task *task, tcu_type type, bool by_steps, uint64_t point,
                                   uint64_t first, uint64_t last)
{
    chunk c;
    load_chunk(task, type, by_steps, point, &c);
    for (uint64_t r = first; r < last; r += TCUI_TILE_EDGE) {
        const int rows = least(last - r, TCUI_TILE_EDGE);
        evaluate(&task->polynomials, type, by_steps, r, rows, &c);
        for (size_t tile = 0; tile < c.tiles; tile++) {
            const uint64_t i = c.first + tile * TCUI_TILE_EDGE;
            const bool by_rows = task->order == TCU_ORDER_ROW_MAJOR;
            const uint64_t at = by_rows ? r * task->out_stride + i : i * task->out_stride + r;
            tcui_polynomial_store(&c.C[tile], task->out_type, task->out, at,
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
            const bool takes = (sign * value > sign * before) | ((value != value) & (before == before));
            best->value.at[0][i] = takes ? value : before;
            best->which[i] = takes ? p + (uint64_t)r : best->which[i];
        }
    }
}

TCUI_ALWAYS_INLINE void reduce_plane(const tcui_polynomial_task *task, tcu_type type, bool by_steps, uint64_t plane,
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
        evaluate(&task->polynomials, type, by_steps, plane * count + p, rows, c);
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
            tcui_polynomial_store(&best[tile].value, task->out_type, task->out, at, TCUI_ROW_MAJOR, TCUI_TILE_EDGE, 1,
                                  n);
        }
        for (int i = 0; task->which != NULL && i < n; i++) {
            task->which[at + (uint64_t)i] = best[tile].which[i];
        }
    }
}

TCUI_ALWAYS_INLINE void reduce_rows(const tcui_polynomial_task *task, tcu_type type, bool by_steps, uint64_t point)
{
    chunk c;
    load_chunk(task, type, by_steps, point, &c);
    for (uint64_t plane = 0; plane < task->polynomials.planes; plane++) {
        reduce_plane(task, type, by_steps, plane, &c);
    }
}

/* --------------------------------------------------------------------------------------------------- kernels --- */

typedef struct kernels {
    void (*write)(const tcui_polynomial_task *task, uint64_t point, uint64_t first, uint64_t last);
    void (*reduce)(const tcui_polynomial_task *task, uint64_t point);
} kernels;

#define KERNELS(level, target, scheme, by_steps, coefficient)                                                          \
    target static void write_##scheme##_##level##_##coefficient(const tcui_polynomial_task *task, uint64_t point,      \
                                                                uint64_t first, uint64_t last)                         \
    {                                                                                                                  \
        write_rows(task, (tcu_type)tcui_element_##coefficient, by_steps, point, first, last);                          \
    }                                                                                                                  \
    target static void reduce_##scheme##_##level##_##coefficient(const tcui_polynomial_task *task, uint64_t point)     \
    {                                                                                                                  \
        reduce_rows(task, (tcu_type)tcui_element_##coefficient, by_steps, point);                                      \
    }
#define ROW(level, target, scheme, coefficient)                                                                        \
    {write_##scheme##_##level##_##coefficient, reduce_##scheme##_##level##_##coefficient},

TCUI_FOR_EACH_LEVEL(KERNELS, horner, false, f32)
TCUI_FOR_EACH_LEVEL(KERNELS, horner, false, f64)
TCUI_FOR_EACH_LEVEL(KERNELS, steps, true, f32)
TCUI_FOR_EACH_LEVEL(KERNELS, steps, true, f64)
static const kernels horner_f32[] = {TCUI_FOR_EACH_LEVEL(ROW, horner, f32)};
static const kernels horner_f64[] = {TCUI_FOR_EACH_LEVEL(ROW, horner, f64)};
static const kernels steps_f32[] = {TCUI_FOR_EACH_LEVEL(ROW, steps, f32)};
static const kernels steps_f64[] = {TCUI_FOR_EACH_LEVEL(ROW, steps, f64)};

enum { ROWS_AT_A_TIME = 256 }; /* so that few points, too, are work for all threads */

/* What the steps share. */
typedef struct work {
    const tcui_polynomial_task *task;
    const kernels *kernel;
    uint64_t rows, groups;
} work;

static void run_step(const void *data, int64_t step, int thread)
{
    const work *w = data;
    const uint64_t point = (uint64_t)step / w->groups * TCUI_POLYNOMIAL_CHUNK;
    const uint64_t first = (uint64_t)step % w->groups * ROWS_AT_A_TIME;
    (void)thread;
    if (w->task->form == TCUI_POLYNOMIAL_REDUCE) {
        w->kernel->reduce(w->task, point);
    } else {
        w->kernel->write(w->task, point, first, w->rows - first < ROWS_AT_A_TIME ? w->rows : first + ROWS_AT_A_TIME);
    }
}

void tcui_polynomial_host_grid(const tcu_context *context, const tcui_polynomial_task *task, bool by_steps)
{
    const bool is_f64 = task->type == TCU_TYPE_F64, reduces = task->form == TCUI_POLYNOMIAL_REDUCE;
    const kernels *of_type = by_steps ? (is_f64 ? steps_f64 : steps_f32) : (is_f64 ? horner_f64 : horner_f32);
    const uint64_t rows = task->polynomials.planes * task->polynomials.count;
    const uint64_t groups = reduces ? 1 : (rows + ROWS_AT_A_TIME - 1) / ROWS_AT_A_TIME;
    const uint64_t steps = groups * ((task->n + TCUI_POLYNOMIAL_CHUNK - 1) / TCUI_POLYNOMIAL_CHUNK);
    const work w = {task, &of_type[tcui_host_level()], rows, groups};
    tcui_for_each(tcui_polynomial_host_threads(context, task, rows > 0 ? rows * task->n : 0), (int64_t)steps, run_step,
                  &w);
}
