/* SPDX-License-Identifier: Apache-2.0 */
/* One call: tcu_group_by() of two columns, a sum and a maximum of the same values. */
#include "problem.h"

typedef struct side {
    const group_by *p;
    tcu_context *context;
    void *workspace;
    tcu_group_column columns[2];
    tcu_runs groups;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    const group_by *p = problem;
    side *s = calloc(1, sizeof *s);
    size_t bytes;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    s->p = p;
    s->columns[0] =
        (tcu_group_column)TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, p->values, TCU_TYPE_F32, p->sums, TCU_TYPE_F32);
    s->columns[1] =
        (tcu_group_column)TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_MAX, p->values, TCU_TYPE_F32, p->maxima, TCU_TYPE_F32);
    s->groups = (tcu_runs){.keys = p->group_keys, .count = p->num_groups};
    APP_TCU(s->context,
            tcu_group_by_workspace(s->context, TCU_TYPE_U32, p->num_rows, s->columns, 2, &s->groups, NULL, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    APP_TCU(s->context,
            tcu_group_by(s->context, s->p->keys, TCU_TYPE_U32, s->p->num_rows, s->columns, 2, &s->groups, NULL));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->workspace));
    free(s);
}

const app_side group_by_tcu = {open_side, enqueue_frame, close_side};
