/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows are numbered as results lie in memory, but that channels are slower than points. Of 2 images of 3 x 20 points
 * with one channel a line is two windows, of 16 and 4 results, and an image six; so window 9 is
 *
 *     9 = (1 * 3 + 1) * 2 + 1:  of image 1, line 1, the one from point 16 on
 */
#include "window.h"

#include "algorithms/stencil/coordinate.h"

enum { EDGE = TCUI_REFERENCE_EDGE };

static uint64_t windows_of_line(const tcui_stencil *s)
{
    return (s->axes[2].out + EDGE - 1) / EDGE;
}

uint64_t tcui_stencil_window_count(const tcui_stencil *s)
{
    return s->batch * s->copies * s->channels * s->axes[0].out * s->axes[1].out * windows_of_line(s);
}

tcui_stencil_window tcui_stencil_window_number(const tcui_stencil *s, uint64_t number)
{
    tcui_stencil_window w;
    w.point[2] = number % windows_of_line(s) * EDGE;
    number /= windows_of_line(s);
    w.point[1] = number % s->axes[1].out;
    number /= s->axes[1].out;
    w.point[0] = number % s->axes[0].out;
    number /= s->axes[0].out;
    const uint64_t channel = number % s->channels;
    number /= s->channels;
    const uint64_t copy = number % s->copies, batch = number / s->copies;

    const uint64_t left = s->axes[2].out - w.point[2];
    w.results = left < EDGE ? left : EDGE;
    w.in = batch * s->in_batch_stride + copy * s->in_copy_stride + channel;
    w.out = batch * s->out_batch_stride + copy * s->out_copy_stride + channel;
    return w;
}

uint64_t tcui_stencil_window_out(const tcui_stencil *s, const tcui_stencil_window *w, uint64_t c, uint32_t field)
{
    return w->out + field * s->out_field_stride + w->point[0] * s->axes[0].out_stride +
           w->point[1] * s->axes[1].out_stride + (w->point[2] + c) * s->axes[2].out_stride;
}

uint64_t tcui_stencil_window_in(const tcui_stencil *s, const tcui_stencil_window *w, uint64_t c, uint32_t field)
{
    return w->in + field * s->in_field_stride + w->point[0] * s->axes[0].in_stride +
           w->point[1] * s->axes[1].in_stride + (w->point[2] + c) * s->axes[2].in_stride;
}

double tcui_stencil_window_input(const tcui_stencil *s, const void *in, const tcui_stencil_window *w, uint64_t k,
                                 const tcui_tap *tap)
{
    const uint64_t point[TCUI_AXES] = {w->point[0], w->point[1], w->point[2] + k};
    uint64_t at = w->in + tap->in_field * s->in_field_stride;
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis *axis = &s->axes[a];
        const int64_t x = (int64_t)(point[a] * axis->step) + tap->offset[a];
        const int64_t inside = tcui_map_coordinate(x, (int64_t)axis->in, axis->boundary);
        if (inside < 0) {
            return tcui_value_outside(s, inside);
        }
        at += (uint64_t)inside * axis->in_stride;
    }
    return tcui_reference_load(s->type, in, at);
}

bool tcui_stencil_window_keeps(const tcui_stencil *s, const tcui_stencil_window *w, uint64_t c)
{
    const uint64_t point[TCUI_AXES] = {w->point[0], w->point[1], w->point[2] + c};
    bool keeps = false;
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis *axis = &s->axes[a];
        const int64_t first = (int64_t)point[a] + axis->low, last = (int64_t)point[a] + axis->high;
        keeps = keeps || (axis->boundary == TCU_BOUNDARY_KEEP && (first < 0 || last >= (int64_t)axis->in));
    }
    return keeps;
}
