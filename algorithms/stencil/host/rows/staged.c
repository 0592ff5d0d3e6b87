/* SPDX-License-Identifier: Apache-2.0 */
/* The unit's input is widened once, with what is outside of the grid; then all rows of sums are alike. */
#include "rows.h"

/* Row (field, u, v) of the buffer; u, v are counted from the first row that the unit needs. */
static char *staged_row(const tcui_stencil_unit *unit, uint64_t field, uint64_t u, uint64_t v)
{
    const tcui_stencil_work *work = unit->work;
    const uint64_t row = (field * work->window[0] + u) * work->window[1] + v;
    return (char *)unit->rows + row * work->row_length * work->size;
}

static void stage(const tcui_stencil_unit *unit)
{
    const tcui_stencil *s = unit->work->stencil;
    for (uint32_t field = 0; field < s->in_fields; field++) {
        for (uint64_t u = 0; u < tcui_stencil_unit_window(unit, 0); u++) {
            for (uint64_t v = 0; v < tcui_stencil_unit_window(unit, 1); v++) {
                const int32_t offset[] = {s->axes[0].low + (int32_t)u, s->axes[1].low + (int32_t)v};
                uint64_t row;
                double value;
                if (tcui_stencil_find_row(unit, unit->first, field, offset, &row, &value)) {
                    tcui_stencil_host_stage_row(unit, row, unit->first[2], tcui_stencil_unit_window(unit, 2),
                                                staged_row(unit, field, u, v));
                } else {
                    tcui_stencil_host_stage_constant(unit, value, staged_row(unit, field, u, v));
                }
            }
        }
    }
}

/* All rows of plane i[0]. */
static void sum_rows(const tcui_stencil_unit *unit, const uint64_t *i, uint64_t field)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil *s = work->stencil;
    const tcui_stencil_program *program = &work->program;
    const uint64_t first = program->fields[field], count = program->fields[field + 1] - first;
    const tcui_stencil_run *runs = &program->runs[first];
    const uint64_t plane = (i[0] - unit->first[0]) * s->axes[0].step;
    for (uint64_t r = 0; r < count; r++) {
        const uint64_t u = plane + (uint64_t)((int64_t)runs[r].offset[0] - s->axes[0].low);
        const uint64_t v = (uint64_t)((int64_t)runs[r].offset[1] - s->axes[1].low);
        unit->at[r] =
            staged_row(unit, runs[r].in_field, u, v) + tcui_stencil_staged_at(unit, runs[r].offset[2]) * work->size;
    }
    const uint64_t tap = count > 0 ? runs->first : 0;
    const tcui_stencil_sum sum = {.runs = runs,
                                  .num_runs = (int64_t)count,
                                  .num_taps = tcui_stencil_field_taps(program, field),
                                  .at = unit->at,
                                  .weights = (char *)program->weights + tap * work->size,
                                  .distance = (int64_t)unit->channels,
                                  .rows = (int64_t)(unit->last[1] - unit->first[1]),
                                  .in_pitch = (int64_t)(s->axes[1].step * work->row_length),
                                  .out_pitch = (int64_t)s->axes[1].out_stride};
    tcui_stencil_host_write_sums(unit, &sum, tcui_stencil_out_at(unit, i, field, unit->first[2]),
                                 unit->last[2] - unit->first[2]);
}

void tcui_stencil_host_staged(const tcui_stencil_unit *unit)
{
    uint64_t i[] = {0, unit->first[1]};
    stage(unit);
    for (i[0] = unit->first[0]; i[0] < unit->last[0]; i[0]++) {
        for (uint64_t field = 0; field < unit->work->stencil->out_fields; field++) {
            sum_rows(unit, i, field);
        }
    }
}
