/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of any footprint in little memory: each line of taps has its row brought into a buffer by itself. */
#include "rows.h"

static bool shares_line(const tcui_stencil_run *a, const tcui_stencil_run *b)
{
    return a->in_field == b->in_field && a->offset[0] == b->offset[0] && a->offset[1] == b->offset[1];
}

void tcui_stencil_host_row_by_lines(const tcui_stencil_unit *unit, const uint64_t *i, uint64_t field, uint64_t first,
                                    uint64_t last)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil_program *program = &work->program;
    const uint64_t points = last - first;
    const uint64_t n = points * unit->channels;
    const uint64_t window = (points - 1) * work->stencil->axes[2].step + tcui_stencil_width(&work->stencil->axes[2]);
    work->kernels->fill(unit->sums, 0, (uint64_t)tcui_stencil_padded(n));
    for (uint64_t run = program->fields[field]; run < program->fields[field + 1];) {
        const tcui_stencil_run *line = &program->runs[run];
        uint64_t row, count = 0, taps = 0;
        double value;
        if (tcui_stencil_find_row(unit, i, line->in_field, line->offset, &row, &value)) {
            tcui_stencil_host_stage_row(unit, row, first, window, unit->rows);
        } else {
            tcui_stencil_host_stage_constant(unit, value, unit->rows);
        }
        for (; run < program->fields[field + 1] && shares_line(line, &program->runs[run]); run++) {
            unit->at[count++] =
                (char *)unit->rows + tcui_stencil_staged_at(unit, program->runs[run].offset[2]) * work->size;
            taps += program->runs[run].count;
        }
        const tcui_stencil_sum sum = {.runs = line,
                                      .num_runs = (int64_t)count,
                                      .num_taps = (int64_t)taps,
                                      .at = unit->at,
                                      .weights = (char *)program->weights + line->first * work->size,
                                      .distance = (int64_t)unit->channels,
                                      .rows = 1};
        work->kernels->add(&sum, unit->sums, tcui_stencil_padded(n));
    }
    work->kernels->narrow(work->stencil->type, unit->sums, points, unit->channels, work->stencil->axes[2].out_stride,
                          unit->out, tcui_stencil_out_at(unit, i, field, first));
}

void tcui_stencil_host_by_lines(const tcui_stencil_unit *unit)
{
    uint64_t i[TCUI_AXES - 1];
    for (i[0] = unit->first[0]; i[0] < unit->last[0]; i[0]++) {
        for (i[1] = unit->first[1]; i[1] < unit->last[1]; i[1]++) {
            for (uint64_t field = 0; field < unit->work->stencil->out_fields; field++) {
                tcui_stencil_host_row_by_lines(unit, i, field, unit->first[2], unit->last[2]);
            }
        }
    }
}
