/* SPDX-License-Identifier: Apache-2.0 */
/* The cut depends on the stencil alone, never on the number of threads. */
#include "work.h"

#include "primitives/threads/share.h"

/* Bytes, unless it says otherwise. */
enum {
    DIRECT_ELEMENTS = 4096,   /* of a row of a unit */
    DIRECT_OUTSIDE = 1 << 16, /* elements that neighbouring rows of a constant may have besides */
    SHORT_ROW = 64,           /* elements; of shorter rows the points near the ends take longer than a copy of all */
    STAGED_ELEMENTS = 1024,   /* of a row of a unit */
    MOST_CHANNELS = 256,      /* of a unit that is not direct */
    UNIT_ELEMENTS = 1 << 17,  /* results of a unit, about */
    CACHED = 1 << 18,         /* what a unit may keep in the second level of caches */
    MOST_STAGED = 1 << 24,    /* beyond this, lines one after the other */
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t parts_of(uint64_t n, uint64_t size)
{
    return (n + size - 1) / size;
}

/* Products that do not exceed 2^64 - 1 matter; others are "too much" all the same. */
static uint64_t times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t span(const tcui_stencil_work *work, int a)
{
    return work->end[a] - work->begin[a];
}

static void leave_out_rim(tcui_stencil_work *work)
{
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis *axis = &work->stencil->axes[a];
        work->begin[a] = 0;
        work->end[a] = axis->out;
        if (axis->boundary != TCU_BOUNDARY_KEEP) {
            continue;
        }
        const uint64_t before = axis->low < 0 ? (uint64_t) - (int64_t)axis->low : 0;
        const uint64_t behind = axis->high > 0 ? (uint64_t)axis->high : 0;
        work->begin[a] = least(before, axis->out);
        work->end[a] = axis->out - work->begin[a] > behind ? axis->out - behind : work->begin[a];
    }
}

/* Sets what follows from the extent and channels of units. */
static void measure(tcui_stencil_work *work)
{
    const tcui_stencil *s = work->stencil;
    const uint64_t step = s->axes[2].step;
    for (int a = 0; a < TCUI_AXES; a++) {
        work->window[a] = tcui_stencil_window(&s->axes[a], work->extent[a]);
    }
    work->phases = least(step, tcui_stencil_width(&s->axes[2]));
    work->phase_length = parts_of(work->window[2], step) * work->channels;
    work->row_length = work->phases * work->phase_length + TCUI_STENCIL_SLACK;
}

/* Elements of the buffers of a unit's input, or of the results of passes. */
static uint64_t buffered(const tcui_stencil_work *work)
{
    const uint64_t rows = times(work->window[0], work->window[1]);
    if (work->method == TCUI_STENCIL_STAGED) {
        return times(times(rows, work->row_length), work->stencil->in_fields);
    }
    if (work->method == TCUI_STENCIL_PRODUCT) {
        const uint64_t results = work->extent[2] * work->channels + TCUI_STENCIL_SLACK;
        return times(rows + work->window[0] * work->extent[1], results);
    }
    return work->row_length;
}

/* Units grow along the slower axes as long as their buffers stay in the cache, and neighbours share input. */
static void grow(tcui_stencil_work *work, uint64_t bytes)
{
    bool grows = true;
    while (grows) {
        grows = false;
        for (int a = 1; a >= 0; a--) {
            const tcui_axis *axis = &work->stencil->axes[a];
            const uint64_t before = work->extent[a];
            if (before >= span(work, a) || axis->step >= tcui_stencil_width(axis)) {
                continue;
            }
            work->extent[a] = least(2 * before, span(work, a));
            measure(work);
            if (times(buffered(work), work->size) > bytes) {
                work->extent[a] = before;
                measure(work);
                continue;
            }
            grows = true;
        }
    }
}

static void cut_buffered(tcui_stencil_work *work)
{
    work->channels = least(work->stencil->channels, MOST_CHANNELS);
    work->extent[0] = work->extent[1] = 1;
    work->extent[2] = most(1, least(span(work, 2), STAGED_ELEMENTS / work->channels));
    measure(work);
    /* Tall footprints have short rows. */
    while (times(buffered(work), work->size) > CACHED && work->extent[2] * work->channels > STAGED_ELEMENTS / 8 &&
           work->extent[2] > 1) {
        work->extent[2] = (work->extent[2] + 1) / 2;
        measure(work);
    }
    if (work->method == TCUI_STENCIL_STAGED || work->method == TCUI_STENCIL_PRODUCT) {
        grow(work, work->method == TCUI_STENCIL_PRODUCT ? 2 * CACHED : CACHED);
    }
}

/* Long rows; enough of them that those around them, which are read again, are few. */
static void cut_direct(tcui_stencil_work *work)
{
    const tcui_stencil *s = work->stencil;
    const uint64_t row = most(1, DIRECT_ELEMENTS / s->channels);
    work->channels = s->channels;
    /* (Halves rather than a row and a stump.) */
    work->extent[2] = parts_of(span(work, 2), parts_of(span(work, 2), row));
    work->extent[0] = 1;
    const uint64_t elements = work->extent[2] * work->channels;
    const uint64_t planes = tcui_stencil_width(&s->axes[0]) + 1;
    const uint64_t row_bytes = times(times(elements, planes), work->size);
    const uint64_t rows = row_bytes == 0 || row_bytes > CACHED ? 1 : UINT64_C(2) * CACHED / row_bytes;
    work->extent[1] = least(span(work, 1), most(rows, 8));
    work->extent[0] = least(span(work, 0), most(1, UNIT_ELEMENTS / (work->extent[1] * elements)));
    measure(work);

    const tcui_axis *axis = &s->axes[2];
    const int64_t end = (int64_t)work->end[2];
    int64_t inside = axis->low < 0 ? -(int64_t)axis->low : 0;
    int64_t behind = (int64_t)axis->in - (axis->high > 0 ? axis->high : 0);
    inside = inside < end ? inside : end;
    behind = behind < inside ? inside : behind < end ? behind : end;
    work->inside = most((uint64_t)inside, work->begin[2]);
    work->behind = most((uint64_t)behind, work->begin[2]);
    work->rim = least(most(work->inside - work->begin[2], work->end[2] - work->behind), work->extent[2]);
    work->has_columns = tcui_stencil_host_has_columns(work);
}

static bool is_direct(const tcui_stencil *s)
{
    return (s->type == TCU_TYPE_F32 || s->type == TCU_TYPE_F64) && s->axes[2].step == 1 &&
           s->channels <= DIRECT_ELEMENTS && times(tcui_stencil_width(&s->axes[2]), s->channels) <= DIRECT_OUTSIDE;
}

/* Passes write and read results once more, and begin and end with a row of input that has to be shared. */
static bool product_pays(const tcui_stencil *s)
{
    uint64_t sum = 0;
    for (int a = 0; a < TCUI_AXES; a++) {
        const uint64_t width = tcui_stencil_width(&s->axes[a]);
        sum += width > 1 ? width + 3 : 0;
    }
    return sum < tcui_stencil_host_taps(s);
}

static void choose_method(tcui_stencil_work *work)
{
    const tcui_stencil *s = work->stencil;
    const bool has_weights = s->taps != NULL || !s->is_separable;
    if (s->is_separable && (product_pays(s) || !has_weights)) {
        work->method = TCUI_STENCIL_PRODUCT;
        cut_buffered(work);
        if (times(buffered(work), work->size) <= MOST_STAGED) {
            return;
        }
    }
    const bool is_short = times(s->axes[2].out, s->channels) <= SHORT_ROW;
    if (!is_direct(s) || is_short) {
        work->method = TCUI_STENCIL_STAGED;
        cut_buffered(work);
        if (times(buffered(work), work->size) <= MOST_STAGED) {
            return;
        }
    }
    work->method = is_direct(s) ? TCUI_STENCIL_DIRECT : TCUI_STENCIL_BY_LINES;
    if (is_direct(s)) {
        cut_direct(work);
    } else {
        cut_buffered(work);
    }
}

/* Of a product of factors each axis takes as many terms as its factor has. */
static int threads_for(const tcu_context *context, const tcui_stencil_work *work)
{
    const tcui_stencil *s = work->stencil;
    double results = (double)s->batch * (double)s->copies * (double)s->channels * s->out_fields, of_product = 0;
    for (int a = 0; a < TCUI_AXES; a++) {
        results *= (double)span(work, a);
        of_product += (double)tcui_stencil_width(&s->axes[a]);
    }
    const uint64_t of_result = tcui_stencil_host_taps(s) / s->out_fields + 1;
    const double taps = work->method == TCUI_STENCIL_PRODUCT ? of_product : (double)of_result;
    return tcui_threads_for_work(context, TCUI_PS_STENCIL_TERM_BYTE * (double)work->size * results * taps);
}

static void lay_out_thread(tcui_stencil_work *work, uint64_t runs)
{
    const uint64_t results = work->extent[2] * work->channels + TCUI_STENCIL_SLACK;
    tcui_layout thread = {0};
    work->at_bytes =
        tcui_layout_reserve(&thread, most(runs, work->window[0] + work->window[1] + work->window[2]), sizeof(void *));
    const uint64_t rows = work->has_columns ? work->extent[1] * work->channels + TCUI_STENCIL_SLACK : 0;
    work->sums_at = tcui_layout_reserve(&thread, most(results, rows), work->size);
    const bool is_staged = work->method == TCUI_STENCIL_STAGED;
    work->rows_at = tcui_layout_reserve(&thread, is_staged ? buffered(work) : work->row_length, work->size);
    work->passes_at =
        tcui_layout_reserve(&thread, work->method == TCUI_STENCIL_PRODUCT ? buffered(work) : 0, work->size);
    const uint64_t columns = work->has_columns ? tcui_stencil_host_column_elements(work) : 0;
    work->columns_at = tcui_layout_reserve(&thread, columns, work->size);
    work->thread_bytes = thread.bytes + TCUI_WORKSPACE_ALIGNMENT;
    work->thread_bytes -= work->thread_bytes % TCUI_WORKSPACE_ALIGNMENT;
}

/* Where the arrays are from the workspace's begin on. */
typedef struct places {
    size_t runs, fields, weights, factors[TCUI_AXES], outside[2], memory;
} places;

static places lay_out(const tcu_context *context, const tcui_stencil *s, tcui_stencil_work *work, tcui_layout *layout)
{
    *work = (tcui_stencil_work){.stencil = s, .kernels = tcui_stencil_host_kernels(s->type)};
    work->size = tcui_stencil_computed_bytes(s->type);
    leave_out_rim(work);
    places p = {0};
    if (span(work, 0) == 0 || span(work, 1) == 0 || span(work, 2) == 0) {
        return p; /* no units */
    }
    choose_method(work);
    work->channel_parts = parts_of(s->channels, work->channels);
    work->units = s->batch * s->copies * work->channel_parts;
    for (int a = 0; a < TCUI_AXES; a++) {
        work->parts[a] = parts_of(span(work, a), work->extent[a]);
        work->units *= work->parts[a];
    }
    work->threads = (int)least((uint64_t)threads_for(context, work), work->units);

    const bool is_product = work->method == TCUI_STENCIL_PRODUCT;
    const uint64_t taps = is_product ? 0 : tcui_stencil_host_taps(s);
    uint64_t runs = is_product ? 0 : tcui_stencil_host_runs_bound(s);
    p.weights = tcui_layout_reserve(layout, taps, work->size);
    for (int a = 0; a < TCUI_AXES; a++) {
        const uint64_t width = tcui_stencil_width(&s->axes[a]);
        p.factors[a] = tcui_layout_reserve(layout, is_product ? width : 0, work->size);
        runs = is_product ? most(runs, width) : runs;
    }
    p.runs = tcui_layout_reserve(layout, runs + 1, sizeof(tcui_stencil_run));
    p.fields = tcui_layout_reserve(layout, (uint64_t)s->out_fields + 1, sizeof(uint64_t));
    for (int k = 0; k < 2; k++) {
        const bool is_needed = work->method == TCUI_STENCIL_DIRECT;
        p.outside[k] = tcui_layout_reserve(layout, is_needed ? work->row_length : 0, work->size);
    }
    lay_out_thread(work, runs);
    p.memory = tcui_layout_reserve(layout, (uint64_t)work->threads, work->thread_bytes);
    return p;
}

void tcui_stencil_host_reserve_work(const tcu_context *context, const tcui_stencil *stencil, tcui_stencil_work *work,
                                    tcui_layout *layout)
{
    lay_out(context, stencil, work, layout);
}

static void begin_product(tcui_stencil_work *work, char *base, const places *p)
{
    const tcui_stencil *s = work->stencil;
    uint64_t widest = 0;
    for (int a = 0; a < TCUI_AXES; a++) {
        work->factors[a] = base + p->factors[a];
        tcui_stencil_host_write_factors(s, a, work->factors[a]);
        widest = most(widest, tcui_stencil_width(&s->axes[a]));
    }
    for (uint64_t k = 0; k < widest; k++) {
        work->program.runs[k] = (tcui_stencil_run){.count = 1, .first = k};
    }
    work->program.runs[widest] = (tcui_stencil_run){.count = (uint32_t)tcui_stencil_width(&s->axes[2])};
    work->program.num_runs = widest;
}

void tcui_stencil_host_begin_work(const tcu_context *context, const tcui_stencil *s, void *workspace,
                                  tcui_stencil_work *work)
{
    tcui_layout layout = {0};
    const places p = lay_out(context, s, work, &layout);
    char *base = workspace;
    if (work->units == 0) {
        return;
    }
    work->memory = base + p.memory;
    work->program.runs = (tcui_stencil_run *)(base + p.runs);
    work->program.fields = (uint64_t *)(base + p.fields);
    if (work->method == TCUI_STENCIL_PRODUCT) {
        begin_product(work, base, &p);
        return;
    }
    work->program.weights = base + p.weights;
    tcui_stencil_host_write_program(s, &work->program);
    if (work->method == TCUI_STENCIL_DIRECT) {
        work->outside[0] = base + p.outside[0];
        work->outside[1] = base + p.outside[1];
        work->kernels->fill(base + p.outside[0], 0, work->row_length);
        work->kernels->fill(base + p.outside[1], s->constant, work->row_length);
    }
}

tcui_stencil_unit tcui_stencil_host_unit(const tcui_stencil_work *work, const void *in, void *out, uint64_t number,
                                         int thread)
{
    const tcui_stencil *s = work->stencil;
    char *memory = work->memory + (size_t)thread * work->thread_bytes;
    tcui_stencil_unit unit = {.work = work, .in = in, .out = out};
    for (int a = TCUI_AXES - 1; a >= 0; a--) {
        unit.first[a] = work->begin[a] + number % work->parts[a] * work->extent[a];
        unit.last[a] = least(unit.first[a] + work->extent[a], work->end[a]);
        number /= work->parts[a];
    }
    const uint64_t channel = number % work->channel_parts * work->channels;
    number /= work->channel_parts;
    const uint64_t copy = number % s->copies, set = number / s->copies;
    unit.channels = least(work->channels, s->channels - channel);
    unit.in_at = set * s->in_batch_stride + copy * s->in_copy_stride + channel;
    unit.out_at = set * s->out_batch_stride + copy * s->out_copy_stride + channel;
    unit.at = (const void **)(memory + work->at_bytes);
    unit.sums = memory + work->sums_at;
    unit.rows = memory + work->rows_at;
    unit.passes = memory + work->passes_at;
    unit.columns = memory + work->columns_at;
    return unit;
}
