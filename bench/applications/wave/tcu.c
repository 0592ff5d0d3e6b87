/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of two fields, u and u_before: u_next comes of both, and the next u_before is u. */
#include "problem.h"

enum { TAPS = 3 + WAVE_AXES * (WAVE_ALONG - 1), MIDDLE = WAVE_ALONG / 2 };
enum { U, U_BEFORE, U_NEXT = 0, U_NEXT_BEFORE = 1 };

typedef struct side {
    const wave *p;
    tcu_context *context;
    cudaStream_t stream;
    tcu_stencil *step;
    double *scratch;
    void *workspace;
    size_t field_bytes;
} side;

static void create_step(side *s)
{
    double weights[TAPS] = {2, -1, 1};
    int32_t offsets[TAPS][WAVE_AXES] = {{0}};
    uint32_t fields[TAPS][2] = {{U_NEXT, U}, {U_NEXT, U_BEFORE}, {U_NEXT_BEFORE, U}}; /* {out, in} */
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    int t = 3;
    for (int axis = 0; axis < WAVE_AXES; axis++) {
        for (int k = 0; k < WAVE_ALONG; k++) {
            const int tap = k == MIDDLE ? 0 : t++; /* axes share the middle, beside 2 u */
            weights[tap] += s->p->along[k];
            offsets[tap][axis] = k - MIDDLE;
            fields[tap][0] = U_NEXT;
            fields[tap][1] = U;
        }
        desc.extents[axis] = s->p->edge;
        desc.boundaries[axis] = TCU_BOUNDARY_ZERO;
    }
    desc.type = TCU_TYPE_F64;
    desc.dimensions = WAVE_AXES;
    desc.in_fields = desc.out_fields = 2;
    desc.num_taps = TAPS;
    desc.offsets = offsets[0];
    desc.weights = weights;
    desc.tap_fields = fields[0];
    APP_TCU(s->context, tcu_stencil_create(s->context, &desc, &s->step));
}

static void *open_side(const void *problem, cudaStream_t stream)
{
    side *s = calloc(1, sizeof *s);
    size_t bytes;
    s->p = problem;
    s->stream = stream;
    s->field_bytes = s->p->edge * s->p->edge * s->p->edge * sizeof(double);
    s->scratch = app_allocate(2 * s->field_bytes);
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    create_step(s);
    APP_TCU(s->context, tcu_stencil_iterate_workspace(s->context, s->step, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    const wave *p = s->p;
    for (int field = 0; field < 2; field++) {
        APP_CUDA(cudaMemcpyAsync((char *)p->fields + (size_t)field * s->field_bytes, p->initial, s->field_bytes,
                                 cudaMemcpyDeviceToDevice, s->stream));
    }
    APP_TCU(s->context, tcu_stencil_iterate(s->context, s->step, p->fields, s->scratch, p->steps));
}

static void close_side(void *state)
{
    side *s = state;
    APP_TCU(s->context, tcu_stencil_destroy(s->step));
    APP_TCU(s->context, tcu_context_destroy(s->context));
    APP_CUDA(cudaFree(s->scratch));
    APP_CUDA(cudaFree(s->workspace));
    free(s);
}

const app_side wave_tcu = {open_side, enqueue_frame, close_side};
