/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <string.h>

uint64_t tcui_stencil_host_taps(const tcui_stencil *s)
{
    if (s->taps != NULL || s->shape != TCUI_STENCIL_BOX) {
        return s->num_taps;
    }
    return tcui_stencil_width(&s->axes[0]) * tcui_stencil_width(&s->axes[1]) * tcui_stencil_width(&s->axes[2]);
}

uint64_t tcui_stencil_host_runs_bound(const tcui_stencil *s)
{
    const bool is_box = s->shape == TCUI_STENCIL_BOX && s->axes[2].step == 1;
    return is_box ? tcui_stencil_width(&s->axes[0]) * tcui_stencil_width(&s->axes[1]) : tcui_stencil_host_taps(s);
}

static double weight_at(const tcui_stencil *s, const void *weights, uint64_t i)
{
    return s->type == TCU_TYPE_F64 ? ((const double *)weights)[i] : (double)((const float *)weights)[i];
}

/* Tap t of a box, whose taps are not listed: from `weights`, or from its factors. */
static tcui_tap tap_of_box(const tcui_stencil *s, uint64_t t)
{
    tcui_tap tap = {.weight = 1};
    uint64_t left = t;
    for (int a = TCUI_AXES - 1; a >= 0; a--) {
        const uint64_t width = tcui_stencil_width(&s->axes[a]);
        const uint64_t k = left % width;
        left /= width;
        tap.offset[a] = s->axes[a].low + (int32_t)k;
        if (s->weights == NULL && s->factors[a] != NULL) {
            tap.weight *= weight_at(s, s->factors[a], s->is_reversed ? width - 1 - k : k);
        }
    }
    if (s->weights != NULL) {
        tap.weight = weight_at(s, s->weights, s->is_reversed ? tcui_stencil_host_taps(s) - 1 - t : t);
    }
    return tap;
}

static bool continues(const tcui_stencil *s, const tcui_stencil_run *run, const tcui_tap *tap)
{
    return s->axes[2].step == 1 && run->out_field == tap->out_field && run->in_field == tap->in_field &&
           run->offset[0] == tap->offset[0] && run->offset[1] == tap->offset[1] &&
           run->offset[2] + (int64_t)run->count == tap->offset[2];
}

void tcui_stencil_host_write_program(const tcui_stencil *s, tcui_stencil_program *program)
{
    program->num_taps = tcui_stencil_host_taps(s);
    program->num_runs = 0;
    memset(program->fields, 0, ((size_t)s->out_fields + 1) * sizeof *program->fields);
    for (uint64_t t = 0; t < program->num_taps; t++) {
        const tcui_tap tap = s->taps != NULL ? s->taps[t] : tap_of_box(s, t);
        tcui_stencil_run *run = &program->runs[program->num_runs];
        tcui_stencil_write_computed(s->type, program->weights, t, tap.weight);
        if (program->num_runs > 0 && continues(s, run - 1, &tap)) {
            run[-1].count++;
            continue;
        }
        *run = (tcui_stencil_run){.out_field = tap.out_field, .in_field = tap.in_field, .count = 1, .first = t};
        memcpy(run->offset, tap.offset, sizeof run->offset);
        program->fields[tap.out_field + 1]++;
        program->num_runs++;
    }
    for (uint32_t f = 0; f < s->out_fields; f++) {
        program->fields[f + 1] += program->fields[f];
    }
}

void tcui_stencil_host_write_factors(const tcui_stencil *s, int axis, void *to)
{
    const uint64_t width = tcui_stencil_width(&s->axes[axis]);
    for (uint64_t k = 0; k < width; k++) {
        const uint64_t from = s->is_reversed ? width - 1 - k : k;
        tcui_stencil_write_computed(s->type, to, k,
                                    s->factors[axis] != NULL ? weight_at(s, s->factors[axis], from) : 1);
    }
}
