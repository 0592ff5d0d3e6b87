/* SPDX-License-Identifier: Apache-2.0 */
/* A frame of the fountain of examples/particles: particles move, those that live on are packed, and their light is summed
 * by the cells of a picture. How many live is known to the device alone. */
#ifndef TCU_BENCH_APPLICATIONS_PARTICLES_H
#define TCU_BENCH_APPLICATIONS_PARTICLES_H

#include "bench/applications/application.h"
#include "examples/particles/particles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One array for each property of a particle. */
typedef struct particle_columns {
    uint64_t *id;
    float *x, *y, *vx, *vy;
    uint16_t *life, *cell;
} particle_columns;

typedef struct particles {
    uint64_t births, capacity; /* in a frame; of all arrays */
    particle_columns before;   /* in the last frame (cells are not set) */
    const uint64_t *num_before;
    uint64_t *num_after;
    particle_columns after; /* that live on */
    uint64_t *num_lit;
    uint16_t *lit_cells;  /* in which there are particles, ascending; room for `capacity` */
    uint64_t *brightness; /* of each of them: the frames that its particles have left, in all */
} particles;

/*
 * Moves the particles, and those that are born, into columns of a side's own; *num_moved is how many these are, and flags
 * are 1 of those that live on. With `fill`, flags up to the capacity are written, as 0, and the cells of all that do not
 * live on are CELLS, which is none.
 */
void particles_move(const particles *p, const particle_columns *moved, unsigned char *flags, uint64_t *num_moved,
                    int fill, cudaStream_t stream);

APP_DECLARE(particles);

#ifdef __cplusplus
}
#endif

#endif
