/* SPDX-License-Identifier: Apache-2.0 */
/* wave3d.cu on the host backend, in plain C. */
#include "room_step.h"

#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

/* All that the simulation allocates. */
typedef struct simulation {
    tcu_context *context;
    tcu_stencil *step;
    double *fields[2]; /* u and u_before, of even and of odd steps */
} simulation;

static int failed(const tcu_context *context)
{
    fprintf(stderr, "wave3d_host: %s\n", tcu_context_last_error(context));
    return -1;
}

static int run(simulation *s, const room *r)
{
    const uint64_t points = room_points(r);
    if (tcu_context_create(&s->context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
        return failed(NULL);
    }
    if (room_create_step(s->context, r, &s->step) != TCU_SUCCESS) {
        return failed(s->context);
    }
    for (int k = 0; k < 2; k++) {
        s->fields[k] = malloc(2 * points * sizeof(double));
    }
    if (s->fields[0] == NULL || s->fields[1] == NULL) {
        fprintf(stderr, "wave3d_host: no memory for %llu points\n", (unsigned long long)points);
        return -1;
    }
    for (uint64_t i = 0; i < points; i++) {
        s->fields[0][i] = room_pressure(r, 0, i);
        s->fields[0][points + i] = room_pressure(r, -r->dt, i);
    }
    for (uint64_t step = 0; step < r->steps; step++) {
        const int now = (int)(step % 2);
        if (tcu_stencil_execute(s->context, s->step, s->fields[now], s->fields[1 - now]) != TCU_SUCCESS) {
            return failed(s->context);
        }
    }
    return room_check(r, s->fields[0]);
}

int main(int argc, char **argv)
{
    room r;
    simulation s = {0};
    if (room_read_arguments(argc, argv, &r) != 0) {
        return 2;
    }
    const int result = run(&s, &r);
    tcu_stencil_destroy(s.step);
    tcu_context_destroy(s.context);
    free(s.fields[0]);
    free(s.fields[1]);
    return result != 0;
}
