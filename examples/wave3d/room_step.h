/* SPDX-License-Identifier: Apache-2.0 */
/* What wave3d.cu and wave3d_host.c share beside the physics: their arguments, the stencil of a step, and a check. */
#ifndef TCU_EXAMPLES_WAVE3D_ROOM_STEP_H
#define TCU_EXAMPLES_WAVE3D_ROOM_STEP_H

#include "room.h"

#include <tcu/stencil.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From `[POINTS [STEPS]]`. On a mistake says so on standard error and returns -1. */
int room_read_arguments(int argc, char **argv, room *r);

/*
 * A step of the wave equation d^2u/dt^2 = Laplacian(u), of order 2 in time and 4 in space:
 *
 *     u_next = 2 u - u_before + dt^2 Laplacian(u)
 *
 * Two fields in, u and u_before, and two out, which are the next step's: u_next and u.
 */
tcu_status room_create_step(tcu_context *context, const room *r, tcu_stencil **step);

/*
 * Holds u, the pressure after r->steps in host memory, against the standing waves. Returns 0 if it is as close as such
 * steps come; -1, with a sentence on standard error, if not.
 */
int room_check(const room *r, const double *u);

#ifdef __cplusplus
}
#endif

#endif /* TCU_EXAMPLES_WAVE3D_ROOM_STEP_H */
