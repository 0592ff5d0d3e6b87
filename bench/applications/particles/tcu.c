/* SPDX-License-Identifier: Apache-2.0 */
/* Each call's length is a count in the device's memory, so that calls do what there is to do, and not what there may be. */
#include "problem.h"

enum { COLUMNS = 7, CALLS = 3 };

typedef struct side {
    const particles *p;
    tcu_context *context;
    cudaStream_t stream;
    particle_columns moved;
    unsigned char *flags;
    uint64_t *num_moved;
    uint16_t *sorted_cells, *sorted_lives;
    tcu_column columns[COLUMNS];
    tcu_compact_options compact;
    tcu_sort_options sort;
    tcu_by_key_options sum;
    tcu_runs lit;
    void *workspace;
} side;

static void describe_calls(side *s)
{
    const particles *p = s->p;
    const particle_columns *m = &s->moved, *a = &p->after;
    const tcu_column columns[COLUMNS] = {
        {m->id, a->id, sizeof *a->id},       {m->x, a->x, sizeof *a->x},    {m->y, a->y, sizeof *a->y},
        {m->vx, a->vx, sizeof *a->vx},       {m->vy, a->vy, sizeof *a->vy}, {m->life, a->life, sizeof *a->life},
        {m->cell, a->cell, sizeof *a->cell},
    };
    for (int c = 0; c < COLUMNS; c++) {
        s->columns[c] = columns[c];
    }
    s->compact = (tcu_compact_options){.count = s->num_moved};
    s->sort = (tcu_sort_options)TCU_SORT_OPTIONS_INIT;
    s->sort.end_bit = CELL_BITS;
    s->sort.count = p->num_after;
    s->sum = (tcu_by_key_options)TCU_BY_KEY_OPTIONS_INIT;
    s->sum.count = p->num_after;
    s->lit = (tcu_runs){.keys = p->lit_cells, .count = p->num_lit};
}

static size_t workspace_bytes(side *s)
{
    const uint64_t n = s->p->capacity;
    size_t needed[CALLS], bytes = 0;
    APP_TCU(s->context,
            tcu_compact_columns_workspace(s->context, COLUMNS, TCU_FLAGS_BYTES, n, &s->compact, &needed[0]));
    APP_TCU(s->context,
            tcu_radix_sort_pairs_workspace(s->context, TCU_TYPE_U16, sizeof(uint16_t), n, 0, &s->sort, &needed[1]));
    APP_TCU(s->context, tcu_reduce_by_key_workspace(s->context, sizeof(uint16_t), TCU_TYPE_U16, TCU_TYPE_U64, n,
                                                    &s->lit, &s->sum, &needed[2]));
    for (int call = 0; call < CALLS; call++) {
        bytes = needed[call] > bytes ? needed[call] : bytes;
    }
    return bytes;
}

static void *open_side(const void *problem, cudaStream_t stream)
{
    side *s = calloc(1, sizeof *s);
    const uint64_t n = ((const particles *)problem)->capacity;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    s->p = problem;
    s->stream = stream;
    s->moved.id = app_allocate(n * sizeof(uint64_t));
    float **const reals[] = {&s->moved.x, &s->moved.y, &s->moved.vx, &s->moved.vy};
    for (int c = 0; c < 4; c++) {
        *reals[c] = app_allocate(n * sizeof(float));
    }
    uint16_t **const shorts[] = {&s->moved.life, &s->moved.cell, &s->sorted_cells, &s->sorted_lives};
    for (int c = 0; c < 4; c++) {
        *shorts[c] = app_allocate(n * sizeof(uint16_t));
    }
    s->flags = app_allocate(n);
    s->num_moved = app_allocate(sizeof *s->num_moved);
    describe_calls(s);
    const size_t bytes = workspace_bytes(s);
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    const particles *p = s->p;
    particles_move(p, &s->moved, s->flags, s->num_moved, 0, s->stream);
    APP_TCU(s->context, tcu_compact_columns(s->context, s->columns, COLUMNS, s->flags, TCU_FLAGS_BYTES, p->num_after,
                                            p->capacity, &s->compact));
    APP_TCU(s->context, tcu_radix_sort_pairs(s->context, p->after.cell, s->sorted_cells, TCU_TYPE_U16, p->after.life,
                                             s->sorted_lives, sizeof(uint16_t), p->capacity, &s->sort));
    APP_TCU(s->context, tcu_reduce_by_key(s->context, s->sorted_cells, sizeof(uint16_t), s->sorted_lives, TCU_TYPE_U16,
                                          p->brightness, TCU_TYPE_U64, p->capacity, &s->lit, &s->sum));
}

static void close_side(void *state)
{
    side *s = state;
    void *const memory[] = {s->moved.id,   s->moved.x,      s->moved.y,      s->moved.vx, s->moved.vy,  s->moved.life,
                            s->moved.cell, s->sorted_cells, s->sorted_lives, s->flags,    s->num_moved, s->workspace};
    APP_TCU(s->context, tcu_context_destroy(s->context));
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        APP_CUDA(cudaFree(memory[i]));
    }
    free(s);
}

const app_side particles_tcu = {open_side, enqueue_frame, close_side};
