/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layer as a product of matrices, filters K x (C R S) times windows (C R S) x points, with the windows' matrix never
 * stored: A unit of work brings its part of an image into a buffer, with the zeros around it, widened, and sorted by the
 * phases of the strides,
 *
 *     buffer[c][y mod stride_y][x mod stride_x][y / stride_y][x / stride_x].
 *
 * There row (c, r, s) of the windows' matrix is one run of numbers, for all points of the unit: point (p, q) is column
 * p * width + q, width being that of the phases' rows. The columns between the end of a row of points and the begin of
 * the next one are computed, and dropped.
 */
#include "internal.h"
#include "kernels.h"

#include <string.h>

#include "primitives/threads/parallel.h"

enum {
    MOST_COLUMNS = 256,     /* points of a row of a unit */
    LEAST_COLUMNS = 32,     /* that rows are not cut below */
    CACHED = 1 << 19,       /* bytes of a unit's buffer, where there is a choice */
    MOST_BYTES = 1 << 26,   /* in any case */
    UNIT_FILTERS = 192,     /* a multiple of all panels */
    MOST_RESULTS = 1 << 12, /* columns of a unit, about */
};

typedef struct work {
    const tcui_layer_kernels *kernels;
    uint64_t rows, columns; /* points of a unit, at most */
    uint64_t phases[2];     /* of the strides, as far as the kernel has points in them */
    uint64_t height, width; /* of a phase */
    uint64_t plane;         /* numbers of a channel */
    uint64_t row_parts, column_parts, filter_parts, units;
    uint64_t panels, terms; /* of the filters' matrix; C R S */
    uint64_t pitch;         /* from the results of a filter to those of the next one */
    int threads;
    size_t thread_bytes, results_at; /* a thread's buffer, then its results */
    const float *filters, *bias;
    const uint64_t *offsets;
    char *memory;
} work;

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t parts_of(uint64_t n, uint64_t size)
{
    return (n + size - 1) / size;
}

/* a b, or UINT64_MAX where that overflows, which no workspace can hold. */
static uint64_t times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* Phases of a stride that the kernel's points may be in. */
static uint64_t phases_of(const tcui_layer_axis *axis)
{
    return least(axis->stride, times(axis->kernel - 1, axis->dilation) + 1);
}

static void measure(const tcui_convolution_layer_task *task, work *w)
{
    const tcui_layer_axis *y = &task->axes[0], *x = &task->axes[1];
    w->phases[0] = phases_of(y);
    w->phases[1] = phases_of(x);
    w->height = w->rows + (y->kernel - 1) * y->dilation / y->stride;
    w->width = w->columns + (x->kernel - 1) * x->dilation / x->stride;
    w->plane = times(times(w->phases[0], w->phases[1]), times(w->height, w->width));
}

static uint64_t buffer_bytes(const tcui_convolution_layer_task *task, const work *w)
{
    return times(times(w->plane, task->in_channels), sizeof(float));
}

static void cut(const tcui_convolution_layer_task *task, work *w)
{
    w->kernels = tcui_layer_host_kernels();
    w->rows = 1;
    w->columns = least(task->axes[1].out, MOST_COLUMNS);
    measure(task, w);
    while (buffer_bytes(task, w) > CACHED && w->columns > LEAST_COLUMNS) {
        w->columns = (w->columns + 1) / 2;
        measure(task, w);
    }
    while (w->rows < task->axes[0].out) {
        const uint64_t before = w->rows;
        w->rows = least(2 * before, task->axes[0].out);
        measure(task, w);
        if (buffer_bytes(task, w) > CACHED || w->rows * w->width > MOST_RESULTS) {
            w->rows = before;
            measure(task, w);
            break;
        }
    }
}

static uint64_t filters_of_panel(const work *w)
{
    return (uint64_t)w->kernels->filters;
}

bool tcui_layer_host_matrix_applies(const tcui_convolution_layer_task *task)
{
    work w;
    cut(task, &w);
    return buffer_bytes(task, &w) <= MOST_BYTES;
}

typedef struct places {
    size_t filters, bias, offsets, memory;
} places;

static places lay_out(const tcu_context *context, const tcui_convolution_layer_task *task, work *w, tcui_layout *layout)
{
    places at;
    memset(w, 0, sizeof *w);
    cut(task, w);
    w->row_parts = parts_of(task->axes[0].out, w->rows);
    w->column_parts = parts_of(task->axes[1].out, w->columns);
    w->filter_parts = parts_of(task->out_channels, UNIT_FILTERS);
    w->units = task->batch * w->row_parts * w->column_parts * w->filter_parts;
    w->panels = parts_of(task->out_channels, filters_of_panel(w));
    w->terms = task->in_channels * task->axes[0].kernel * task->axes[1].kernel;
    w->pitch = w->rows * w->width + 2 * (size_t)TCUI_LAYER_SLACK;
    w->threads = (int)least((uint64_t)tcui_layer_host_threads(context, task), w->units);

    at.filters = tcui_layout_reserve(layout, times(w->panels * filters_of_panel(w), w->terms), sizeof(float));
    at.bias = tcui_layout_reserve(layout, w->panels * filters_of_panel(w), sizeof(float));
    at.offsets = tcui_layout_reserve(layout, task->axes[0].kernel * task->axes[1].kernel, sizeof(uint64_t));
    tcui_layout thread = {0};
    tcui_layout_reserve(&thread, w->plane * task->in_channels + 2 * (size_t)TCUI_LAYER_SLACK, sizeof(float));
    w->results_at = tcui_layout_reserve(&thread, filters_of_panel(w) * w->pitch, sizeof(float));
    w->thread_bytes = parts_of(thread.bytes, TCUI_WORKSPACE_ALIGNMENT) * TCUI_WORKSPACE_ALIGNMENT;
    at.memory = tcui_layout_reserve(layout, (uint64_t)w->threads, w->thread_bytes);
    return at;
}

void tcui_layer_host_reserve_matrix(const tcu_context *context, const tcui_convolution_layer_task *task,
                                    tcui_layout *layout)
{
    work w;
    lay_out(context, task, &w, layout);
}

/* ------------------------------------------------------------------------------------------------- operands --- */

/* Panel by panel, row (c, r, s) by row, the filters of a panel side by side; zeros behind the last filter. */
static void pack_panel(const tcui_convolution_layer_task *task, const work *w, uint64_t panel, float *filters,
                       float *bias)
{
    const uint64_t size = filters_of_panel(w);
    float *to = filters + panel * size * w->terms;
    for (uint64_t f = 0; f < size; f++) {
        const uint64_t k = panel * size + f;
        const bool is_filter = k < task->out_channels;
        bias[k] = 0;
        if (is_filter && task->bias != NULL) {
            w->kernels->widen(task->type, task->bias, k, 1, 1, 1, &bias[k]);
        }
        float row[64];
        for (uint64_t first = 0; first < w->terms; first += 64) {
            const uint64_t n = least(w->terms - first, 64);
            memset(row, 0, sizeof row);
            if (is_filter) {
                w->kernels->widen(task->type, task->filters, k * w->terms + first, 1, n, 1, row);
            }
            for (uint64_t t = 0; t < n; t++) {
                to[(first + t) * size + f] = row[t];
            }
        }
    }
}

static void write_offsets(const tcui_convolution_layer_task *task, const work *w, uint64_t *offsets)
{
    const tcui_layer_axis *y = &task->axes[0], *x = &task->axes[1];
    for (uint64_t r = 0; r < y->kernel; r++) {
        for (uint64_t s = 0; s < x->kernel; s++) {
            const uint64_t row = r * y->dilation, column = s * x->dilation;
            const uint64_t phase = row % y->stride * w->phases[1] + column % x->stride;
            offsets[r * x->kernel + s] = (phase * w->height + row / y->stride) * w->width + column / x->stride;
        }
    }
}

/* One row of a phase: numbers at x, x + stride, ..., of row `row` of the input; zeros where that is outside. */
static void fill_row(const tcui_convolution_layer_task *task, const work *w, uint64_t row, int64_t x, float *to)
{
    const tcui_layer_axis *axis = &task->axes[1];
    const uint64_t stride = axis->stride;
    const uint64_t before = x < 0 ? least(((uint64_t)-x + stride - 1) / stride, w->width) : 0;
    const int64_t begin = x + (int64_t)(before * stride);
    const uint64_t room = begin < (int64_t)axis->in ? ((uint64_t)((int64_t)axis->in - begin) + stride - 1) / stride : 0;
    const uint64_t inside = least(room, w->width - before);
    memset(to, 0, before * sizeof *to);
    if (inside > 0) {
        w->kernels->widen(task->type, task->in, row * axis->in + (uint64_t)begin, stride, inside, 1, to + before);
    }
    memset(to + before + inside, 0, (w->width - before - inside) * sizeof *to);
}

/* The unit whose first point is (p, q), of image n. */
static void fill_buffer(const tcui_convolution_layer_task *task, const work *w, uint64_t n, uint64_t p, uint64_t q,
                        float *buffer)
{
    const tcui_layer_axis *y = &task->axes[0], *x = &task->axes[1];
    const int64_t top = (int64_t)(p * y->stride) - (int64_t)y->padding;
    const int64_t left = (int64_t)(q * x->stride) - (int64_t)x->padding;
    for (uint64_t c = 0; c < task->in_channels; c++) {
        for (uint64_t i = 0; i < w->phases[0] * w->phases[1] * w->height; i++) {
            const uint64_t phase = i / w->height;
            const int64_t row = top + (int64_t)(i % w->height * y->stride + phase / w->phases[1]);
            float *to = buffer + c * w->plane + i * w->width;
            if (row >= 0 && row < (int64_t)y->in) {
                fill_row(task, w, (n * task->in_channels + c) * y->in + (uint64_t)row,
                         left + (int64_t)(phase % w->phases[1]), to);
            } else {
                memset(to, 0, w->width * sizeof *to);
            }
        }
    }
    memset(buffer + w->plane * task->in_channels, 0, 2 * (size_t)TCUI_LAYER_SLACK * sizeof *buffer);
}

/* ---------------------------------------------------------------------------------------------------- units --- */

static void multiply_unit(const tcui_convolution_layer_task *task, const work *w, uint64_t number, char *memory)
{
    const uint64_t size = filters_of_panel(w), filters = number % w->filter_parts * UNIT_FILTERS;
    number /= w->filter_parts;
    const uint64_t q = number % w->column_parts * w->columns;
    number /= w->column_parts;
    const uint64_t p = number % w->row_parts * w->rows, n = number / w->row_parts;
    const uint64_t rows = least(w->rows, task->axes[0].out - p), columns = least(w->columns, task->axes[1].out - q);
    float *buffer = (float *)memory, *results = (float *)(memory + w->results_at);
    fill_buffer(task, w, n, p, q, buffer);
    const tcui_layer_windows windows = {.first = buffer,
                                        .channels = task->in_channels,
                                        .plane = w->plane,
                                        .offsets = w->offsets,
                                        .kernel = task->axes[0].kernel * task->axes[1].kernel};
    const uint64_t end = least(filters + UNIT_FILTERS, task->out_channels);
    for (uint64_t k = filters; k < end; k += size) {
        w->kernels->multiply(w->filters + k * w->terms, w->bias + k, &windows, (rows - 1) * w->width + columns, results,
                             w->pitch);
        for (uint64_t f = 0; f < size && k + f < end; f++) {
            for (uint64_t row = 0; row < rows; row++) {
                const uint64_t to =
                    ((n * task->out_channels + k + f) * task->axes[0].out + p + row) * task->axes[1].out + q;
                w->kernels->narrow(task->type, results + f * w->pitch + row * w->width, columns, 1, 1, task->out, to);
            }
        }
    }
}

/* What the threads share. */
typedef struct loops {
    const tcui_convolution_layer_task *task;
    const work *w;
    float *filters, *bias;
} loops;

static void pack(const void *any_loops, int64_t panel, int thread)
{
    const loops *l = any_loops;
    (void)thread;
    pack_panel(l->task, l->w, (uint64_t)panel, l->filters, l->bias);
}

static void multiply(const void *any_loops, int64_t unit, int thread)
{
    const loops *l = any_loops;
    multiply_unit(l->task, l->w, (uint64_t)unit, l->w->memory + (size_t)thread * l->w->thread_bytes);
}

void tcui_layer_host_matrix(const tcu_context *context, const tcui_convolution_layer_task *task, void *workspace)
{
    work w;
    tcui_layout layout = {0};
    const places at = lay_out(context, task, &w, &layout);
    char *base = workspace;
    write_offsets(task, &w, (uint64_t *)(base + at.offsets));
    const loops l = {task, &w, (float *)(base + at.filters), (float *)(base + at.bias)};
    w.filters = l.filters;
    w.bias = l.bias;
    w.offsets = (const uint64_t *)(base + at.offsets);
    w.memory = base + at.memory;
    tcui_for_each(w.threads, (int64_t)w.panels, pack, &l);
    tcui_for_each(w.threads, (int64_t)w.units, multiply, &l);
}
