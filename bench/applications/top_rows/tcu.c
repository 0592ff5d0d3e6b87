/* SPDX-License-Identifier: Apache-2.0 */
/* One call: tcu_segmented_top_k(). */
#include "problem.h"

typedef struct side {
    const top_rows *p;
    tcu_context *context;
    void *workspace;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    side *s = calloc(1, sizeof *s);
    size_t bytes;
    s->p = problem;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_segmented_top_k_workspace(s->context, s->p->num_rows * TOP_ROWS_SIZE, TOP_ROWS_SIZE,
                                                      TOP_ROWS_RESULTS, TCU_TYPE_F32, TCU_TYPE_U32, NULL, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    APP_TCU(s->context, tcu_segmented_top_k(s->context, s->p->scores, s->p->num_rows * TOP_ROWS_SIZE, TOP_ROWS_SIZE,
                                            TOP_ROWS_RESULTS, TCU_TYPE_F32, s->p->best, NULL, TCU_TYPE_U32, NULL));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    free(s);
}

const app_side top_rows_tcu = {open_side, enqueue_frame, close_side};
