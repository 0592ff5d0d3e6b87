/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the input, where they are and in buffers. */
#ifndef TCUI_STENCIL_HOST_ROWS_H
#define TCUI_STENCIL_HOST_ROWS_H

#include "algorithms/stencil/coordinate.h"
#include "algorithms/stencil/host/work.h"

/* Input points of the unit along an axis. */
static inline uint64_t tcui_stencil_unit_window(const tcui_stencil_unit *unit, int a)
{
    return tcui_stencil_window(&unit->work->stencil->axes[a], unit->last[a] - unit->first[a]);
}

/* Where the row begins that has the neighbours of row `i` of the output (i[0], i[1]) at these offsets: its number in
 * *at; or false, and in *value the constant that is outside. */
static inline bool tcui_stencil_find_row(const tcui_stencil_unit *unit, const uint64_t *i, uint32_t field,
                                         const int32_t *offset, uint64_t *at, double *value)
{
    const tcui_stencil *s = unit->work->stencil;
    *at = unit->in_at + field * s->in_field_stride;
    for (int a = 0; a < TCUI_AXES - 1; a++) {
        const tcui_axis *axis = &s->axes[a];
        const int64_t x =
            tcui_map_coordinate((int64_t)(i[a] * axis->step) + offset[a], (int64_t)axis->in, axis->boundary);
        if (x < 0) {
            *value = tcui_value_outside(s, x);
            return false;
        }
        *at += (uint64_t)x * axis->in_stride;
    }
    return true;
}

/*
 * Brings `window` points of a row to a buffer, in phases, widened; of output points first ... they are the neighbours
 * from offset low on. `row` is the number of its first element.
 */
void tcui_stencil_host_stage_row(const tcui_stencil_unit *unit, uint64_t row, uint64_t first, uint64_t window,
                                 void *to);

/* The same of a row that is all `value`. */
void tcui_stencil_host_stage_constant(const tcui_stencil_unit *unit, double value, void *to);

/* Element number of a staged row that has offset `offset` of the first output point. */
static inline uint64_t tcui_stencil_staged_at(const tcui_stencil_unit *unit, int32_t offset)
{
    const tcui_axis *axis = &unit->work->stencil->axes[2];
    const uint64_t u = (uint64_t)((int64_t)offset - axis->low);
    return u % axis->step * unit->work->phase_length + u / axis->step * unit->channels;
}

/* Number of the element of row `i` of the output at point `point`. */
static inline uint64_t tcui_stencil_out_at(const tcui_stencil_unit *unit, const uint64_t *i, uint64_t field,
                                           uint64_t point)
{
    const tcui_stencil *s = unit->work->stencil;
    return unit->out_at + field * s->out_field_stride + i[0] * s->axes[0].out_stride + i[1] * s->axes[1].out_stride +
           point * s->axes[2].out_stride;
}

/*
 * Writes sum->rows rows of the sums of `points` neighbouring points, from out[at] on: adds them up there if elements are
 * what is computed in, else in the unit's buffer. `sum->at` is unit->at, which is changed.
 */
void tcui_stencil_host_write_sums(const tcui_stencil_unit *unit, const tcui_stencil_sum *sum, uint64_t at,
                                  uint64_t points);

/* Elements of n results in a buffer, which is read and written in whole vectors. */
static inline int64_t tcui_stencil_padded(uint64_t n)
{
    return (int64_t)((n + TCUI_STENCIL_SLACK - 1) / TCUI_STENCIL_SLACK * TCUI_STENCIL_SLACK);
}

/* Output points first ... last - 1 of row `i`, one line of taps after the other. */
void tcui_stencil_host_row_by_lines(const tcui_stencil_unit *unit, const uint64_t *i, uint64_t field, uint64_t first,
                                    uint64_t last);

#endif /* TCUI_STENCIL_HOST_ROWS_H */
