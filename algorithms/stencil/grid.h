/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of stencils' grids: extents, strides and boundaries, and how many elements arrays of them have. */
#ifndef TCUI_STENCIL_GRID_H
#define TCUI_STENCIL_GRID_H

#include "backend.h"
#include "primitives/call/arrays.h"

/* One of the levels that a grid's elements lie in: rows of points, planes of rows, fields, batches. */
typedef struct tcui_level {
    const char *name; /* of its stride in sentences */
    int index;        /* of an entry of an array, or -1 */
    uint64_t count;
    uint64_t *stride; /* of elements; 0 becomes dense */
} tcui_level;

/*
 * The elements from the first one of a grid to behind the last, whose innermost runs have `run` of them; levels from the
 * innermost outwards. 0 where a count or the run is. No stride may be so small that a level's parts overlap.
 */
tcu_status tcui_grid_set_strides(tcu_context *context, uint64_t run, const tcui_level *levels, int num_levels,
                                 uint64_t *elements);

/* The type is one that stencils have; the boundary is one. */
tcu_status tcui_grid_check_type(tcu_context *context, tcu_type type);
tcu_status tcui_grid_check_boundary(tcu_context *context, const char *name, tcu_boundary boundary);

/* A number as an element of the type has it. */
double tcui_grid_round(tcu_type type, double value);

/* Everything of the description but the taps: the stencil's grid, and the elements of `in` and `out`. */
tcu_status tcui_grid_read(tcu_context *context, const tcu_stencil_desc *desc, tcui_stencil *stencil,
                          uint64_t *in_elements, uint64_t *out_elements);

#endif /* TCUI_STENCIL_GRID_H */
