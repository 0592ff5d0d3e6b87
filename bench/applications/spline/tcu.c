/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of the pieces, and one call. */
#include "problem.h"

typedef struct side {
    const spline *p;
    tcu_context *context;
    tcu_polynomial *pieces;
    void *workspace;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    side *s = calloc(1, sizeof *s);
    size_t bytes;
    s->p = problem;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_polynomial_create(s->context, s->p->coefficients, s->p->num_pieces, SPLINE_DEGREE,
                                              TCU_TYPE_F32, NULL, &s->pieces));
    APP_TCU(s->context,
            tcu_polynomial_evaluate_spline_workspace(s->context, s->pieces, s->p->num_points, TCU_TYPE_F32, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    APP_TCU(s->context,
            tcu_polynomial_evaluate_spline(s->context, s->pieces, s->p->breakpoints, s->p->points, s->p->num_points,
                                           s->p->values, TCU_TYPE_F32, 0, TCU_SPLINE_NAN));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_polynomial_destroy(s->pieces));
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    free(s);
}

const app_side spline_tcu = {open_side, enqueue_frame, close_side};
