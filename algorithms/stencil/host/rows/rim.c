/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points near the ends of the last axis, whose footprint leaves it: a few in each row. The columns around them are
 * brought into a buffer, one behind the other, and vectors go along the unit's rows instead of along a row.
 */
#include "rows.h"

#include <string.h>

/* Elements from a column of the buffer to the next one. */
static uint64_t column_length(const tcui_stencil_work *work)
{
    return work->window[0] * work->window[1] * work->channels;
}

bool tcui_stencil_host_has_columns(const tcui_stencil_work *work)
{
    const uint64_t most_elements = UINT64_C(1) << 18;
    const tcui_stencil *s = work->stencil;
    const uint64_t columns = work->rim + tcui_stencil_width(&s->axes[2]) - 1;
    return work->rim > 0 && columns <= TCUI_STENCIL_RIM_COLUMNS && s->axes[1].step == 1 &&
           work->extent[1] * work->channels >= 4 && column_length(work) <= most_elements / columns / s->in_fields;
}

uint64_t tcui_stencil_host_column_elements(const tcui_stencil_work *work)
{
    const tcui_stencil *s = work->stencil;
    const uint64_t columns = work->rim + tcui_stencil_width(&s->axes[2]) - 1;
    return s->in_fields * columns * column_length(work) + TCUI_STENCIL_SLACK;
}

/* `count` times `n` elements, `from_pitch` and `to_pitch` elements apart. */
static void copy_elements(void *to, uint64_t to_pitch, const void *from, uint64_t from_pitch, uint64_t count,
                          uint64_t n, size_t size)
{
    if (n == 1 && size == sizeof(float)) {
        for (uint64_t k = 0; k < count; k++) {
            ((float *)to)[k * to_pitch] = ((const float *)from)[k * from_pitch];
        }
        return;
    }
    for (uint64_t k = 0; k < count; k++) {
        memcpy((char *)to + k * to_pitch * size, (const char *)from + k * from_pitch * size, n * size);
    }
}

/* The points of a row that stand in the columns; -1 is the constant. */
typedef struct rim_points {
    int64_t at[TCUI_STENCIL_RIM_COLUMNS];
    uint64_t count, inside, behind; /* columns inside ... behind - 1 are neighbours in the row */
} rim_points;

static void copy_point(const tcui_stencil_unit *unit, const char *row, int64_t point, double constant, void *to)
{
    const tcui_stencil_work *work = unit->work;
    if (point >= 0) {
        const uint64_t at = (uint64_t)point * unit->channels;
        copy_elements(to, 0, row + at * work->size, 0, 1, unit->channels, work->size);
    } else if (unit->channels == 1 && work->size == sizeof(float)) {
        *(float *)to = (float)constant;
    } else {
        work->kernels->fill(to, constant, unit->channels);
    }
}

/* The points of all rows that the unit needs, each in its column. */
static void stage_columns(const tcui_stencil_unit *unit, uint32_t field, const rim_points *points, char *to)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil *s = work->stencil;
    const size_t bytes = unit->channels * work->size, pitch = column_length(work);
    const double constant = s->axes[2].boundary == TCU_BOUNDARY_CONSTANT ? s->constant : 0;
    for (uint64_t u = 0; u < tcui_stencil_unit_window(unit, 0); u++) {
        for (uint64_t v = 0; v < tcui_stencil_unit_window(unit, 1); v++) {
            const int32_t offset[] = {s->axes[0].low + (int32_t)u, s->axes[1].low + (int32_t)v};
            char *place = to + (u * work->window[1] + v) * bytes;
            uint64_t at;
            double value;
            if (!tcui_stencil_find_row(unit, unit->first, field, offset, &at, &value)) {
                for (uint64_t c = 0; c < points->count; c++) {
                    copy_point(unit, NULL, -1, value, place + c * pitch * work->size);
                }
                continue;
            }
            const char *row = (const char *)unit->in + at * work->size;
            for (uint64_t c = 0; c < points->inside; c++) {
                copy_point(unit, row, points->at[c], constant, place + c * pitch * work->size);
            }
            if (points->behind > points->inside) {
                copy_elements(place + points->inside * pitch * work->size, pitch,
                              row + (uint64_t)points->at[points->inside] * bytes, unit->channels,
                              points->behind - points->inside, unit->channels, work->size);
            }
            for (uint64_t c = points->behind; c < points->count; c++) {
                copy_point(unit, row, points->at[c], constant, place + c * pitch * work->size);
            }
        }
    }
}

/* Point `point` of the rows of plane i[0], of which the first column in the buffer is `first`. */
static void sum_column(const tcui_stencil_unit *unit, uint64_t *i, uint64_t field, uint64_t first, uint64_t point)
{
    const tcui_stencil_work *work = unit->work;
    const tcui_stencil *s = work->stencil;
    const tcui_stencil_program *program = &work->program;
    const uint64_t begin = program->fields[field], count = program->fields[field + 1] - begin;
    const tcui_stencil_run *runs = &program->runs[begin];
    const uint64_t columns = work->rim + tcui_stencil_width(&s->axes[2]) - 1;
    const uint64_t plane = (i[0] - unit->first[0]) * s->axes[0].step;
    for (uint64_t r = 0; r < count; r++) {
        const uint64_t column = point - first + (uint64_t)((int64_t)runs[r].offset[2] - s->axes[2].low);
        const uint64_t u = plane + (uint64_t)((int64_t)runs[r].offset[0] - s->axes[0].low);
        const uint64_t v = (uint64_t)((int64_t)runs[r].offset[1] - s->axes[1].low);
        const uint64_t at =
            (runs[r].in_field * columns + column) * column_length(work) + (u * work->window[1] + v) * unit->channels;
        unit->at[r] = (char *)unit->columns + at * work->size;
    }
    const tcui_stencil_sum sum = {.runs = runs,
                                  .num_runs = (int64_t)count,
                                  .num_taps = tcui_stencil_field_taps(program, field),
                                  .at = unit->at,
                                  .weights = (char *)program->weights + (count > 0 ? runs->first : 0) * work->size,
                                  .distance = (int64_t)column_length(work),
                                  .rows = 1};
    const uint64_t rows = unit->last[1] - unit->first[1];
    work->kernels->sum(&sum, unit->sums, tcui_stencil_padded(rows * unit->channels));
    i[1] = unit->first[1];
    copy_elements((char *)unit->out + tcui_stencil_out_at(unit, i, field, point) * work->size, s->axes[1].out_stride,
                  unit->sums, unit->channels, rows, unit->channels, work->size);
}

static rim_points points_of(const tcui_axis *axis, uint64_t first, uint64_t last)
{
    rim_points points = {.count = last - first + tcui_stencil_width(axis) - 1};
    const int64_t n = (int64_t)axis->in, x = (int64_t)first + axis->low;
    for (uint64_t c = 0; c < points.count; c++) {
        const int64_t point = x + (int64_t)c;
        points.at[c] = tcui_map_coordinate(point, n, axis->boundary);
        points.inside += point < 0;
        points.behind += point < n;
    }
    points.inside = points.inside < points.behind ? points.inside : points.behind;
    return points;
}

void tcui_stencil_host_rim(const tcui_stencil_unit *unit, uint64_t first, uint64_t last)
{
    const tcui_stencil *s = unit->work->stencil;
    const tcui_axis *axis = &s->axes[2];
    const uint64_t width = tcui_stencil_width(axis), columns = unit->work->rim + width - 1;
    const rim_points points = points_of(axis, first, last);
    for (uint32_t field = 0; field < s->in_fields; field++) {
        stage_columns(unit, field, &points,
                      (char *)unit->columns + field * columns * column_length(unit->work) * unit->work->size);
    }
    uint64_t i[TCUI_AXES - 1];
    for (i[0] = unit->first[0]; i[0] < unit->last[0]; i[0]++) {
        for (uint64_t field = 0; field < s->out_fields; field++) {
            for (uint64_t point = first; point < last; point++) {
                sum_column(unit, i, field, first, point);
            }
        }
    }
}
