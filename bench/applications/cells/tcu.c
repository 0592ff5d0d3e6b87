/* SPDX-License-Identifier: Apache-2.0 */
/* The sort moves the particles themselves; runs of equal codes are the cells, with where they begin. */
#include "problem.h"

enum { CALLS = 3 };

typedef struct side {
    const cells *p;
    tcu_context *context;
    cudaStream_t stream;
    uint32_t *codes, *sorted;
    unsigned char *flags;
    tcu_sort_options sort;
    tcu_runs runs;
    void *workspace;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    const cells *p = problem;
    side *s = calloc(1, sizeof *s);
    size_t needed[CALLS], bytes = 0;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    s->p = p;
    s->stream = stream;
    s->codes = app_allocate(p->n * sizeof *s->codes);
    s->sorted = app_allocate(p->n * sizeof *s->sorted);
    s->flags = app_allocate(p->n);
    s->sort = (tcu_sort_options)TCU_SORT_OPTIONS_INIT;
    s->sort.end_bit = 3 * p->level;
    s->runs.keys = app_allocate(p->n * sizeof(uint32_t));
    s->runs.offsets = app_allocate((p->n + 1) * sizeof(int64_t));
    s->runs.count = app_allocate(sizeof(uint64_t));
    APP_TCU(s->context,
            tcu_radix_sort_pairs_workspace(s->context, TCU_TYPE_U32, sizeof(point), p->n, 0, &s->sort, &needed[0]));
    APP_TCU(s->context, tcu_reduce_by_key_workspace(s->context, sizeof *s->sorted, TCU_TYPE_U32, TCU_TYPE_U32, p->n,
                                                    &s->runs, NULL, &needed[1]));
    APP_TCU(s->context,
            tcu_compact_indices_workspace(s->context, TCU_FLAGS_BYTES, TCU_TYPE_U32, p->n, NULL, &needed[2]));
    for (int call = 0; call < CALLS; call++) {
        bytes = needed[call] > bytes ? needed[call] : bytes;
    }
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    const cells *p = s->p;
    cells_number(p, s->codes, s->stream);
    APP_TCU(s->context, tcu_radix_sort_pairs(s->context, s->codes, s->sorted, TCU_TYPE_U32, p->particles, p->points,
                                             sizeof(point), p->n, &s->sort));
    APP_TCU(s->context, tcu_reduce_by_key(s->context, s->sorted, sizeof *s->sorted, NULL, TCU_TYPE_U32, NULL,
                                          TCU_TYPE_U32, p->n, &s->runs, NULL));
    cells_flag_i64(p, s->runs.keys, s->runs.offsets, s->runs.count, s->flags, s->stream);
    APP_TCU(s->context, tcu_compact_indices(s->context, s->flags, TCU_FLAGS_BYTES, p->lonely, TCU_TYPE_U32,
                                            p->num_lonely, p->n, NULL));
}

static void close_side(void *state)
{
    side *s = state;
    void *const memory[] = {s->codes, s->sorted, s->flags, s->runs.keys, s->runs.offsets, s->runs.count, s->workspace};
    APP_TCU(s->context, tcu_context_destroy(s->context));
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        APP_CUDA(cudaFree(memory[i]));
    }
    free(s);
}

const app_side cells_tcu = {open_side, enqueue_frame, close_side};
