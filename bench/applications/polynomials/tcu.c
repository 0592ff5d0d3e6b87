/* SPDX-License-Identifier: Apache-2.0 */
/* A plan, and one call. */
#include "problem.h"

typedef struct side {
    const polynomials *p;
    tcu_context *context;
    tcu_polynomial *plan;
    void *workspace;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    side *s = calloc(1, sizeof *s);
    size_t bytes;
    s->p = problem;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_polynomial_create(s->context, s->p->coefficients, s->p->num_polynomials, POLYNOMIALS_DEGREE,
                                              TCU_TYPE_F32, NULL, &s->plan));
    APP_TCU(s->context, tcu_polynomial_evaluate_workspace(s->context, s->plan, s->p->num_points, TCU_TYPE_F32, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    APP_TCU(s->context, tcu_polynomial_evaluate(s->context, s->plan, s->p->points, s->p->num_points, s->p->values,
                                                TCU_TYPE_F32, TCU_ORDER_ROW_MAJOR, 0));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_polynomial_destroy(s->plan));
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    free(s);
}

const app_side polynomials_tcu = {open_side, enqueue_frame, close_side};
