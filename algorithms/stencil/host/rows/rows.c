/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

static void *element(const tcui_stencil_work *work, void *array, uint64_t i)
{
    return (char *)array + i * work->size;
}

/* Points u = phase + q step, q from `first` to `last` - 1, of which all lie inside; x is the coordinate of u = 0. */
static void stage_inside(const tcui_stencil_unit *unit, uint64_t row, int64_t x, uint64_t phase, uint64_t first,
                         uint64_t last, void *to)
{
    const tcui_stencil *s = unit->work->stencil;
    const tcui_axis *axis = &s->axes[2];
    const uint64_t point = (uint64_t)(x + (int64_t)(phase + first * axis->step));
    unit->work->kernels->widen(s->type, unit->in, row + point * axis->in_stride, axis->step * axis->in_stride,
                               last - first, unit->channels,
                               element(unit->work, to, phase * unit->work->phase_length + first * unit->channels));
}

static void stage_outside(const tcui_stencil_unit *unit, uint64_t row, int64_t x, uint64_t phase, uint64_t first,
                          uint64_t last, void *to)
{
    const tcui_stencil *s = unit->work->stencil;
    const tcui_axis *axis = &s->axes[2];
    for (uint64_t q = first; q < last; q++) {
        void *place = element(unit->work, to, phase * unit->work->phase_length + q * unit->channels);
        const int64_t point =
            tcui_map_coordinate(x + (int64_t)(phase + q * axis->step), (int64_t)axis->in, axis->boundary);
        if (point < 0) {
            unit->work->kernels->fill(place, tcui_value_outside(s, point), unit->channels);
        } else {
            unit->work->kernels->widen(s->type, unit->in, row + (uint64_t)point * axis->in_stride, unit->channels, 1,
                                       unit->channels, place);
        }
    }
}

/* The number of points q < count with x + q step < bound. */
static uint64_t points_before(int64_t bound, int64_t x, uint64_t step, uint64_t count)
{
    if (x >= bound) {
        return 0;
    }
    const uint64_t points = step == 1 ? (uint64_t)(bound - x) : ((uint64_t)(bound - x) + step - 1) / step;
    return points < count ? points : count;
}

void tcui_stencil_host_stage_row(const tcui_stencil_unit *unit, uint64_t row, uint64_t first, uint64_t window, void *to)
{
    const tcui_axis *axis = &unit->work->stencil->axes[2];
    const int64_t x = (int64_t)(first * axis->step) + axis->low;
    for (uint64_t phase = 0; phase < unit->work->phases && phase < window; phase++) {
        const uint64_t count = axis->step == 1 ? window : (window - phase + axis->step - 1) / axis->step;
        const int64_t begin = x + (int64_t)phase;
        const uint64_t before = points_before(0, begin, axis->step, count);
        const uint64_t inside = points_before((int64_t)axis->in, begin, axis->step, count);
        if (before > 0) {
            stage_outside(unit, row, x, phase, 0, before, to);
        }
        if (inside > before) {
            stage_inside(unit, row, x, phase, before, inside, to);
        }
        if (count > inside) {
            stage_outside(unit, row, x, phase, inside, count, to);
        }
    }
}

void tcui_stencil_host_stage_constant(const tcui_stencil_unit *unit, double value, void *to)
{
    unit->work->kernels->fill(to, value, unit->work->row_length);
}

void tcui_stencil_host_write_sums(const tcui_stencil_unit *unit, const tcui_stencil_sum *sum, uint64_t at,
                                  uint64_t points)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil *s = work->stencil;
    const uint64_t n = points * unit->channels;
    /* (Staged rows are padded: of a few points a vector is added up, too.) */
    const bool is_padded = work->method == TCUI_STENCIL_STAGED && n * work->size < TCUI_STENCIL_SLACK * sizeof(float);
    if (!is_padded && unit->channels == s->axes[2].out_stride && (s->type == TCU_TYPE_F32 || s->type == TCU_TYPE_F64)) {
        work->kernels->sum(sum, element(work, unit->out, at), (int64_t)n);
        return;
    }
    tcui_stencil_sum row = *sum;
    row.rows = 1;
    for (int64_t p = 0; p < sum->rows; p++) {
        work->kernels->sum(&row, unit->sums, tcui_stencil_padded(n));
        work->kernels->narrow(s->type, unit->sums, points, unit->channels, s->axes[2].out_stride, unit->out,
                              at + (uint64_t)(p * sum->out_pitch));
        for (int64_t r = 0; r < sum->num_runs; r++) {
            unit->at[r] = (const char *)unit->at[r] + sum->in_pitch * (int64_t)work->size;
        }
    }
}
