/* SPDX-License-Identifier: Apache-2.0 */
/* x is gathered by the columns, and each row is a dot product: two calls, with a vector of all products' factors between. */
#include "problem.h"

typedef struct side {
    const spmv *p;
    tcu_context *context;
    float *gathered;
    void *workspace;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    const spmv *p = problem;
    side *s = calloc(1, sizeof *s);
    size_t of_gather, of_dot;
    s->p = p;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_gather_workspace(s->context, p->num_columns, TCU_TYPE_U32, sizeof *p->x, p->num_values,
                                             NULL, &of_gather));
    APP_TCU(s->context, tcu_segmented_dot_offsets_workspace(s->context, TCU_TYPE_F32, TCU_TYPE_F32, p->num_values,
                                                            p->num_rows, NULL, &of_dot));
    const size_t bytes = of_gather > of_dot ? of_gather : of_dot;
    s->gathered = app_allocate(p->num_values * sizeof *s->gathered);
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    const spmv *p = s->p;
    APP_TCU(s->context, tcu_gather(s->context, p->x, p->num_columns, p->columns, TCU_TYPE_U32, s->gathered,
                                   sizeof *p->x, p->num_values, NULL));
    APP_TCU(s->context, tcu_segmented_dot_offsets(s->context, p->values, s->gathered, TCU_TYPE_F32, p->y, TCU_TYPE_F32,
                                                  p->num_values, p->offsets, p->num_rows, NULL));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    APP_CUDA(cudaFree(s->gathered));
    free(s);
}

const app_side spmv_tcu = {open_side, enqueue_frame, close_side};
