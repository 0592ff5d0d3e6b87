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
    partial_result *partials; /* of each chunk */
} chunk_work;

static void reduce_chunk(const void *data, int64_t i, int thread)
{
    const chunk_work *w = data;
    const tcui_segments *segments = &w->reduction->task->segments;
    partial_result *partial = &w->partials[i];
    const tcui_chunk chunk = tcui_chunk_at(segments, (uint64_t)i);
    uint64_t begin = chunk.begin;
    (void)thread;
    partial->chunk = chunk;
    for (uint64_t k = chunk.first; k < chunk.last; k++) {
        const uint64_t end = tcui_segment_end(segments, k);
        const tcui_host_value value = w->fold(w->reduction, begin, end - begin);
        begin = end;
        if (k == chunk.first) {
            partial->head = value;
        } else {
            store(w->reduction, k, (running_value){value, 0});
        }
    }
    partial->tail = w->fold(w->reduction, begin, chunk.end - begin);
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
    const chunk_work w = {&reduction, tcui_reduce_host_fold(),
                          tcui_chunk_count_bound(&task->segments) > 1 ? workspace : &one};
    const uint64_t count = tcui_chunk_count(&task->segments);
    tcui_for_each(threads_for(context, &reduction), (int64_t)count, reduce_chunk, &w);
    combine_partials(&reduction, w.partials, count);
}
