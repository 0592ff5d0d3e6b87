/* SPDX-License-Identifier: Apache-2.0 */
#include "test_compaction.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_types.h"

test_compactor test_compactor_new(void)
{
    test_compactor compactor = {0};
    compactor.context = test_context_new();
    return compactor;
}

void test_compactor_free(test_compactor *compactor)
{
    cr_assert(tcu_context_destroy(compactor->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_BUFFERS; b++) {
        test_memory_release(&compactor->buffers[b].memory);
        free(compactor->buffers[b].host);
    }
    test_memory_release(&compactor->workspace_memory);
}

static bool fail(test_compactor *compactor, const test_compaction_case *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(test_compactor *compactor, const test_compaction_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(compactor->failure, sizeof compactor->failure / 2, format, arguments);
    va_end(arguments);
    length = length < (int)sizeof compactor->failure / 2 ? length : (int)sizeof compactor->failure / 2 - 1;
    snprintf(
        compactor->failure + length, sizeof compactor->failure - (size_t)length,
        "\n  %s%s%s, n %" PRIu64 ", items of %zu bytes, type %s, comparison %d, %d columns, %s flags, index type %s,"
        "\n  kept %" PRIu64 " (%s), shifts in %u out %u flags %u, values in %s, temporary memory %d, case seed %" PRIu64
        ", TCU_TEST_SEED=%" PRIu64,
        test_compaction_names[t->operation], t->in_place ? " in place" : "", t->with_lengths ? " with run lengths" : "",
        t->n, t->item_bytes, test_types[t->type].name, (int)t->comparison, t->num_columns,
        t->format == TCU_FLAGS_BITS ? "bit" : "byte", test_types[t->index_type].name, compactor->kept,
        test_density_names[t->density], t->in_shift, t->out_shift, t->flags_shift,
        t->values_in_context ? "context memory" : "the call", (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

/* --------------------------------------------------------------------------------------------- the oracle --- */

/* An element as a long double, which holds those of all twelve types. */
static long double number(tcu_type type, const unsigned char *element)
{
    uint64_t bits = 0;
    memcpy(&bits, element, test_types[type].bytes);
    float f32;
    double f64;
    switch (type) {
    case TCU_TYPE_F16:
        return test_f16_value((uint16_t)bits);
    case TCU_TYPE_BF16:
        return test_bf16_value((uint16_t)bits);
    case TCU_TYPE_F32:
        memcpy(&f32, element, sizeof f32);
        return f32;
    case TCU_TYPE_F64:
        memcpy(&f64, element, sizeof f64);
        return f64;
    default:
        test_read_integers(type, element, 1, &bits);
        return test_types[type].is_signed ? (long double)(int64_t)bits : (long double)bits;
    }
}

static bool holds(tcu_comparison comparison, long double x, long double value, long double upper)
{
    switch (comparison) {
    case TCU_COMPARE_LESS:
        return x < value;
    case TCU_COMPARE_LESS_EQUAL:
        return x <= value;
    case TCU_COMPARE_GREATER:
        return x > value;
    case TCU_COMPARE_GREATER_EQUAL:
        return x >= value;
    case TCU_COMPARE_EQUAL:
        return x == value;
    case TCU_COMPARE_NOT_EQUAL:
        return x != value;
    case TCU_COMPARE_INSIDE:
        return x >= value && x <= upper;
    default:
        return !(x >= value && x <= upper);
    }
}

/* The values of a predicate. */
typedef struct values {
    unsigned char value[8], upper[8];
} values;

static bool is_kept(const test_compactor *compactor, const test_compaction_case *t, uint64_t i)
{
    const unsigned char *items = compactor->buffers[TEST_BUFFER_IN].host;
    const unsigned char *flags = compactor->buffers[TEST_BUFFER_FLAGS].host;
    if (t->operation == TEST_UNIQUE) {
        const unsigned char *item = items + i * t->item_bytes;
        return i == 0 || memcmp(item, item - t->item_bytes, t->item_bytes) != 0;
    }
    if (test_takes_predicate(t->operation)) {
        return holds(t->comparison, number(t->type, items + i * t->item_bytes), number(t->type, compactor->value),
                     number(t->type, compactor->upper));
    }
    return t->format == TCU_FLAGS_BYTES ? flags[i] != 0 : (flags[i / 8] & 1u << i % 8) != 0;
}

/* ------------------------------------------------------------------------------------------ making inputs --- */

static test_buffer *open_buffer(test_compactor *compactor, int which, size_t bytes, size_t shift, unsigned char poison)
{
    test_buffer *buffer = &compactor->buffers[which];
    buffer->slice = test_slice_open(&buffer->memory, bytes, shift, poison);
    if (bytes + 1 > buffer->capacity) {
        free(buffer->host);
        buffer->capacity = bytes + bytes / 2 + 1;
        buffer->host = malloc(buffer->capacity);
        cr_assert_not_null(buffer->host, "no memory for a copy of a buffer");
    }
    memset(buffer->host, poison, bytes + 1);
    buffer->used = true;
    return buffer;
}

/* Whether item i is to be kept, drawn one after the other. */
typedef struct draw {
    test_random random;
    test_density density;
    uint64_t one;     /* the position that TEST_KEEP_ONE keeps */
    uint64_t cluster; /* items left of a cluster */
    bool inside;
} draw;

static bool next_kept(draw *d, uint64_t i)
{
    switch (d->density) {
    case TEST_KEEP_NONE:
        return false;
    case TEST_KEEP_ONE:
        return i == d->one;
    case TEST_KEEP_1E_4:
        return test_random_unit(&d->random) < 1e-4;
    case TEST_KEEP_TENTH:
        return test_random_unit(&d->random) < 0.1;
    case TEST_KEEP_HALF:
        return test_random_unit(&d->random) < 0.5;
    case TEST_KEEP_NINE_TENTHS:
        return test_random_unit(&d->random) < 0.9;
    case TEST_KEEP_ALL_BUT_1E_4:
        return test_random_unit(&d->random) >= 1e-4;
    case TEST_KEEP_ALL:
        return true;
    case TEST_KEEP_CLUSTERS:
        /* Lengths from 1 to some tiles, as many of each power of two. */
        if (d->cluster == 0) {
            d->cluster = 1 + test_random_below(&d->random, (uint64_t)1 << test_random_below(&d->random, 15));
            d->inside = !d->inside;
        }
        d->cluster--;
        return d->inside;
    default:
        return i % 2 == 0;
    }
}

static void random_bytes(test_random *random, unsigned char *to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        const uint64_t bits = test_random_next(random);
        memcpy(to + i, &bits, bytes - i < 8 ? bytes - i : 8);
    }
}

/* Zeros of both signs, infinities, NaNs, extremes, the value and its neighbours, or anything. */
static void random_element(test_random *random, tcu_type type, const unsigned char *near, unsigned char *to)
{
    const size_t bytes = test_types[type].bytes;
    const uint64_t mask = bytes == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1, sign = mask / 2 + 1;
    const uint64_t infinity = type == TCU_TYPE_F16    ? 0x7c00
                              : type == TCU_TYPE_BF16 ? 0x7f80
                              : type == TCU_TYPE_F32  ? 0x7f800000
                                                      : UINT64_C(0x7ff0000000000000);
    uint64_t bits = 0;
    memcpy(&bits, near, bytes);
    switch (test_random_below(random, 12)) {
    case 0:
        bits = 0;
        break;
    case 1:
        bits = sign;
        break;
    case 2:
        bits = infinity;
        break;
    case 3:
        bits = infinity | sign;
        break;
    case 4: /* a NaN, or -1 */
        bits = mask;
        break;
    case 5: /* another one */
        bits = infinity + 1;
        break;
    case 6:
        bits = 1;
        break;
    case 7:
        bits = sign - 1;
        break;
    case 8:
        break;
    case 9:
        bits += test_random_below(random, 2) ? 1 : mask;
        break;
    default:
        bits = test_random_next(random);
    }
    bits &= mask;
    memcpy(to, &bits, bytes);
}

static values make_values(const test_compaction_case *t, test_random *random)
{
    values v = {{0}, {0}};
    if (t->given_values) {
        memcpy(v.value, &t->value_bits, sizeof v.value);
        memcpy(v.upper, &t->upper_bits, sizeof v.upper);
        return v;
    }
    random_bytes(random, v.value, sizeof v.value);
    random_element(random, t->type, v.value, v.value);
    random_element(random, t->type, v.value, v.upper);
    /* In a call's own values the upper end must not be the lower one. */
    if (!t->values_in_context && number(t->type, v.upper) < number(t->type, v.value)) {
        const values swapped = v;
        memcpy(v.value, swapped.upper, sizeof v.value);
        memcpy(v.upper, swapped.value, sizeof v.upper);
    }
    return v;
}

/* Items that a predicate keeps or not as the density says, where there are such. */
static void make_compared_items(const test_compaction_case *t, const values *v, draw *d, unsigned char *items)
{
    const long double value = number(t->type, v->value), upper = number(t->type, v->upper);
    for (uint64_t i = 0; i < t->n; i++) {
        const bool keep = next_kept(d, i);
        unsigned char *item = items + i * t->item_bytes;
        for (int attempt = 0; attempt < 20; attempt++) {
            random_element(&d->random, t->type, v->value, item);
            if (holds(t->comparison, number(t->type, item), value, upper) == keep) {
                break;
            }
        }
    }
}

/* Runs that begin where the density says; a new item differs from the last in one bit or in many. */
static void make_runs(const test_compaction_case *t, draw *d, unsigned char *items)
{
    const size_t bytes = t->item_bytes;
    random_bytes(&d->random, items, t->n > 0 ? bytes : 0);
    for (uint64_t i = 1; i < t->n; i++) {
        unsigned char *item = items + i * bytes;
        memcpy(item, item - bytes, bytes);
        if (next_kept(d, i)) {
            const uint64_t bit = test_random_below(&d->random, 8 * bytes);
            if (test_random_below(&d->random, 2)) {
                random_bytes(&d->random, item, bytes);
                memcpy(item + bit / 8, item - bytes + bit / 8, 1);
            }
            item[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
}

static void make_flags(const test_compaction_case *t, draw *d, unsigned char *flags)
{
    if (t->format == TCU_FLAGS_BITS) {
        random_bytes(&d->random, flags, t->n / 8 + (t->n % 8 != 0)); /* also behind the last item */
    }
    for (uint64_t i = 0; i < t->n; i++) {
        const bool keep = next_kept(d, i);
        const unsigned char bit = (unsigned char)(1u << i % 8);
        if (t->format == TCU_FLAGS_BYTES) {
            flags[i] = keep ? (unsigned char)(1 + test_random_below(&d->random, 255)) : 0;
        } else {
            flags[i / 8] = (unsigned char)(keep ? flags[i / 8] | bit : flags[i / 8] & ~bit);
        }
    }
}

static int columns_of(const test_compaction_case *t)
{
    return t->operation == TEST_COMPACT_INDICES ? 0 : t->operation == TEST_COMPACT_COLUMNS ? t->num_columns : 1;
}

static size_t column_bytes(const test_compaction_case *t, int c)
{
    return t->operation == TEST_COMPACT_COLUMNS ? t->column_bytes[c] : t->item_bytes;
}

static void make_inputs(test_compactor *compactor, const test_compaction_case *t)
{
    test_random random = test_random_part(t->seed, 1);
    for (int b = 0; b < TEST_BUFFERS; b++) {
        compactor->buffers[b].used = false;
    }
    const values v = make_values(t, &random);
    memcpy(compactor->value, v.value, sizeof v.value);
    memcpy(compactor->upper, v.upper, sizeof v.upper);
    draw d = {.random = random, .density = t->density};
    d.one = t->n > 0 ? test_random_below(&d.random, t->n) : 0;
    for (int c = 0; c < columns_of(t); c++) {
        const size_t bytes = column_bytes(t, c);
        unsigned char *items =
            open_buffer(compactor, TEST_BUFFER_IN + c, t->n * bytes, t->in_shift * bytes, 0xff)->host;
        if (t->given_items != NULL) {
            memcpy(items, t->given_items, t->n * bytes);
        } else if (test_takes_predicate(t->operation)) {
            make_compared_items(t, &v, &d, items);
        } else if (t->operation == TEST_UNIQUE) {
            make_runs(t, &d, items);
        } else {
            random_bytes(&d.random, items, t->n * bytes);
        }
    }
    if (test_takes_flags(t->operation)) {
        const uint64_t bytes = t->format == TCU_FLAGS_BITS ? t->n / 8 + (t->n % 8 != 0) : t->n;
        make_flags(t, &d, open_buffer(compactor, TEST_BUFFER_FLAGS, bytes, t->flags_shift, 0xff)->host);
    }
    if (test_takes_predicate(t->operation) && t->values_in_context) {
        const size_t bytes = test_types[t->type].bytes;
        memcpy(open_buffer(compactor, TEST_BUFFER_VALUE, bytes, t->in_shift * bytes, 0xff)->host, v.value, bytes);
        memcpy(open_buffer(compactor, TEST_BUFFER_UPPER, bytes, t->out_shift * bytes, 0xff)->host, v.upper, bytes);
    }
}

/* ------------------------------------------------------------------------------------------- the outputs --- */

static void store(test_compactor *compactor, int which, uint64_t index, uint64_t value, size_t bytes)
{
    memcpy(compactor->buffers[which].host + index * bytes, &value, bytes);
}

/* Opens the outputs, poisoned, and has the plain loop write into their copies on the host. */
static void expect_outputs(test_compactor *compactor, const test_compaction_case *t)
{
    const unsigned char poison = (unsigned char)(1 + t->seed % 254);
    test_buffer *buffers = compactor->buffers;
    const bool partition = t->operation == TEST_PARTITION || t->operation == TEST_PARTITION_IF;
    const bool lengths = t->operation == TEST_UNIQUE && t->with_lengths;
    for (int c = 0; c < columns_of(t); c++) {
        const size_t bytes = column_bytes(t, c);
        open_buffer(compactor, TEST_BUFFER_OUT + c, t->n * bytes, t->out_shift * bytes, poison);
    }
    if (t->in_place) { /* `in` is then not a buffer of its own, and behind the kept items it stays what it was */
        memcpy(buffers[TEST_BUFFER_OUT].host, buffers[TEST_BUFFER_IN].host, t->n * t->item_bytes);
        buffers[TEST_BUFFER_IN].used = false;
    }
    const size_t index_bytes = test_types[t->index_type].bytes;
    if (t->operation == TEST_COMPACT_INDICES) {
        open_buffer(compactor, TEST_BUFFER_INDICES, t->n * index_bytes, t->out_shift * index_bytes, poison);
    }
    if (lengths) {
        open_buffer(compactor, TEST_BUFFER_RUN_LENGTHS, t->n * 8, t->in_shift * 8, poison);
    }
    open_buffer(compactor, TEST_BUFFER_COUNT, 8, t->out_shift * 8, poison);

    /* Upload while `host` is what the call finds. */
    for (int b = 0; b < TEST_BUFFERS; b++) {
        if (buffers[b].used) {
            test_copy_in(buffers[b].slice.data, buffers[b].host, buffers[b].slice.bytes);
        }
    }

    uint64_t kept = 0, run_begin = 0;
    for (int rejected = 0; rejected <= (partition ? 1 : 0); rejected++) {
        uint64_t place = rejected ? kept : 0;
        for (uint64_t i = 0; i < t->n; i++) {
            if (is_kept(compactor, t, i) == (rejected != 0)) {
                continue;
            }
            for (int c = 0; c < columns_of(t); c++) {
                const size_t bytes = column_bytes(t, c);
                memcpy(buffers[TEST_BUFFER_OUT + c].host + place * bytes, buffers[TEST_BUFFER_IN + c].host + i * bytes,
                       bytes);
            }
            if (t->operation == TEST_COMPACT_INDICES) {
                store(compactor, TEST_BUFFER_INDICES, place, i, index_bytes);
            }
            if (lengths && place > 0) {
                store(compactor, TEST_BUFFER_RUN_LENGTHS, place - 1, i - run_begin, 8);
            }
            run_begin = i;
            place++;
        }
        kept = rejected ? kept : place;
    }
    if (lengths && kept > 0) {
        store(compactor, TEST_BUFFER_RUN_LENGTHS, kept - 1, t->n - run_begin, 8);
    }
    store(compactor, TEST_BUFFER_COUNT, 0, kept, 8);
    compactor->kept = kept;
}

bool test_compactor_verify(test_compactor *compactor, const test_compaction_case *t)
{
    static const char *const names[] = {"flags", "value", "upper"};
    static const char *const out_names[] = {"indices", "run_lengths", "count"};
    for (int b = 0; b < TEST_BUFFERS; b++) {
        const test_buffer *buffer = &compactor->buffers[b];
        if (!buffer->used) {
            continue;
        }
        const char *name = b < TEST_BUFFER_FLAGS     ? "in"
                           : b < TEST_BUFFER_OUT     ? names[b - TEST_BUFFER_FLAGS]
                           : b < TEST_BUFFER_INDICES ? "out"
                                                     : out_names[b - TEST_BUFFER_INDICES];
        if (!test_slice_guarded(&buffer->slice)) {
            return fail(compactor, t, "the call wrote outside %s (buffer %d)", name, b);
        }
        if (!test_slice_holds(&buffer->slice, buffer->host)) {
            unsigned char *now = malloc(buffer->slice.bytes);
            cr_assert_not_null(now);
            test_copy_out(now, buffer->slice.data, buffer->slice.bytes);
            size_t at = 0;
            while (now[at] == buffer->host[at]) {
                at++;
            }
            const unsigned char is = now[at];
            free(now);
            return fail(compactor, t, "byte %zu of %s (buffer %d) is 0x%02x, not 0x%02x", at, name, b, is,
                        buffer->host[at]);
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- the call --- */

void test_compactor_prepare(test_compactor *compactor, const test_compaction_case *t)
{
    make_inputs(compactor, t);
    expect_outputs(compactor, t);
}

test_compaction_call test_compactor_call(test_compactor *compactor, const test_compaction_case *t)
{
    const test_buffer *buffers = compactor->buffers;
    compactor->predicate = (tcu_predicate)TCU_PREDICATE_INIT(t->comparison, compactor->value);
    compactor->predicate.upper = compactor->upper;
    if (t->values_in_context) {
        compactor->predicate.in_context_memory = 1;
        compactor->predicate.value = buffers[TEST_BUFFER_VALUE].slice.data;
        compactor->predicate.upper = buffers[TEST_BUFFER_UPPER].slice.data;
    }
    if (t->comparison < TCU_COMPARE_INSIDE && t->seed & 2) {
        compactor->predicate.upper = NULL;
    }
    for (int c = 0; c < columns_of(t); c++) {
        compactor->columns[c] = (tcu_column){buffers[TEST_BUFFER_IN + c].slice.data,
                                             buffers[TEST_BUFFER_OUT + c].slice.data, column_bytes(t, c)};
    }
    test_compaction_call call = {
        .operation = t->operation,
        .in = buffers[t->in_place ? TEST_BUFFER_OUT : TEST_BUFFER_IN].slice.data,
        .item_bytes = t->item_bytes,
        .type = t->type,
        .predicate = &compactor->predicate,
        .flags = buffers[TEST_BUFFER_FLAGS].slice.data,
        .format = t->format,
        .columns = compactor->columns,
        .num_columns = t->num_columns,
        .out = buffers[TEST_BUFFER_OUT].slice.data,
        .indices = buffers[TEST_BUFFER_INDICES].slice.data,
        .index_type = t->index_type,
        .run_lengths = t->with_lengths ? (uint64_t *)(void *)buffers[TEST_BUFFER_RUN_LENGTHS].slice.data : NULL,
        .count = (uint64_t *)(void *)buffers[TEST_BUFFER_COUNT].slice.data,
        .n = t->n};
    if (t->n == 0 && t->seed & 1) { /* of no items there may be no array */
        call.in = call.flags = NULL;
        call.out = call.indices = call.run_lengths = NULL;
        for (int c = 0; c < columns_of(t); c++) {
            compactor->columns[c].in = compactor->columns[c].out = NULL;
        }
    }
    return call;
}

/* Whether no output has been written; in place not even the items. */
static bool outputs_untouched(const test_compactor *compactor, const test_compaction_case *t)
{
    test_synchronise();
    for (int b = TEST_BUFFER_OUT; b < TEST_BUFFERS; b++) {
        const test_buffer *buffer = &compactor->buffers[b];
        const bool holds_items = t->in_place && b == TEST_BUFFER_OUT;
        if (buffer->used && !(holds_items ? test_slice_holds(&buffer->slice, compactor->buffers[TEST_BUFFER_IN].host)
                                          : test_slice_untouched(&buffer->slice, 0, buffer->slice.bytes))) {
            return false;
        }
    }
    return true;
}

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_compactor *compactor, const test_compaction_case *t, const test_compaction_call *call)
{
    tcu_context *context = compactor->context;
    test_slice *workspace = &compactor->workspace;
    size_t bytes = 0;
    if (test_compaction_query(context, call, &bytes) != TCU_SUCCESS) {
        return fail(compactor, t, "the workspace query: %s", tcu_context_last_error(context));
    }
    *workspace = test_slice_open(&compactor->workspace_memory, bytes, t->seed % 61, 0xa7);
    /* The query of columns does not know their sizes, so a call may need less. */
    if (bytes > 0 && t->n > 0 && t->operation != TEST_COMPACT_COLUMNS) {
        tcu_context_set_workspace(context, workspace->data, bytes - 1);
        const tcu_status status = test_compaction_run_call(context, call);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || tcu_context_last_error(context)[0] == '\0' ||
            !outputs_untouched(compactor, t)) {
            return fail(compactor, t, "status %d, or outputs written, with a workspace of one byte less than %zu",
                        (int)status, bytes);
        }
    }
    tcu_context_set_workspace(context, workspace->data, bytes);
    return true;
}

bool test_compactor_execute(test_compactor *compactor, const test_compaction_case *t)
{
    const test_compaction_call call = test_compactor_call(compactor, t);
    tcu_context *context = compactor->context;
    test_allocator *allocator = &compactor->allocator;
    *allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(compactor, t, &call)) {
        return false;
    }
    test_synchronise(); /* a stream that does not wait for the legacy default stream has to find its inputs */
    const tcu_status status = test_compaction_run_call(context, &call);
    /* The call has read what lies in host memory. */
    memset(&compactor->predicate, 0xee, sizeof compactor->predicate);
    memset(compactor->columns, 0xee, sizeof compactor->columns);
    memset(compactor->value, 0xee, sizeof compactor->value);
    memset(compactor->upper, 0xee, sizeof compactor->upper);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(compactor, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(compactor, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                    allocator->releases, allocator->live_bytes);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&compactor->workspace))) {
        return fail(compactor, t, "%zu allocations beside the workspace, or wrote outside it", allocator->allocations);
    }
    return true;
}

bool test_compactor_run(test_compactor *compactor, const test_compaction_case *t)
{
    test_compactor_prepare(compactor, t);
    return test_compactor_execute(compactor, t) && test_compactor_verify(compactor, t);
}

void test_compactor_expect(test_compactor *compactor, const test_compaction_case *t)
{
    cr_assert(test_compactor_run(compactor, t), "%s", compactor->failure);
}
