/* SPDX-License-Identifier: Apache-2.0 */
/*
 * f32 and f64 with neighbouring windows along the last axis: taps are read where the input is. Rows that are outside
 * along a slower axis are rows of the constant; points whose footprint leaves the last axis are few, and come by
 * themselves.
 */
#include "rows.h"

/* What kernels read for point `point` of row `i`, in unit->at. */
static void find_rows(const tcui_stencil_unit *unit, const uint64_t *i, const tcui_stencil_run *runs, uint64_t count,
                      uint64_t point)
{
    const tcui_stencil_work *work = unit->work;
    const uint64_t here = point * unit->channels;
    for (uint64_t r = 0; r < count; r++) {
        uint64_t row;
        double value;
        if (tcui_stencil_find_row(unit, i, runs[r].in_field, runs[r].offset, &row, &value)) {
            const uint64_t at = row + here + (uint64_t)(runs[r].offset[2] * (int64_t)unit->channels);
            unit->at[r] = (const char *)unit->in + at * work->size;
        } else {
            unit->at[r] = work->outside[value == 0 ? 0 : 1];
        }
    }
}

static bool is_inside(const tcui_stencil_unit *unit, int a, uint64_t point)
{
    const tcui_axis *axis = &unit->work->stencil->axes[a];
    const int64_t x = (int64_t)(point * axis->step);
    return x + axis->low >= 0 && x + axis->high < (int64_t)axis->in;
}

/* Points of axis `a` from `from` on that are alike: all have their footprint inside, or there is one. */
static uint64_t alike(const tcui_stencil_unit *unit, int a, uint64_t from)
{
    const tcui_axis *axis = &unit->work->stencil->axes[a];
    if (!is_inside(unit, a, from)) {
        return 1;
    }
    const int64_t room = (int64_t)axis->in - axis->high - (int64_t)(from * axis->step);
    const uint64_t inside = axis->step == 1 ? (uint64_t)room : ((uint64_t)room + axis->step - 1) / axis->step;
    return inside < unit->last[a] - from ? inside : unit->last[a] - from;
}

/* Points first ... last - 1, whose footprint stays inside of the last axis, of `rows` rows from row `i` on. */
static void sum_rows(const tcui_stencil_unit *unit, const uint64_t *i, uint64_t rows, uint64_t field, uint64_t first,
                     uint64_t last)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_axis *axis = &work->stencil->axes[1];
    const tcui_stencil_program *program = &work->program;
    const uint64_t begin = program->fields[field], count = program->fields[field + 1] - begin;
    const tcui_stencil_run *runs = &program->runs[begin];
    const uint64_t tap = count > 0 ? runs->first : 0;
    find_rows(unit, i, runs, count, first);
    const tcui_stencil_sum sum = {.runs = runs,
                                  .num_runs = (int64_t)count,
                                  .num_taps = tcui_stencil_field_taps(program, field),
                                  .at = unit->at,
                                  .weights = (char *)program->weights + tap * work->size,
                                  .distance = (int64_t)unit->channels,
                                  .rows = (int64_t)rows,
                                  .in_pitch = (int64_t)(axis->step * axis->in_stride),
                                  .out_pitch = (int64_t)axis->out_stride};
    tcui_stencil_host_write_sums(unit, &sum, tcui_stencil_out_at(unit, i, field, first), last - first);
}

static uint64_t between(uint64_t low, uint64_t x, uint64_t high)
{
    return x < low ? low : x < high ? x : high;
}

/* Points first ... last - 1, whose footprint leaves the last axis. */
static void sum_rim(const tcui_stencil_unit *unit, uint64_t first, uint64_t last)
{
    const tcui_stencil_work *work = unit->work;
    if (first == last) {
        return;
    }
    if (work->has_columns) {
        tcui_stencil_host_rim(unit, first, last);
        return;
    }
    uint64_t i[TCUI_AXES - 1];
    for (i[0] = unit->first[0]; i[0] < unit->last[0]; i[0]++) {
        for (i[1] = unit->first[1]; i[1] < unit->last[1]; i[1]++) {
            for (uint64_t field = 0; field < work->stencil->out_fields; field++) {
                tcui_stencil_host_row_by_lines(unit, i, field, first, last);
            }
        }
    }
}

void tcui_stencil_host_direct(const tcui_stencil_unit *unit)
{
    const tcui_stencil_work *work = unit->work;
    const uint64_t first = unit->first[2], last = unit->last[2];
    const uint64_t inside = between(first, work->inside, last), behind = between(inside, work->behind, last);
    uint64_t i[TCUI_AXES - 1], rows;
    for (i[0] = unit->first[0]; i[0] < unit->last[0]; i[0]++) {
        for (i[1] = unit->first[1]; i[1] < unit->last[1]; i[1] += rows) {
            /* (Rows that are outside do not go on from row to row.) */
            rows = is_inside(unit, 0, i[0]) ? alike(unit, 1, i[1]) : 1;
            for (uint64_t field = 0; behind > inside && field < work->stencil->out_fields; field++) {
                sum_rows(unit, i, rows, field, inside, behind);
            }
        }
    }
    sum_rim(unit, first, inside);
    sum_rim(unit, behind, last);
}
