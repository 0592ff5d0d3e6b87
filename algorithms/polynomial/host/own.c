/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial for each point. Where many points in a row have the same one (batches), lanes share its coefficients;
 * elsewhere each lane goes along coefficients of its own.
 */
#include "internal.h"

#include "horner.h"
#include "piece.h"

#include "primitives/threads/parallel.h"

/* --------------------------------------------------------------------------------- neighbours of one polynomial --- */

/* Up to 32 points of batch p from point i on, in all planes. */
TCUI_ALWAYS_INLINE void evaluate_batch(const tcui_polynomial_task *task, tcu_type type, uint64_t p, uint64_t i)
{
    const tcui_polynomials *all = &task->polynomials;
    const int n = task->n - i < TCUI_HORNER_LANES ? (int)(task->n - i) : TCUI_HORNER_LANES;
    double t[TCUI_HORNER_LANES], h[TCUI_HORNER_LANES];
    tcui_polynomial_load_points(all, task->type, task->points, p * task->point_stride + i, n, TCUI_HORNER_LANES, t);
    for (uint64_t plane = 0; plane < all->planes; plane++) {
        const uint64_t row = plane * all->count + p;
        const tcui_lanes lanes = {.type = type, .coefficients = all->coefficients, .at = row * all->stride};
        tcui_evaluate_lanes(&lanes, all, t, h, TCUI_HORNER_LANES);
        for (int lane = 0; lane < n; lane++) {
            tcui_element_store_f64(task->out_type, task->out, row * task->out_stride + i + (uint64_t)lane, h[lane]);
        }
    }
}

/* ------------------------------------------------------------------------------------- a polynomial for each lane --- */

/* Point and polynomial of a lane. */
typedef struct lane {
    double t;
    uint64_t p;
    uint64_t out;  /* of plane 0 */
    bool is_valid; /* else results are NaN, and p is any polynomial */
} lane;

TCUI_ALWAYS_INLINE lane lane_of(const tcui_polynomial_task *task, uint64_t number)
{
    const tcui_polynomials *all = &task->polynomials;
    lane l = {0, 0, number, true};
    if (task->form == TCUI_POLYNOMIAL_BATCHED) {
        const uint64_t i = number % task->n;
        l.p = number / task->n;
        l.t = tcui_element_load_f64(task->type, task->points, l.p * task->point_stride + i);
        l.out = l.p * task->out_stride + i;
    } else if (task->form == TCUI_POLYNOMIAL_INDEXED) {
        l.t = tcui_element_load_f64(task->type, task->points, number);
        l.p = tcui_element_load_u64(task->index_type, task->indices, number); /* (a negative one is too large) */
        l.is_valid = l.p < all->count;
        l.p = l.is_valid ? l.p : 0;
    } else {
        const double x = tcui_element_load_f64(task->type, task->points, number);
        l.p = tcui_spline_piece(task->type, task->breakpoints, all->count, x);
        l.t = tcui_spline_offset(task->type, task->breakpoints, l.p, x);
        l.is_valid = tcui_spline_has_value(task->type, task->breakpoints, all->count, x, task->outside);
    }
    l.t = tcui_polynomial_variable(all, l.t);
    return l;
}

/* Lanes first ... first + n - 1, at most 32, in all planes. */
TCUI_ALWAYS_INLINE void evaluate_lanes(const tcui_polynomial_task *task, tcu_type type, uint64_t first, int n)
{
    const tcui_polynomials *all = &task->polynomials;
    const uint64_t plane_rows = task->form == TCUI_POLYNOMIAL_BATCHED ? all->count : 1;
    lane lanes[TCUI_HORNER_LANES];
    double t[TCUI_HORNER_LANES], h[TCUI_HORNER_LANES];
    uint64_t at[TCUI_HORNER_LANES];
    for (int i = 0; i < TCUI_HORNER_LANES; i++) {
        lanes[i] = lane_of(task, first + (uint64_t)(i < n ? i : 0));
        t[i] = lanes[i].t;
    }
    for (uint64_t plane = 0; plane < all->planes; plane++) {
        for (int i = 0; i < TCUI_HORNER_LANES; i++) {
            at[i] = (plane * all->count + lanes[i].p) * all->stride;
        }
        const tcui_lanes coefficients = {.type = type, .coefficients = all->coefficients, .own_at = at};
        tcui_evaluate_lanes(&coefficients, all, t, h, TCUI_HORNER_LANES);
        for (int i = 0; i < n; i++) {
            tcui_element_store_f64(task->out_type, task->out, plane * plane_rows * task->out_stride + lanes[i].out,
                                   lanes[i].is_valid ? h[i] : (double)NAN);
        }
    }
}

/* --------------------------------------------------------------------------------------------------- kernels --- */

/* Of batches from this size on, at least half of the lanes have a point. */
enum { LEAST_BATCH = TCUI_HORNER_LANES / 2 };

static bool shares_polynomials(const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_BATCHED && task->n >= LEAST_BATCH;
}

static uint64_t blocks_of(uint64_t lanes)
{
    return (lanes + TCUI_HORNER_LANES - 1) / TCUI_HORNER_LANES;
}

/* Blocks of lanes first ... last - 1. */
TCUI_ALWAYS_INLINE void evaluate_blocks(const tcui_polynomial_task *task, tcu_type type, uint64_t first, uint64_t last)
{
    const uint64_t lanes = task->form == TCUI_POLYNOMIAL_BATCHED ? task->polynomials.count * task->n : task->n;
    const uint64_t a_batch = blocks_of(task->n);
    for (uint64_t block = first; block < last; block++) {
        if (shares_polynomials(task)) {
            evaluate_batch(task, type, block / a_batch, block % a_batch * TCUI_HORNER_LANES);
        } else {
            const uint64_t begin = block * TCUI_HORNER_LANES;
            evaluate_lanes(task, type, begin,
                           lanes - begin < TCUI_HORNER_LANES ? (int)(lanes - begin) : TCUI_HORNER_LANES);
        }
    }
}

typedef void (*kernel)(const tcui_polynomial_task *task, uint64_t first, uint64_t last);

#define KERNEL(level, target, coefficient)                                                                             \
    target static void own_##level##_##coefficient(const tcui_polynomial_task *task, uint64_t first, uint64_t last)    \
    {                                                                                                                  \
        evaluate_blocks(task, (tcu_type)tcui_element_##coefficient, first, last);                                      \
    }
#define ROW(level, target, coefficient) own_##level##_##coefficient,

TCUI_FOR_EACH_LEVEL(KERNEL, f32)
TCUI_FOR_EACH_LEVEL(KERNEL, f64)
static const kernel kernels_f32[] = {TCUI_FOR_EACH_LEVEL(ROW, f32)};
static const kernel kernels_f64[] = {TCUI_FOR_EACH_LEVEL(ROW, f64)};

enum { BLOCKS_AT_A_TIME = 64 };

/* What the steps share. */
typedef struct work {
    const tcui_polynomial_task *task;
    kernel evaluate;
    uint64_t blocks;
} work;

static void run_step(const void *data, int64_t step, int thread)
{
    const work *w = data;
    const uint64_t first = (uint64_t)step * BLOCKS_AT_A_TIME;
    (void)thread;
    w->evaluate(w->task, first, w->blocks - first < BLOCKS_AT_A_TIME ? w->blocks : first + BLOCKS_AT_A_TIME);
}

void tcui_polynomial_host_own(const tcu_context *context, const tcui_polynomial_task *task)
{
    const uint64_t batches = task->form == TCUI_POLYNOMIAL_BATCHED ? task->polynomials.count : 1;
    const uint64_t blocks = shares_polynomials(task) ? batches * blocks_of(task->n) : blocks_of(batches * task->n);
    const work w = {task, (task->type == TCU_TYPE_F64 ? kernels_f64 : kernels_f32)[tcui_host_level()], blocks};
    tcui_for_each(tcui_polynomial_host_threads(context, task, batches * task->n),
                  (int64_t)((blocks + BLOCKS_AT_A_TIME - 1) / BLOCKS_AT_A_TIME), run_step, &w);
}
