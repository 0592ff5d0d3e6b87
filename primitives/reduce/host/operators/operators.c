/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments with any operator: chunks of equal work, whatever the segments look like (primitives/threads/chunks.h), then
 * the parts of segments that cross chunks, in order. Neither depends on the number of threads.
 */
#include "operators.h"
#include "primitives/reduce/host/sums.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

/* What a chunk of one thread leaves: of the first segment that ends in it, and of the one that it leaves open. */
typedef struct partial_result {
    tcui_chunk chunk;
    tcui_host_value head;
    tcui_host_value tail;
} partial_result;

/* Several values in a row; of sums of reals with what rounding loses. */
typedef struct running_value {
    tcui_host_value value;
    double lost;
} running_value;

uint64_t tcui_host_key_of(const tcui_host_reduction *reduction, uint64_t bits)
{
    const tcui_format *format = &reduction->format;
    const bool is_negative = (bits & format->sign) != 0;
    const uint64_t order = is_negative && format->infinity != 0 ? bits ^ format->all : bits ^ format->sign;
    if (tcui_bits_are_nan(reduction->task->in_type, bits)) {
        return UINT64_MAX;
    }
    return reduction->task->reduction.op == TCU_OPERATOR_MIN ? order ^ format->all : order;
}

static void combine(const tcui_host_reduction *reduction, running_value *before, tcui_host_value next)
{
    tcui_host_value *value = &before->value;
    switch (reduction->task->reduction.op) {
    case TCU_OPERATOR_SUM:
        if (reduction->in_reals) {
            tcui_add_f64(&value->real, &before->lost, next.real);
        } else {
            value->bits += next.bits;
        }
        break;
    case TCU_OPERATOR_PRODUCT:
        if (reduction->in_reals) {
            value->real *= next.real;
        } else {
            value->bits *= next.bits;
        }
        break;
    case TCU_OPERATOR_AND:
        value->bits &= next.bits;
        break;
    case TCU_OPERATOR_OR:
        value->bits |= next.bits;
        break;
    case TCU_OPERATOR_XOR:
        value->bits ^= next.bits;
        break;
    default: /* MIN, MAX */
        *value = tcui_host_key_of(reduction, next.bits) > tcui_host_key_of(reduction, value->bits) ? next : *value;
    }
}

static running_value nothing_yet(const tcui_host_reduction *reduction)
{
    return (running_value){reduction->neutral, 0};
}

/* (Of a copy of so many bytes as a variable says compilers make a call.) */
static void store_bits(void *out, size_t bytes, uint64_t k, uint64_t bits)
{
    switch (bytes) {
    case 1:
        ((uint8_t *)out)[k] = (uint8_t)bits;
        break;
    case 2:
        ((uint16_t *)out)[k] = (uint16_t)bits;
        break;
    case 4:
        ((uint32_t *)out)[k] = (uint32_t)bits;
        break;
    default:
        ((uint64_t *)out)[k] = bits;
    }
}

/* out[k] = initial op value. */
static void store(const tcui_host_reduction *reduction, uint64_t k, running_value of)
{
    const tcui_reduce_task *task = reduction->task;
    const tcu_type type = task->out_type;
    if (task->reduction.has_initial) {
        tcui_host_value initial = {.bits = task->reduction.initial};
        if (reduction->in_reals) {
            initial.real = tcui_element_load_f64(type, &task->reduction.initial, 0);
        } else if (tcui_is_extremum(task->reduction.op) && tcui_bits_are_nan(type, initial.bits)) {
            initial.bits = tcui_quiet_nan_bits(type);
        }
        combine(reduction, &of, initial);
    }
    if (reduction->in_reals) {
        const bool is_sum = task->reduction.op == TCU_OPERATOR_SUM; /* (-0 + 0 is not -0) */
        tcui_element_store_f64(type, task->out, k, is_sum ? of.value.real + of.lost : of.value.real);
    } else {
        store_bits(task->out, reduction->out_bytes, k, of.value.bits);
    }
}

/* What threads share. */
typedef struct chunk_work {
    const tcui_host_reduction *reduction;
    tcui_host_fold fold;
    partial_result *partials; /* of each part */
    uint64_t chunks;
    uint64_t step; /* chunks of a part */
} chunk_work;

/* Results k ... k + count - 1. */
static void store_values(const tcui_host_reduction *reduction, uint64_t k, const tcui_host_value *values,
                         uint64_t count)
{
    void *out = reduction->task->out;
    if (reduction->in_reals || reduction->task->reduction.has_initial) {
        for (uint64_t i = 0; i < count; i++) {
            store(reduction, k + i, (running_value){values[i], 0});
        }
        return;
    }
#define TCUI_STORE(bytes, type)                                                                                        \
    case bytes:                                                                                                        \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            ((type *)out)[k + i] = (type)values[i].bits;                                                               \
        }                                                                                                              \
        break;
    switch (reduction->out_bytes) {
        TCUI_STORE(1, uint8_t)
        TCUI_STORE(2, uint16_t)
        TCUI_STORE(4, uint32_t)
        TCUI_STORE(8, uint64_t)
    }
#undef TCUI_STORE
}

/* Segments that are folded together, before any of their results is stored: those of one chunk stay in a cache. */
enum { FOLDED = 64 };

/* Where segments k ... k + count - 1 of a chunk end, the first of which begins at borders[0]. */
static void find_borders(const tcui_segments *segments, uint64_t k, int count, uint64_t *borders)
{
    for (int i = 0; i < count; i++) {
        borders[i + 1] = tcui_segment_end(segments, k + (uint64_t)i);
    }
}

/* Bytes of a part of one array whose parts may be of any size, since no result depends on it. At the end of a loop
 * processors wait for memory: of chunks of u8, 32 KB, that was a tenth of the time. */
enum { PART_BYTES = 1 << 20 };

static uint64_t chunks_of_part(const tcui_host_reduction *reduction)
{
    const tcui_segments *segments = &reduction->task->segments;
    const tcu_operator op = reduction->task->reduction.op;
    const bool is_free = segments->count == 1 && (tcui_is_extremum(op) || tcui_is_of_bits(op));
    return is_free ? PART_BYTES / (TCUI_CHUNK * reduction->in_bytes) : 1;
}

/* Chunks i * step ... (i + 1) * step - 1 as one. */
static tcui_chunk part_at(const chunk_work *w, uint64_t i)
{
    const tcui_segments *segments = &w->reduction->task->segments;
    const uint64_t first = i * w->step, behind = w->chunks - first < w->step ? w->chunks : first + w->step;
    tcui_chunk part = tcui_chunk_at(segments, first);
    if (behind - first > 1) {
        const tcui_chunk last = tcui_chunk_at(segments, behind - 1);
        part.end = last.end;
        part.last = last.last;
    }
    return part;
}

static void reduce_part(const void *data, int64_t i, int thread)
{
    const chunk_work *w = data;
    const tcui_segments *segments = &w->reduction->task->segments;
    partial_result *partial = &w->partials[i];
    const tcui_chunk chunk = part_at(w, (uint64_t)i);
    uint64_t borders[FOLDED + 1] = {chunk.begin};
    tcui_host_value values[FOLDED];
    (void)thread;
    partial->chunk = chunk;
    for (uint64_t k = chunk.first, n; k < chunk.last; k += n) {
        n = chunk.last - k < FOLDED ? chunk.last - k : FOLDED;
        find_borders(segments, k, (int)n, borders);
        w->fold(w->reduction, borders, (int)n, values);
        if (k == chunk.first) {
            partial->head = values[0];
        }
        const uint64_t begin = k == chunk.first;
        store_values(w->reduction, k + begin, values + begin, n - begin);
        borders[0] = borders[n];
    }
    borders[1] = chunk.end;
    w->fold(w->reduction, borders, 1, &partial->tail);
}

/* A segment's result is made of what chunks left open of it, and of the head of the chunk where it ends. */
static void combine_partials(const tcui_host_reduction *reduction, const partial_result *partials, uint64_t count)
{
    running_value open = nothing_yet(reduction);
    for (const partial_result *partial = partials; partial < partials + count; partial++) {
        if (partial->chunk.first < partial->chunk.last) {
            combine(reduction, &open, partial->head);
            store(reduction, partial->chunk.first, open);
            open = nothing_yet(reduction);
        }
        combine(reduction, &open, partial->tail);
    }
}

void tcui_reduce_host_operator_reserve(const tcui_reduce_task *task, tcui_layout *layout)
{
    /* (The partial results of one chunk have room on the stack.) */
    const uint64_t chunks = tcui_chunk_count_bound(&task->segments);
    tcui_layout_reserve(layout, chunks > 1 ? chunks : 0, sizeof(partial_result));
}

static int threads_for(const tcu_context *context, const tcui_host_reduction *reduction)
{
    const tcui_segments *segments = &reduction->task->segments;
    const tcu_operator op = reduction->task->reduction.op;
    const double bytes = (double)segments->n * (double)tcu_type_size(reduction->task->in_type);
    const double elements = op == TCU_OPERATOR_SUM || op == TCU_OPERATOR_PRODUCT
                                ? TCUI_PS_ARITHMETIC_ELEMENT * (double)segments->n
                                : TCUI_PS_SUM_BYTE * bytes;
    return tcui_threads_for_work(context, elements + TCUI_PS_OPERATOR_SEGMENT * (double)segments->count);
}

tcui_host_reduction tcui_host_reduction_of(const tcui_reduce_task *task)
{
    const tcu_operator op = task->reduction.op;
    tcui_host_reduction reduction = {.task = task,
                                     .format = tcui_format_of(task->in_type),
                                     .in_bytes = tcu_type_size(task->in_type),
                                     .out_bytes = tcu_type_size(task->out_type)};
    reduction.in_reals = tcui_is_real(task->out_type) && (op == TCU_OPERATOR_SUM || op == TCU_OPERATOR_PRODUCT);
    if (reduction.in_reals) {
        reduction.neutral.real = op == TCU_OPERATOR_SUM ? 0 : 1;
    } else {
        reduction.neutral.bits = tcui_neutral_bits(op, task->out_type);
    }
    return reduction;
}

void tcui_reduce_host_operator(const tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const tcui_host_reduction reduction = tcui_host_reduction_of(task);
    partial_result one;
    const uint64_t chunks = tcui_chunk_count(&task->segments), step = chunks_of_part(&reduction);
    const uint64_t parts = (chunks - 1) / step + 1;
    const chunk_work w = {&reduction, tcui_reduce_host_fold(),
                          tcui_chunk_count_bound(&task->segments) > 1 ? workspace : &one, chunks, step};
    tcui_for_each(threads_for(context, &reduction), (int64_t)parts, reduce_part, &w);
    combine_partials(&reduction, w.partials, parts);
}
