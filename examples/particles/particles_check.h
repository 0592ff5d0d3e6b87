/* SPDX-License-Identifier: Apache-2.0 */
/* What particles.cu and particles_host.c share beside the physics: their arguments, and a check of what they did. */
#ifndef TCU_EXAMPLES_PARTICLES_CHECK_H
#define TCU_EXAMPLES_PARTICLES_CHECK_H

#include "particles_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct particles_settings {
    uint64_t seconds; /* how long to run */
    uint64_t births;  /* a frame */
} particles_settings;

/* From `[SECONDS [BIRTHS]]`. On a mistake says so on standard error and returns -1. */
int particles_read_arguments(int argc, char **argv, particles_settings *settings);

/* Of the last frame of a second. */
typedef struct particles_second {
    uint64_t alive; /* how many particles */
    uint64_t lit;   /* in how many cells */
} particles_second;

/*
 * Runs the same as a plain loop over an array of structures, and prints a line for each second. Returns 0 if `seconds`
 * has the same numbers and, in host memory, `last` the same particles in the same order and `picture` the same cells,
 * bit for bit; -1, with a sentence on standard error, if not.
 */
int particles_check(const particles_settings *settings, const particles_second *seconds, const particle_arrays *last,
                    const particle_picture *picture);

#ifdef __cplusplus
}
#endif

#endif /* TCU_EXAMPLES_PARTICLES_CHECK_H */
