/* SPDX-License-Identifier: Apache-2.0 */
/* One call: tcu_quantiles(), whose results are keys. */
#include "problem.h"

typedef struct side {
    const quantiles *p;
    tcu_context *context;
    void *workspace;
    tcu_quantiles_options options;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    side *s = calloc(1, sizeof *s);
    size_t bytes;
    s->p = problem;
    s->options = (tcu_quantiles_options)TCU_QUANTILES_OPTIONS_INIT;
    s->options.method = TCU_QUANTILE_LOWER;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_quantiles_workspace(s->context, s->p->n, TCU_TYPE_F32, QUANTILES_COUNT, TCU_TYPE_F32,
                                                &s->options, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    APP_TCU(s->context, tcu_quantiles(s->context, s->p->column, s->p->n, TCU_TYPE_F32, s->p->q, QUANTILES_COUNT,
                                      s->p->values, TCU_TYPE_F32, &s->options));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    free(s);
}

const app_side quantiles_tcu = {open_side, enqueue_frame, close_side};
