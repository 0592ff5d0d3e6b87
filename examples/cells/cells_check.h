/* SPDX-License-Identifier: Apache-2.0 */
/* What programs with cells share beside the cells: their arguments, and a check of what they found. */
#ifndef TCU_EXAMPLES_CELLS_CHECK_H
#define TCU_EXAMPLES_CELLS_CHECK_H

#include "cells.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From `[PARTICLES]`. On a mistake says so on standard error and returns -1. */
int cells_read_arguments(int argc, char **argv, uint64_t *particles);

/*
 * Looks at everything with plain loops: the particles are there, in the order of their cells and in each cell in that
 * of their ids; the cells are theirs; `lonely`, places in the list, are those with fewer than FEW_NEIGHBOURS.
 * (Neighbours are counted by a loop over all particles, so of many particles only a part is looked at.) Prints what
 * there is. Returns 0 if all is right; -1, with a sentence on standard error, if not.
 */
int cells_check(const cell_list *cells, uint64_t particles, const uint32_t *lonely, uint64_t num_lonely);

#ifdef __cplusplus
}
#endif

#endif /* TCU_EXAMPLES_CELLS_CHECK_H */
