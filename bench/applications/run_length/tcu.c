/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_unique() with run lengths, and tcu_run_length_decode(), whose number of runs stays in the device's memory. */
#include "problem.h"

typedef struct side {
    const run_length *p;
    tcu_context *context;
    uint64_t *lengths;
    void *workspace;
    tcu_run_length_options options;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    const run_length *p = problem;
    side *s = calloc(1, sizeof *s);
    size_t to_encode, to_decode;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    s->p = p;
    s->lengths = app_allocate(p->n * sizeof *s->lengths);
    s->options = (tcu_run_length_options){.count = p->num_runs};
    APP_TCU(s->context, tcu_unique_workspace(s->context, sizeof *p->column, 1, p->n, 0, NULL, &to_encode));
    APP_TCU(s->context, tcu_run_length_decode_workspace(s->context, TCU_TYPE_U64, p->most_runs, sizeof *p->items, p->n,
                                                        &s->options, &to_decode));
    const size_t bytes = to_encode > to_decode ? to_encode : to_decode;
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    const run_length *p = s->p;
    APP_TCU(s->context,
            tcu_unique(s->context, p->column, sizeof *p->column, p->items, s->lengths, p->num_runs, p->n, NULL));
    APP_TCU(s->context, tcu_run_length_decode(s->context, s->lengths, TCU_TYPE_U64, p->most_runs, p->items, p->decoded,
                                              sizeof *p->items, NULL, TCU_TYPE_U32, NULL, p->n, &s->options));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    APP_CUDA(cudaFree(s->lengths));
    free(s);
}

const app_side run_length_tcu = {open_side, enqueue_frame, close_side};
