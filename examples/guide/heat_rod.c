/* SPDX-License-Identifier: Apache-2.0 */
/* Heat that spreads along a rod whose ends are kept cold: time steps of a stencil: docs/guide/stencils.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { POINTS = 9, STEPS = 4 };

/* u[i] <- u[i] + (u[i - 1] - 2 u[i] + u[i + 1]) / 4, STEPS times. u and scratch lie in the context's memory. */
static tcu_status advance(tcu_context *context, void *u, void *scratch)
{
    const int32_t offsets[] = {-1, 0, 1};
    const double weights[] = {0.25, 0.5, 0.25};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = TCU_TYPE_F64;
    desc.dimensions = 1;
    desc.extents[0] = POINTS;
    desc.boundaries[0] = TCU_BOUNDARY_KEEP; /* the ends keep their value */
    desc.num_taps = 3;
    desc.offsets = offsets;
    desc.weights = weights;

    tcu_stencil *step = NULL;
    tcu_status status = tcu_stencil_create(context, &desc, &step);
    if (status == TCU_SUCCESS) {
        status = tcu_stencil_iterate(context, step, u, scratch, STEPS);
        tcu_stencil_destroy(step);
    }
    return status;
}

int main(void)
{
    double rod[POINTS] = {0, 0, 0, 0, 256, 0, 0, 0, 0};
    tcu_context *context;
    void *u = NULL, *scratch = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof rod, &u) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof rod, &scratch) != TCU_SUCCESS ||
        tcu_copy_in(context, u, rod, sizeof rod) != TCU_SUCCESS || advance(context, u, scratch) != TCU_SUCCESS ||
        tcu_copy_out(context, rod, u, sizeof rod) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int i = 0; i < POINTS; i++) {
            printf("%g%s", rod[i], i < POINTS - 1 ? " " : "\n");
        }
        result = 0;
    }
    tcu_free(context, u);
    tcu_free(context, scratch);
    tcu_context_destroy(context);
    return result;
}
