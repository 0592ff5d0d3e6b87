/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans with any operator: what rounds.c asks for. A chunk is combined by the reductions' kernels, at the processor's level
 * of instructions, and scanned in blocks, element after element: each result waits for the one before it, so vectors
 * would not help much. The operator is chosen at run time, once for each block.
 *
 * What comes before a chunk is carried in bits of which zero stands for nothing: of products (f64 or modulo 2^64) the
 * bits of 1 are flipped, of AND all of them, and MIN and MAX carry keys, the greater of which wins. Sums carry
 * themselves, of reals with what rounding loses.
 */
#include "operators.h"

#include "primitives/reduce/host/operators/operators.h"

/* Elements of a block. */
enum { BLOCK = 256 };

static const uint64_t one_f64 = UINT64_C(0x3ff0000000000000);

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double real_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ------------------------------------------------------------------------------------- keys of MIN and MAX --- */

/* The greater of two keys is the value that MIN or MAX takes. */
typedef struct key_order {
    tcui_format format;
    uint64_t reverse; /* of MIN all bits */
    uint64_t of_nan;  /* above all keys, or, where NaN is ignored, below */
} key_order;

static key_order order_of(const tcui_scan_task *task)
{
    key_order order = {.format = tcui_format_of(task->in_type)};
    order.reverse = task->reduction.op == TCU_OPERATOR_MIN ? order.format.all : 0;
    order.of_nan = task->reduction.nan_mode == TCU_NAN_IGNORE ? 0 : UINT64_MAX;
    return order;
}

static inline uint64_t key_of(const key_order *order, uint64_t bits)
{
    const tcui_format *format = &order->format;
    if (format->infinity == 0) {
        return bits ^ format->sign ^ order->reverse;
    }
    const uint64_t key = bits ^ ((bits & format->sign) != 0 ? format->all : format->sign) ^ order->reverse;
    return (bits & ~format->sign) > format->infinity ? order->of_nan : key;
}

static inline uint64_t value_of(const key_order *order, uint64_t key, uint64_t quiet_nan)
{
    const tcui_format *format = &order->format;
    const uint64_t value = key ^ order->reverse;
    if (format->infinity == 0) {
        return value ^ format->sign;
    }
    return key == UINT64_MAX ? quiet_nan : value ^ ((value & format->sign) != 0 ? format->sign : format->all);
}

/* ------------------------------------------------------------------------------------------- blocks of elements --- */

static void load_reals(tcu_type type, const void *in, uint64_t first, uint64_t n, double *x)
{
#define LOAD(name)                                                                                                     \
    case tcui_element_##name:                                                                                          \
        for (uint64_t i = 0; i < n; i++) {                                                                             \
            x[i] = tcui_element_load_f64((tcu_type)tcui_element_##name, in, first + i);                                \
        }                                                                                                              \
        break;
    switch ((int)type) {
        LOAD(f16)
        LOAD(bf16)
        LOAD(f32)
        LOAD(f64)
    }
#undef LOAD
}

static void store_reals(tcu_type type, void *out, uint64_t first, uint64_t n, const double *y)
{
#define STORE(name)                                                                                                    \
    case tcui_element_##name:                                                                                          \
        for (uint64_t i = 0; i < n; i++) {                                                                             \
            tcui_element_store_f64((tcu_type)tcui_element_##name, out, first + i, y[i]);                               \
        }                                                                                                              \
        break;
    switch ((int)type) {
        STORE(f16)
        STORE(bf16)
        STORE(f32)
        STORE(f64)
    }
#undef STORE
}

static void load_integers(tcu_type type, const void *in, uint64_t first, uint64_t n, uint64_t *x)
{
#define LOAD(label, name)                                                                                              \
    label:                                                                                                             \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
        x[i] = tcui_element_load_u64((tcu_type)tcui_element_##name, in, first + i);                                    \
    }                                                                                                                  \
    break;
    switch ((int)type) {
        LOAD(case tcui_element_i8, i8)
        LOAD(case tcui_element_u8, u8)
        LOAD(case tcui_element_i16, i16)
        LOAD(case tcui_element_u16, u16)
        LOAD(case tcui_element_i32, i32)
        LOAD(case tcui_element_u32, u32)
        LOAD(case tcui_element_i64, i64)
        LOAD(default, u64)
    }
#undef LOAD
}

/* Bits of elements of a width, whatever their type. */
static void load_bits(size_t bytes, const void *in, uint64_t first, uint64_t n, uint64_t *x)
{
#define LOAD(label, width)                                                                                             \
    label:                                                                                                             \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
        x[i] = ((const uint##width##_t *)in)[first + i];                                                               \
    }                                                                                                                  \
    break;
    switch (bytes) {
        LOAD(case 1, 8)
        LOAD(case 2, 16)
        LOAD(case 4, 32)
        LOAD(default, 64)
    }
#undef LOAD
}

static void store_bits(size_t bytes, void *out, uint64_t first, uint64_t n, const uint64_t *y)
{
#define STORE(width)                                                                                                   \
    case width / 8:                                                                                                    \
        for (uint64_t i = 0; i < n; i++) {                                                                             \
            ((uint##width##_t *)out)[first + i] = (uint##width##_t)y[i];                                               \
        }                                                                                                              \
        break;
    switch (bytes) {
        STORE(8)
        STORE(16)
        STORE(32)
        STORE(64)
    }
#undef STORE
}

/* ------------------------------------------------------------------------------- elements of one segment --- */

/* `state`, by a statement that takes x[i] into it, and what it comes to before or behind that. */
#define SCAN_BLOCK(exclusive, take, result)                                                                            \
    if (exclusive) {                                                                                                   \
        for (uint64_t i = 0; i < n; i++) {                                                                             \
            y[i] = (result);                                                                                           \
            take;                                                                                                      \
        }                                                                                                              \
    } else {                                                                                                           \
        for (uint64_t i = 0; i < n; i++) {                                                                             \
            take;                                                                                                      \
            y[i] = (result);                                                                                           \
        }                                                                                                              \
    }

/* Sums with what rounding loses: the error of a long segment's last result is that of its first. */
static void scan_reals(const tcui_scan_task *task, uint64_t begin, uint64_t end, tcui_scan_carry carry)
{
    const bool exclusive = task->kind == TCU_SCAN_EXCLUSIVE, is_sum = task->reduction.op == TCU_OPERATOR_SUM;
    const bool has_initial = task->reduction.has_initial;
    const double initial = has_initial ? tcui_element_load_f64(task->out_type, &task->reduction.initial, 0) : 0;
    double x[BLOCK], y[BLOCK], sum = carry.sum.f64, lost = carry.lost.f64;
    double product = real_of(carry.sum.u64 ^ one_f64) * (has_initial ? initial : 1);
    for (uint64_t n; begin < end; begin += n) {
        n = end - begin < BLOCK ? end - begin : BLOCK;
        load_reals(task->in_type, task->in, begin, n, x);
        if (is_sum) {
            SCAN_BLOCK(exclusive, tcui_add_f64(&sum, &lost, x[i]), initial + (sum + lost))
        } else {
            SCAN_BLOCK(exclusive, product *= x[i], product)
        }
        store_reals(task->out_type, task->out, begin, n, y);
    }
}

static void scan_integers(const tcui_scan_task *task, uint64_t begin, uint64_t end, tcui_scan_carry carry)
{
    const bool exclusive = task->kind == TCU_SCAN_EXCLUSIVE, has_initial = task->reduction.has_initial;
    const uint64_t initial = task->reduction.initial;
    uint64_t x[BLOCK], y[BLOCK], sum = carry.sum.u64 + (has_initial ? initial : 0);
    uint64_t product = (carry.sum.u64 ^ 1) * (has_initial ? initial : 1);
    for (uint64_t n; begin < end; begin += n) {
        n = end - begin < BLOCK ? end - begin : BLOCK;
        load_integers(task->in_type, task->in, begin, n, x);
        if (task->reduction.op == TCU_OPERATOR_SUM) {
            SCAN_BLOCK(exclusive, sum += x[i], sum)
        } else {
            SCAN_BLOCK(exclusive, product *= x[i], product)
        }
        store_bits(tcu_type_size(task->out_type), task->out, begin, n, y);
    }
}

static void scan_extrema(const tcui_scan_task *task, uint64_t begin, uint64_t end, tcui_scan_carry carry)
{
    const bool exclusive = task->kind == TCU_SCAN_EXCLUSIVE;
    const size_t bytes = tcu_type_size(task->in_type);
    const key_order order = order_of(task);
    const uint64_t quiet_nan = tcui_quiet_nan_bits(task->in_type);
    const uint64_t initial =
        key_of(&order, task->reduction.has_initial ? task->reduction.initial
                                                   : tcui_neutral_bits(task->reduction.op, task->in_type));
    uint64_t x[BLOCK], y[BLOCK], most = carry.sum.u64 > initial ? carry.sum.u64 : initial;
    for (uint64_t n; begin < end; begin += n) {
        n = end - begin < BLOCK ? end - begin : BLOCK;
        load_bits(bytes, task->in, begin, n, x);
        for (uint64_t i = 0; i < n; i++) {
            x[i] = key_of(&order, x[i]);
        }
        SCAN_BLOCK(exclusive, most = x[i] > most ? x[i] : most, most)
        for (uint64_t i = 0; i < n; i++) {
            y[i] = value_of(&order, y[i], quiet_nan);
        }
        store_bits(bytes, task->out, begin, n, y);
    }
}

static void scan_bits(const tcui_scan_task *task, uint64_t begin, uint64_t end, tcui_scan_carry carry)
{
    const bool exclusive = task->kind == TCU_SCAN_EXCLUSIVE, has_initial = task->reduction.has_initial;
    const tcu_operator op = task->reduction.op;
    const size_t bytes = tcu_type_size(task->in_type);
    const uint64_t initial = has_initial ? task->reduction.initial : tcui_neutral_bits(op, task->in_type);
    uint64_t x[BLOCK], y[BLOCK],
        state = op == TCU_OPERATOR_AND  ? ~carry.sum.u64 & initial
                : op == TCU_OPERATOR_OR ? carry.sum.u64 | initial
                                        : carry.sum.u64 ^ initial;
    for (uint64_t n; begin < end; begin += n) {
        n = end - begin < BLOCK ? end - begin : BLOCK;
        load_bits(bytes, task->in, begin, n, x);
        if (op == TCU_OPERATOR_AND) {
            SCAN_BLOCK(exclusive, state &= x[i], state)
        } else if (op == TCU_OPERATOR_OR) {
            SCAN_BLOCK(exclusive, state |= x[i], state)
        } else {
            SCAN_BLOCK(exclusive, state ^= x[i], state)
        }
        store_bits(bytes, task->out, begin, n, y);
    }
}
#undef SCAN_BLOCK

/* Elements begin ... end - 1 of one segment, with `carry` before them. */
static void scan_segment(const tcui_scan_task *task, uint64_t begin, uint64_t end, tcui_scan_carry carry)
{
    if (tcui_is_extremum(task->reduction.op)) {
        scan_extrema(task, begin, end, carry);
    } else if (tcui_is_of_bits(task->reduction.op)) {
        scan_bits(task, begin, end, carry);
    } else if (tcui_is_real(task->in_type)) {
        scan_reals(task, begin, end, carry);
    } else {
        scan_integers(task, begin, end, carry);
    }
}

/* ------------------------------------------------------------------------------------------------- kernels --- */

static void scan_small(const tcui_scan_task *task, uint64_t first, uint64_t last)
{
    for (uint64_t k = first; k < last; k++) {
        scan_segment(task, tcui_segment_begin(&task->segments, k), tcui_segment_end(&task->segments, k),
                     (tcui_scan_carry){.sum = {.u64 = 0}});
    }
}

/* By the reductions' kernels, as it is carried. */
static tcui_host_sum combine(const tcui_scan_task *task, const tcui_chunk *chunk)
{
    const tcu_operator op = task->reduction.op;
    const tcui_reduce_task elements = {.in = task->in,
                                       .in_type = task->in_type,
                                       .out_type = task->out_type,
                                       .reduction = {.op = op, .nan_mode = task->reduction.nan_mode}};
    const tcui_host_reduction reduction = tcui_host_reduction_of(&elements);
    const uint64_t begin = tcui_chunk_open_begin(&task->segments, chunk);
    if (begin == chunk->end) {
        return (tcui_host_sum){.u64 = 0};
    }
    const uint64_t borders[] = {begin, chunk->end};
    tcui_host_value value;
    tcui_reduce_host_fold()(&reduction, borders, 1, &value);
    switch (op) {
    case TCU_OPERATOR_PRODUCT:
        return (tcui_host_sum){.u64 = reduction.in_reals ? bits_of(value.real) ^ one_f64 : value.bits ^ 1};
    case TCU_OPERATOR_MIN:
    case TCU_OPERATOR_MAX: {
        const key_order order = order_of(task);
        return (tcui_host_sum){.u64 = key_of(&order, value.bits)};
    }
    case TCU_OPERATOR_AND:
        return (tcui_host_sum){.u64 = ~value.bits};
    default:
        return reduction.in_reals ? (tcui_host_sum){.f64 = value.real} : (tcui_host_sum){.u64 = value.bits};
    }
}

static void scan_chunk(const tcui_scan_task *task, const tcui_chunk *chunk, const tcui_scan_carry *before)
{
    tcui_scan_carry carry = *before;
    uint64_t begin = chunk->begin;
    for (uint64_t k = chunk->first; k < chunk->last; k++) {
        const uint64_t end = tcui_segment_end(&task->segments, k);
        scan_segment(task, begin, end, carry);
        begin = end;
        carry = (tcui_scan_carry){.sum = {.u64 = 0}};
    }
    scan_segment(task, begin, chunk->end, carry);
}

/* The sum comes first: in place its elements are overwritten. */
static tcui_host_sum combine_and_scan(const tcui_scan_task *task, const tcui_chunk *chunk,
                                      const tcui_scan_carry *before, bool sums)
{
    const tcui_host_sum sum = sums ? combine(task, chunk) : (tcui_host_sum){.u64 = 0};
    scan_chunk(task, chunk, before);
    return sum;
}

/* From what comes before a chunk to what comes before the next one. */
#define ADVANCE(name, take)                                                                                            \
    static void advance_##name(tcui_scan_carry *carry, const tcui_chunk *chunk, tcui_host_sum sum)                     \
    {                                                                                                                  \
        if (chunk->first < chunk->last) {                                                                              \
            *carry = (tcui_scan_carry){.sum = {.u64 = 0}};                                                             \
        }                                                                                                              \
        take;                                                                                                          \
    }                                                                                                                  \
    static const tcui_scan_kernels kernels_of_##name = {scan_small, combine, advance_##name, combine_and_scan};
ADVANCE(real_sums, tcui_add_f64(&carry->sum.f64, &carry->lost.f64, sum.f64); tcui_one_nan_f64(&carry->sum.f64))
ADVANCE(sums, carry->sum.u64 += sum.u64)
ADVANCE(real_products, double product = real_of(carry->sum.u64 ^ one_f64) * real_of(sum.u64 ^ one_f64);
        tcui_one_nan_f64(&product); carry->sum.u64 = bits_of(product) ^ one_f64)
ADVANCE(products, carry->sum.u64 = ((carry->sum.u64 ^ 1) * (sum.u64 ^ 1)) ^ 1)
ADVANCE(extrema, carry->sum.u64 = carry->sum.u64 > sum.u64 ? carry->sum.u64 : sum.u64)
ADVANCE(or, carry->sum.u64 |= sum.u64) /* of AND, too */
ADVANCE(xor, carry->sum.u64 ^= sum.u64)
#undef ADVANCE

const tcui_scan_kernels *tcui_scan_host_operator(const tcui_scan_task *task)
{
    const bool is_real = tcui_is_real(task->in_type);
    switch (task->reduction.op) {
    case TCU_OPERATOR_SUM:
        return is_real ? &kernels_of_real_sums : &kernels_of_sums;
    case TCU_OPERATOR_PRODUCT:
        return is_real ? &kernels_of_real_products : &kernels_of_products;
    case TCU_OPERATOR_MIN:
    case TCU_OPERATOR_MAX:
        return &kernels_of_extrema;
    case TCU_OPERATOR_XOR:
        return &kernels_of_xor;
    default:
        return &kernels_of_or;
    }
}
