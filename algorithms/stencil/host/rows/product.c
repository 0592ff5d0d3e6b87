/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils that are products, by a pass along each axis from the last one on: a row of input is summed along itself and
 * kept; rows of such sums are summed along the next axis, and so on. A unit's rows stay in the cache from pass to pass.
 */
#include "rows.h"

/* Row `number` of the results of passes. Those along axis 2 come first. */
static char *pass_row(const tcui_stencil_unit *unit, uint64_t number)
{
    const tcui_stencil_work *work = unit->work;
    return (char *)unit->passes + number * (work->extent[2] * work->channels + TCUI_STENCIL_SLACK) * work->size;
}

/* `count` runs with a weight each, or one run of all weights. */
static tcui_stencil_sum sum_along(const tcui_stencil_unit *unit, int axis, bool is_one_run)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil_run *runs = work->program.runs;
    const int64_t width = (int64_t)tcui_stencil_width(&work->stencil->axes[axis]);
    return (tcui_stencil_sum){.runs = is_one_run ? &runs[work->program.num_runs] : runs,
                              .num_runs = is_one_run ? 1 : width,
                              .num_taps = width,
                              .at = unit->at,
                              .weights = work->factors[axis],
                              .distance = (int64_t)unit->channels,
                              .rows = 1};
}

/* The places of taps along the last axis in a row of input: in unit->at. */
static void find_taps(const tcui_stencil_unit *unit, const void *row, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        const int32_t offset = (int32_t)(unit->work->stencil->axes[2].low + k);
        unit->at[k] = (const char *)row + tcui_stencil_staged_at(unit, offset) * unit->work->size;
    }
}

/* Whether the row is as the buffer would have it. */
static bool is_ready(const tcui_stencil_unit *unit)
{
    const tcui_stencil *s = unit->work->stencil;
    const tcui_axis *axis = &s->axes[2];
    return (s->type == TCU_TYPE_F32 || s->type == TCU_TYPE_F64) && axis->step == 1 &&
           unit->channels == axis->in_stride && (int64_t)unit->first[2] + axis->low >= 0 &&
           unit->last[2] + (uint64_t)(int64_t)axis->high <= axis->in;
}

/* Sums along the last axis of row (u, v) of the input: to the buffer, or if there is no other pass to row `i`. */
static void sum_along_row(const tcui_stencil_unit *unit, uint64_t u, uint64_t v, const uint64_t *i)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil *s = work->stencil;
    const int32_t offset[] = {s->axes[0].low + (int32_t)u, s->axes[1].low + (int32_t)v};
    const void *in = unit->rows;
    uint64_t row;
    double value;
    if (!tcui_stencil_find_row(unit, unit->first, 0, offset, &row, &value)) {
        tcui_stencil_host_stage_constant(unit, value, unit->rows);
    } else if (is_ready(unit)) {
        const int64_t point = (int64_t)unit->first[2] + s->axes[2].low;
        in = (const char *)unit->in + (row + (uint64_t)point * unit->channels) * work->size;
    } else {
        tcui_stencil_host_stage_row(unit, row, unit->first[2], tcui_stencil_unit_window(unit, 2), unit->rows);
    }
    const tcui_stencil_sum sum = sum_along(unit, 2, s->axes[2].step == 1);
    find_taps(unit, in, sum.num_runs);
    const uint64_t points = unit->last[2] - unit->first[2];
    if (i != NULL) {
        tcui_stencil_host_write_sums(unit, &sum, tcui_stencil_out_at(unit, i, 0, unit->first[2]), points);
    } else {
        work->kernels->sum(&sum, pass_row(unit, u * tcui_stencil_unit_window(unit, 1) + v),
                           (int64_t)(points * unit->channels));
    }
}

/* Sums along axis `a` of rows first, first + distance, ... of the buffer: to row `to`, or to row `i` of the output. */
static void sum_rows(const tcui_stencil_unit *unit, int a, uint64_t first, uint64_t distance, uint64_t to,
                     const uint64_t *i)
{
    const tcui_stencil_sum sum = sum_along(unit, a, false);
    for (int64_t k = 0; k < sum.num_runs; k++) {
        unit->at[k] = pass_row(unit, first + (uint64_t)k * distance);
    }
    const uint64_t points = unit->last[2] - unit->first[2];
    if (i != NULL) {
        tcui_stencil_host_write_sums(unit, &sum, tcui_stencil_out_at(unit, i, 0, unit->first[2]), points);
    } else {
        unit->work->kernels->sum(&sum, pass_row(unit, to), (int64_t)(points * unit->channels));
    }
}

/* (Units have one output point along axes whose windows are single points, with a factor or without.) */
static bool has_pass(const tcui_stencil_unit *unit, int a)
{
    const tcui_stencil *s = unit->work->stencil;
    return s->factors[a] != NULL || tcui_stencil_width(&s->axes[a]) > 1;
}

void tcui_stencil_host_product(const tcui_stencil_unit *unit)
{
    const tcui_axis *axes = unit->work->stencil->axes;
    const bool is_along_0 = has_pass(unit, 0), is_along_1 = is_along_0 || has_pass(unit, 1);
    const uint64_t planes = tcui_stencil_unit_window(unit, 0), rows = tcui_stencil_unit_window(unit, 1);
    const uint64_t sums = planes * rows, columns = unit->last[1] - unit->first[1];
    uint64_t i[TCUI_AXES - 1];
    for (uint64_t u = 0; u < planes; u++) {
        for (uint64_t v = 0; v < rows; v++) {
            i[0] = unit->first[0] + u;
            i[1] = unit->first[1] + v;
            sum_along_row(unit, u, v, is_along_1 ? NULL : i);
        }
        for (uint64_t j = 0; is_along_1 && j < columns; j++) {
            i[0] = unit->first[0] + u;
            i[1] = unit->first[1] + j;
            sum_rows(unit, 1, u * rows + j * axes[1].step, 1, sums + u * columns + j, is_along_0 ? NULL : i);
        }
    }
    for (i[0] = unit->first[0]; is_along_0 && i[0] < unit->last[0]; i[0]++) {
        for (i[1] = unit->first[1]; i[1] < unit->last[1]; i[1]++) {
            const uint64_t u = (i[0] - unit->first[0]) * axes[0].step, j = i[1] - unit->first[1];
            sum_rows(unit, 0, sums + u * columns + j, columns, 0, i);
        }
    }
}
