/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of the five weights, and tcu_stencil_iterate(), which decides how many steps it makes in a pass. */
#include "problem.h"

enum { TAPS = 5, AXES = 2 };

typedef struct side {
    const heat *p;
    tcu_context *context;
    cudaStream_t stream;
    tcu_stencil *step;
    double *scratch;
    void *workspace;
    size_t grid_bytes;
} side;

static void *open_side(const void *problem, cudaStream_t stream)
{
    const heat *p = problem;
    side *s = calloc(1, sizeof *s);
    const int32_t offsets[TAPS][AXES] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const double weights[TAPS] = {1 - 4 * p->r, p->r, p->r, p->r, p->r};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    size_t bytes;
    s->p = p;
    s->stream = stream;
    s->grid_bytes = p->edge * p->edge * sizeof(double);
    s->scratch = app_allocate(s->grid_bytes);
    desc.type = TCU_TYPE_F64;
    desc.dimensions = AXES;
    desc.extents[0] = desc.extents[1] = p->edge;
    desc.boundaries[0] = desc.boundaries[1] = TCU_BOUNDARY_KEEP;
    desc.num_taps = TAPS;
    desc.offsets = offsets[0];
    desc.weights = weights;
    APP_TCU(NULL, tcu_context_create(&s->context, TCU_BACKEND_CUDA, -1));
    APP_TCU(s->context, tcu_context_set_stream(s->context, stream));
    APP_TCU(s->context, tcu_stencil_create(s->context, &desc, &s->step));
    APP_TCU(s->context, tcu_stencil_iterate_workspace(s->context, s->step, &bytes));
    s->workspace = app_allocate(bytes);
    APP_TCU(s->context, tcu_context_set_workspace(s->context, s->workspace, bytes));
    return s;
}

static void enqueue_frame(void *state)
{
    const side *s = state;
    const heat *p = s->p;
    APP_CUDA(cudaMemcpyAsync(p->temperatures, p->initial, s->grid_bytes, cudaMemcpyDeviceToDevice, s->stream));
    APP_TCU(s->context, tcu_stencil_iterate(s->context, s->step, p->temperatures, s->scratch, p->steps));
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

const app_side heat_tcu = {open_side, enqueue_frame, close_side};
