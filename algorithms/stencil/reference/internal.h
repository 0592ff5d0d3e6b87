/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the reference's stencils share. */
#ifndef TCUI_STENCIL_REFERENCE_INTERNAL_H
#define TCUI_STENCIL_REFERENCE_INTERNAL_H

#include "algorithms/stencil/backend.h"

/* taps.c: tap number t, 0 <= t < num_taps, whether a plan lists it or a convolution has its weight in memory. */
tcui_tap tcui_stencil_reference_tap(const tcui_stencil *s, uint64_t t);

/* How many taps from number t on are neighbours of each other: of one line of the grid, with offsets lo, lo + 1, ... */
uint64_t tcui_stencil_reference_run(const tcui_stencil *s, uint64_t t);

/* sweep.c: out = the stencil of in, at every point. And out = in, of fields with the same strides. */
void tcui_stencil_reference_sweep(const tcui_stencil *s, const void *in, void *out);
void tcui_stencil_reference_copy(const tcui_stencil *s, const void *in, void *out);

/* difference.c: out[i] = in[i] - in[i - 1]. */
void tcui_stencil_reference_difference(const tcui_stencil_task *task);

#endif /* TCUI_STENCIL_REFERENCE_INTERNAL_H */
