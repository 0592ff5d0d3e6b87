/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial for each point. Where many points in a row have the same one (batches), lanes share its coefficients;
 * elsewhere each lane goes along coefficients of its own.
 */
#include "internal.h"

#include "horner.h"
#include "piece.h"
#include "rows.h"

#include "primitives/threads/parallel.h"

/* --------------------------------------------------------------------------------- neighbours of one polynomial --- */

/* Up to BATCH_BLOCK points of batch p from point i on, in all planes. */
enum { BATCH_BLOCK = TCUI_HORNER_MOST_LANES };

TCUI_ALWAYS_INLINE void evaluate_batch(const tcui_polynomial_task *task, const tcui_schemes *schemes, uint64_t p,
                                       uint64_t i)
{
    const tcui_polynomials *all = &task->polynomials;
    const tcu_type type = schemes->type;
    const int n = task->n - i < BATCH_BLOCK ? (int)(task->n - i) : BATCH_BLOCK;
    double t[BATCH_BLOCK], h[BATCH_BLOCK];
    tcui_polynomial_load_points(all, tcui_polynomial_type(type, task->type), task->points, p * task->point_stride + i,
                                n, BATCH_BLOCK, t);
    for (uint64_t plane = 0; plane < all->planes; plane++) {
        const uint64_t row = plane * all->count + p;
        tcui_evaluate_row(all, schemes, row, t, h, n);
        tcui_polynomial_narrow(h, tcui_polynomial_type(type, task->out_type), task->out, row * task->out_stride + i, n);
    }
}

/* ------------------------------------------------------------------------------------- a polynomial for each lane --- */

/* Points and polynomials of a block of lanes. Behind the last one are lanes of polynomial 0, at 0. */
typedef struct lane_block {
    double t[TCUI_HORNER_LANES];
    uint64_t p[TCUI_HORNER_LANES];
    uint64_t valid[TCUI_HORNER_LANES]; /* a mask; where it is 0 the result is NaN, and p is any polynomial */
    bool all_valid;
} lane_block;

TCUI_ALWAYS_INLINE void load_batched(const tcui_polynomial_task *task, uint64_t first, int n, lane_block *b)
{
    for (int i = 0; i < n; i++) {
        const uint64_t lane = first + (uint64_t)i;
        b->p[i] = lane / task->n;
        const uint64_t at = b->p[i] * task->point_stride + lane % task->n;
        b->t[i] = tcui_polynomial_variable(&task->polynomials, tcui_element_load_f64(task->type, task->points, at));
    }
}

/* (A negative index is too large.) */
#define LOAD_INDICES(index)                                                                                            \
    for (int i = 0; i < n; i++) {                                                                                      \
        b->p[i] = (uint64_t)((const index *)task->indices)[first + (uint64_t)i];                                       \
    }

TCUI_ALWAYS_INLINE void load_indexed(const tcui_polynomial_task *task, tcu_type type, uint64_t first, int n,
                                     lane_block *b)
{
    tcui_polynomial_load_points(&task->polynomials, tcui_polynomial_type(type, task->type), task->points, first, n,
                                TCUI_HORNER_LANES, b->t);
    switch (task->index_type) {
    case TCU_TYPE_I32:
        LOAD_INDICES(int32_t)
        break;
    case TCU_TYPE_U32:
        LOAD_INDICES(uint32_t)
        break;
    default:
        LOAD_INDICES(uint64_t)
    }
    uint64_t any_invalid = 0;
    for (int i = 0; i < n; i++) {
        any_invalid |= tcui_mask_u64(b->p[i] >= task->polynomials.count);
    }
    b->all_valid = any_invalid == 0;
    for (int i = 0; i < n && !b->all_valid; i++) {
        b->valid[i] = tcui_mask_u64(b->p[i] < task->polynomials.count);
        b->p[i] &= b->valid[i];
    }
}

TCUI_ALWAYS_INLINE void load_spline(const tcui_polynomial_task *task, tcu_type type, uint64_t first, int n,
                                    lane_block *b)
{
    double x[TCUI_HORNER_LANES];
    tcui_polynomial_widen(tcui_polynomial_type(type, task->type), task->points, first, n, x);
    for (int i = n; i < TCUI_HORNER_LANES; i++) {
        x[i] = x[0];
    }
#define PLACES(constant) b->all_valid = tcui_spline_places(task, constant, x, TCUI_HORNER_LANES, b->p, b->t, b->valid);
    TCUI_FOR_REAL_TYPE(tcui_polynomial_type(type, task->type), PLACES)
#undef PLACES
    for (int i = 0; i < TCUI_HORNER_LANES; i++) {
        b->t[i] = tcui_polynomial_variable(&task->polynomials, b->t[i]);
    }
}

TCUI_ALWAYS_INLINE void load_block(const tcui_polynomial_task *task, tcu_type type, uint64_t first, int n,
                                   lane_block *b)
{
    b->all_valid = true;
    for (int i = n; i < TCUI_HORNER_LANES; i++) {
        b->t[i] = 0;
        b->p[i] = 0;
    }
    if (task->form == TCUI_POLYNOMIAL_BATCHED) {
        load_batched(task, first, n, b);
    } else if (task->form == TCUI_POLYNOMIAL_INDEXED) {
        load_indexed(task, type, first, n, b);
    } else {
        load_spline(task, type, first, n, b);
    }
}

/* Results of a plane: row `plane` of out, or a row for each polynomial of a batch. */
TCUI_ALWAYS_INLINE void store_block(const tcui_polynomial_task *task, tcu_type type, uint64_t plane, uint64_t first,
                                    int n, const lane_block *b, const double *h)
{
    if (task->form != TCUI_POLYNOMIAL_BATCHED) {
        tcui_polynomial_narrow(h, tcui_polynomial_type(type, task->out_type), task->out,
                               plane * task->out_stride + first, n);
        return;
    }
    for (int i = 0; i < n; i++) {
        const uint64_t row = plane * task->polynomials.count + b->p[i], column = (first + (uint64_t)i) % task->n;
        tcui_element_store_f64(task->out_type, task->out, row * task->out_stride + column, h[i]);
    }
}

/* Of plane `plane`. */
TCUI_ALWAYS_INLINE void evaluate_plane(const tcui_polynomials *all, tcu_type type, tcui_horner_own horner,
                                       uint64_t plane, const lane_block *b, double *h)
{
    const uint64_t plane_at = plane * all->count * all->stride;
    if (all->basis != TCU_BASIS_CHEBYSHEV) {
        const uint64_t bytes = type == TCU_TYPE_F32 ? sizeof(float) : sizeof(double);
        const tcui_own_rows rows = {(const char *)all->coefficients + plane_at * bytes, all->stride, all->degree, b->p};
        horner(&rows, b->t, h);
        return;
    }
    uint64_t at[TCUI_HORNER_LANES];
    for (int i = 0; i < TCUI_HORNER_LANES; i++) {
        at[i] = plane_at + b->p[i] * all->stride;
    }
    const tcui_lanes lanes = {.type = type, .coefficients = all->coefficients, .own_at = at};
    tcui_clenshaw(&lanes, all->degree, b->t, h, TCUI_HORNER_LANES);
}

/* Lanes first ... first + n - 1, at most 32, in all planes. */
TCUI_ALWAYS_INLINE void evaluate_lanes(const tcui_polynomial_task *task, tcu_type type, tcui_horner_own horner,
                                       uint64_t first, int n)
{
    const tcui_polynomials *all = &task->polynomials;
    lane_block b;
    double h[TCUI_HORNER_LANES];
    load_block(task, type, first, n, &b);
    for (uint64_t plane = 0; plane < all->planes; plane++) {
        evaluate_plane(all, type, horner, plane, &b, h);
        for (int i = 0; i < n && !b.all_valid; i++) {
            h[i] = b.valid[i] != 0 ? h[i] : (double)NAN;
        }
        store_block(task, type, plane, first, n, &b, h);
    }
}

/* --------------------------------------------------------------------------------------------------- kernels --- */

/* Of batches from this size on, at least half of 32 lanes have a point. */
enum { LEAST_BATCH = TCUI_HORNER_LANES / 2 };

static bool shares_polynomials(const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_BATCHED && task->n >= LEAST_BATCH;
}

static uint64_t blocks_of(uint64_t lanes, uint64_t of_block)
{
    return (lanes + of_block - 1) / of_block;
}

/* Blocks first ... last - 1 of batches. */
TCUI_ALWAYS_INLINE void evaluate_batches(const tcui_polynomial_task *task, const tcui_schemes *schemes, uint64_t first,
                                         uint64_t last)
{
    const uint64_t a_batch = blocks_of(task->n, BATCH_BLOCK);
    for (uint64_t block = first; block < last; block++) {
        evaluate_batch(task, schemes, block / a_batch, block % a_batch * BATCH_BLOCK);
    }
}

/* Blocks first ... last - 1 of lanes. */
TCUI_ALWAYS_INLINE void evaluate_blocks(const tcui_polynomial_task *task, tcu_type type, tcui_horner_own horner,
                                        uint64_t first, uint64_t last)
{
    const uint64_t lanes = task->form == TCUI_POLYNOMIAL_BATCHED ? task->polynomials.count * task->n : task->n;
    for (uint64_t block = first; block < last; block++) {
        const uint64_t begin = block * TCUI_HORNER_LANES;
        evaluate_lanes(task, type, horner, begin,
                       lanes - begin < TCUI_HORNER_LANES ? (int)(lanes - begin) : TCUI_HORNER_LANES);
    }
}

typedef void (*kernel)(const tcui_polynomial_task *task, uint64_t first, uint64_t last);

#define TCUI_TEMPLATE "algorithms/polynomial/host/own_template.h"
#include "primitives/tile/host/vectors.h"

static const kernel batches_f32[] = {TCUI_LEVELS(batches_f32_f64)};
static const kernel batches_f64[] = {TCUI_LEVELS(batches_f64_f64)};
static const kernel blocks_f32[] = {TCUI_LEVELS_UP_TO_AVX2(blocks_f32_f64)};
static const kernel blocks_f64[] = {TCUI_LEVELS_UP_TO_AVX2(blocks_f64_f64)};

static kernel find_kernel(const tcui_polynomial_task *task)
{
    const bool is_f64 = task->type == TCU_TYPE_F64;
    const kernel *batches = is_f64 ? batches_f64 : batches_f32, *blocks = is_f64 ? blocks_f64 : blocks_f32;
    return (shares_polynomials(task) ? batches : blocks)[tcui_host_level()];
}

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
    const uint64_t blocks = shares_polynomials(task) ? batches * blocks_of(task->n, BATCH_BLOCK)
                                                     : blocks_of(batches * task->n, TCUI_HORNER_LANES);
    const work w = {task, find_kernel(task), blocks};
    tcui_for_each(tcui_polynomial_host_threads(context, task, batches * task->n * task->polynomials.planes),
                  (int64_t)((blocks + BLOCKS_AT_A_TIME - 1) / BLOCKS_AT_A_TIME), run_step, &w);
}
