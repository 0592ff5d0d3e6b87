/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the library does of a frame, once all particles have moved: those that live on are packed and sorted by the cell
 * of the picture that they are in, and their light is summed by cells. Each call's length is a count in the context's
 * memory, which the program's kernel or an earlier call wrote there: no call waits, and all go into one CUDA graph.
 */
#ifndef TCU_EXAMPLES_PARTICLES_FRAME_H
#define TCU_EXAMPLES_PARTICLES_FRAME_H

#include "particles.h"

#include <tcu/tcu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The cells in which there are particles, in their order. Every array has room for as many as there are particles. */
typedef struct particle_picture {
    uint64_t *lit;                         /* how many cells */
    uint64_t *brightness;                  /* of each: the frames that its particles have left, in all */
    uint16_t *cell;                        /* the number of each */
    uint16_t *sorted_cells, *sorted_lives; /* of the particles, in the order of cells */
} particle_picture;

static inline size_t particle_picture_bytes(uint64_t capacity)
{
    return sizeof(uint64_t) + capacity * (sizeof(uint64_t) + 3 * sizeof(uint16_t));
}

/* The arrays in one block of memory, as particles_in() lays them. */
static inline particle_picture particle_picture_in(void *block, uint64_t capacity)
{
    particle_picture picture;
    picture.lit = (uint64_t *)block;
    picture.brightness = picture.lit + 1;
    picture.cell = (uint16_t *)(picture.brightness + capacity);
    picture.sorted_cells = picture.cell + capacity;
    picture.sorted_lives = picture.sorted_cells + capacity;
    return picture;
}

/* From `now`, whose first *now->moved particles have moved, with a flag each, to `next` and its picture. */
tcu_status particles_finish_frame(tcu_context *context, const particle_arrays *now, const particle_arrays *next,
                                  const unsigned char *flags, const particle_picture *picture, uint64_t capacity);

/* The workspace with which particles_finish_frame() allocates nothing. */
tcu_status particles_workspace(tcu_context *context, const particle_arrays *arrays, const particle_picture *picture,
                               uint64_t capacity, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif /* TCU_EXAMPLES_PARTICLES_FRAME_H */
