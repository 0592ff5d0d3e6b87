/* SPDX-License-Identifier: Apache-2.0 */
/* The layer's formula, a result after the other: what no buffer holds, as dilations of thousands of points. */
#include "internal.h"

#include "primitives/threads/parallel.h"
#include "primitives/tile/host/tile.h"

static float window_sum(const tcui_convolution_layer_task *t, uint64_t n, uint64_t k, uint64_t p, uint64_t q)
{
    const tcui_layer_axis *y = &t->axes[0], *x = &t->axes[1];
    float sum = t->bias != NULL ? tcui_element_load_f32(t->type, t->bias, k) : 0;
    for (uint64_t c = 0; c < t->in_channels; c++) {
        for (uint64_t r = 0; r < y->kernel; r++) {
            const int64_t row = (int64_t)(p * y->stride + r * y->dilation) - (int64_t)y->padding;
            for (uint64_t s = 0; s < x->kernel; s++) {
                const int64_t column = (int64_t)(q * x->stride + s * x->dilation) - (int64_t)x->padding;
                const bool inside = row >= 0 && row < (int64_t)y->in && column >= 0 && column < (int64_t)x->in;
                const uint64_t at = ((n * t->in_channels + c) * y->in + (uint64_t)row) * x->in + (uint64_t)column;
                const float in = inside ? tcui_element_load_f32(t->type, t->in, at) : 0;
                const uint64_t filter = ((k * t->in_channels + c) * y->kernel + r) * x->kernel + s;
                sum += tcui_element_load_f32(t->type, t->filters, filter) * in;
            }
        }
    }
    return sum;
}

/* One filter's results of one image. */
static void sum_plane(const void *any_task, int64_t plane, int thread)
{
    const tcui_convolution_layer_task *task = any_task;
    const uint64_t points = task->axes[0].out * task->axes[1].out;
    const uint64_t n = (uint64_t)plane / task->out_channels, k = (uint64_t)plane % task->out_channels;
    (void)thread;
    for (uint64_t i = 0; i < points; i++) {
        const float sum = window_sum(task, n, k, i / task->axes[1].out, i % task->axes[1].out);
        tcui_element_store_f32(task->type, task->out, (uint64_t)plane * points + i, sum);
    }
}

void tcui_layer_host_plain(const tcu_context *context, const tcui_convolution_layer_task *task)
{
    tcui_for_each(tcui_layer_host_threads(context, task), (int64_t)(task->batch * task->out_channels), sum_plane, task);
}
