/* SPDX-License-Identifier: Apache-2.0 */
/* Whole sweeps: what KEEP leaves as it is, and the units of work by threads. */
#include "internal.h"
#include "work.h"

#include <string.h>

#include "primitives/threads/parallel.h"

/* Points first ... last - 1 of row `i`, in every field. */
static void copy_row(const tcui_stencil *s, const void *in, void *out, uint64_t in_at, uint64_t out_at,
                     const uint64_t *i, uint64_t first, uint64_t last)
{
    const size_t size = tcu_type_size(s->type);
    const tcui_axis *axes = s->axes;
    in_at += i[0] * axes[0].in_stride + i[1] * axes[1].in_stride + first * axes[2].in_stride;
    out_at += i[0] * axes[0].out_stride + i[1] * axes[1].out_stride + first * axes[2].out_stride;
    for (uint64_t field = 0; first < last && field < s->out_fields; field++) {
        memcpy((char *)out + (out_at + field * s->out_field_stride) * size,
               (const char *)in + (in_at + field * s->in_field_stride) * size,
               (size_t)((last - first) * s->channels) * size);
    }
}

/* The grid's points outside of the box begin ... end - 1. */
static void copy_outside(const tcui_stencil *s, const uint64_t *begin, const uint64_t *end, const void *in, void *out)
{
    for (uint64_t set = 0; set < s->batch * s->copies; set++) {
        const uint64_t in_at = set / s->copies * s->in_batch_stride + set % s->copies * s->in_copy_stride;
        const uint64_t out_at = set / s->copies * s->out_batch_stride + set % s->copies * s->out_copy_stride;
        uint64_t i[TCUI_AXES - 1];
        for (i[0] = 0; i[0] < s->axes[0].out; i[0]++) {
            for (i[1] = 0; i[1] < s->axes[1].out; i[1]++) {
                const bool meets = begin[0] <= i[0] && i[0] < end[0] && begin[1] <= i[1] && i[1] < end[1];
                copy_row(s, in, out, in_at, out_at, i, 0, meets ? begin[2] : s->axes[2].out);
                copy_row(s, in, out, in_at, out_at, i, meets ? end[2] : s->axes[2].out, s->axes[2].out);
            }
        }
    }
}

void tcui_stencil_host_copy(const tcui_stencil *stencil, const void *in, void *out)
{
    const uint64_t nothing[TCUI_AXES] = {0};
    copy_outside(stencil, nothing, nothing, in, out);
}

static void compute(const tcui_stencil_unit *unit)
{
    switch (unit->work->method) {
    case TCUI_STENCIL_DIRECT:
        tcui_stencil_host_direct(unit);
        break;
    case TCUI_STENCIL_STAGED:
        tcui_stencil_host_staged(unit);
        break;
    case TCUI_STENCIL_PRODUCT:
        tcui_stencil_host_product(unit);
        break;
    default:
        tcui_stencil_host_by_lines(unit);
    }
}

/* What the units share. */
typedef struct sweep {
    const tcui_stencil_work *work;
    const void *in;
    void *out;
} sweep;

static void run_unit(const void *data, int64_t number, int thread)
{
    const sweep *s = data;
    const tcui_stencil_unit unit = tcui_stencil_host_unit(s->work, s->in, s->out, (uint64_t)number, thread);
    compute(&unit);
}

void tcui_stencil_host_sweep(const tcui_stencil_work *work, const void *in, void *out)
{
    const tcui_stencil *s = work->stencil;
    bool keeps = false;
    for (int a = 0; a < TCUI_AXES; a++) {
        keeps = keeps || s->axes[a].boundary == TCU_BOUNDARY_KEEP;
    }
    if (keeps) {
        copy_outside(s, work->begin, work->end, in, out);
    }
    const sweep all = {work, in, out};
    tcui_for_each(work->threads, (int64_t)work->units, run_unit, &all);
}
