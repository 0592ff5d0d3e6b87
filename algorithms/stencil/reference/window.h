/* SPDX-License-Identifier: Apache-2.0 */
/* The grid as windows: 16 neighbouring results of a line, and what the taps find around them. */
#ifndef TCUI_STENCIL_REFERENCE_WINDOW_H
#define TCUI_STENCIL_REFERENCE_WINDOW_H

#include "algorithms/stencil/backend.h"
#include "primitives/tile/reference/tile.h"

/* 16 neighbouring results of a line of the grid, fewer at its end, of one channel of one batch and copy. */
typedef struct tcui_stencil_window {
    uint64_t point[TCUI_AXES]; /* of result 0 */
    uint64_t results;
    uint64_t in, out; /* numbers of the elements of point (0, 0, 0), field 0 */
} tcui_stencil_window;

/* How many windows the grid has, and window 0 <= number < count. */
uint64_t tcui_stencil_window_count(const tcui_stencil *s);
tcui_stencil_window tcui_stencil_window_number(const tcui_stencil *s, uint64_t number);

/* The numbers of the elements that result c has in `out`, and that its point has in `in`. */
uint64_t tcui_stencil_window_out(const tcui_stencil *s, const tcui_stencil_window *w, uint64_t c, uint32_t field);
uint64_t tcui_stencil_window_in(const tcui_stencil *s, const tcui_stencil_window *w, uint64_t c, uint32_t field);

/* What the tap finds from result k, inside of the grid or outside; k may be beyond the line. */
double tcui_stencil_window_input(const tcui_stencil *s, const void *in, const tcui_stencil_window *w, uint64_t k,
                                 const tcui_tap *tap);

/* Whether the footprint of result c leaves an axis whose rim keeps its values (TCU_BOUNDARY_KEEP). */
bool tcui_stencil_window_keeps(const tcui_stencil *s, const tcui_stencil_window *w, uint64_t c);

#endif /* TCUI_STENCIL_REFERENCE_WINDOW_H */
