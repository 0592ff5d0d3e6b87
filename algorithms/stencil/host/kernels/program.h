/* SPDX-License-Identifier: Apache-2.0 */
/* The taps of a stencil in the form that kernels take: runs of neighbours along the last axis, weights rounded and in
 * order. */
#ifndef TCUI_STENCIL_HOST_PROGRAM_H
#define TCUI_STENCIL_HOST_PROGRAM_H

#include "algorithms/stencil/backend.h"

/* Taps of one line (field and offsets along the slower axes) at offset[2], offset[2] + 1, ... With a step along the
 * last axis a run is one tap. */
typedef struct tcui_stencil_run {
    uint32_t out_field, in_field;
    int32_t offset[TCUI_AXES];
    uint32_t count;
    uint64_t first; /* number of the first tap */
} tcui_stencil_run;

typedef struct tcui_stencil_program {
    uint64_t num_taps, num_runs;
    tcui_stencil_run *runs;
    uint64_t *fields; /* runs fields[f] ... fields[f + 1] - 1 are of output field f */
    void *weights;    /* f32 or f64 */
} tcui_stencil_program;

/* Taps of output field f. */
static inline int64_t tcui_stencil_field_taps(const tcui_stencil_program *program, uint64_t f)
{
    const uint64_t begin = program->fields[f], end = program->fields[f + 1];
    if (begin == end) {
        return 0;
    }
    return (int64_t)((end < program->num_runs ? program->runs[end].first : program->num_taps) -
                     program->runs[begin].first);
}

/* The input points of `extent` neighbouring output points. */
static inline uint64_t tcui_stencil_window(const tcui_axis *axis, uint64_t extent)
{
    return (extent - 1) * axis->step + tcui_stencil_width(axis);
}

/* What the stencil has: taps, or the points of its box. */
uint64_t tcui_stencil_host_taps(const tcui_stencil *stencil);

/* No fewer runs than there are. */
uint64_t tcui_stencil_host_runs_bound(const tcui_stencil *stencil);

/* Fills the arrays, which have room for these. */
void tcui_stencil_host_write_program(const tcui_stencil *stencil, tcui_stencil_program *program);

/* Factors of a product in order: of `axis`, 1 where it has none. f32 or f64. */
void tcui_stencil_host_write_factors(const tcui_stencil *stencil, int axis, void *to);

#endif /* TCUI_STENCIL_HOST_PROGRAM_H */
