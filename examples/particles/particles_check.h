/* SPDX-License-Identifier: Apache-2.0 */
/* What particles.cu and particles_host.c share beside the physics: their arguments, and a check of what they did. */
#ifndef TCU_EXAMPLES_PARTICLES_CHECK_H
#define TCU_EXAMPLES_PARTICLES_CHECK_H

#include "particles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct particles_settings {
    uint64_t seconds; /* how long to run */
    uint64_t births;  /* a frame */
} particles_settings;

/* From `[SECONDS [BIRTHS]]`. On a mistake says so on standard error and returns -1. */
int particles_read_arguments(int argc, char **argv, particles_settings *settings);

/*
 * Runs the same as a plain loop over an array of structures, which prints how many live after each second. Returns 0
 * if `alive` has the same numbers and `last`, in host memory, the same particles in the same order, bit for bit; -1,
 * with a sentence on standard error, if not.
 */
int particles_check(const particles_settings *settings, const uint64_t *alive, const particle_arrays *last);

#ifdef __cplusplus
}
#endif

#endif /* TCU_EXAMPLES_PARTICLES_CHECK_H */
