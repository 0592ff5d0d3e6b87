/* SPDX-License-Identifier: Apache-2.0 */
/* Scans with operators: NaN at every place, first elements, and options that do not go together. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "sums/sweep.h"
#include "test_arena.h"
#include "test_backend.h"
#include "test_sentence.h"

enum { MOST = 3000, PATTERNS = 1 << 16 };

/* out = the scan of in, both on the host, in segments of `size`, in place on an array that is `shift` elements
 * off its alignment. */
static void scan(tcu_context *context, test_memory *memory, tcu_type type, tcu_scan_kind kind, const void *in,
                 void *out, uint64_t n, uint64_t size, unsigned shift, const tcu_scan_options *options)
{
    const size_t bytes = test_types[type].bytes;
    test_slice array = test_slice_open(memory, n * bytes, shift * bytes, 0);
    test_copy_in(array.data, in, n * bytes);
    test_synchronise();
    const tcu_status status = tcu_segmented_scan(context, kind, array.data, type, array.data, type, n, size, options);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_copy_out(out, array.data, n * bytes);
}

/* A case of a NaN at one place of each segment. */
typedef struct nan_case {
    uint64_t size, at; /* of segments, and where a segment has its NaN */
    bool is_min, is_ignored, is_exclusive;
    unsigned
        first; /* the kind of the first segment's NaN: quiet or signalling, with a sign or without; others follow */
} nan_case;

static void expect_nan(tcu_context *context, test_memory *memory, const test_real *real, const nan_case *c)
{
    static unsigned char in[MOST * 8], out[MOST * 8];
    const size_t bytes = test_types[real->type].bytes;
    const uint64_t number = real->one | real->sign, none = real->infinity | (c->is_min ? 0 : real->sign);
    tcu_scan_options options = TCU_SCAN_OPTIONS_INIT;
    options.op = c->is_min ? TCU_OPERATOR_MIN : TCU_OPERATOR_MAX;
    options.nan_mode = c->is_ignored ? TCU_NAN_IGNORE : TCU_NAN_PROPAGATE;
    for (uint64_t i = 0; i < MOST; i++) {
        const uint64_t kind = i / c->size + c->first;
        const uint64_t nan = (kind & 1 ? real->signalling : real->quiet) | (kind & 2 ? real->sign : 0);
        memcpy(in + i * bytes, i % c->size == c->at ? &nan : &number, bytes);
    }
    scan(context, memory, real->type, c->is_exclusive ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE, in, out, MOST, c->size,
         0, &options);
    for (uint64_t i = 0; i < MOST; i++) {
        const uint64_t seen = i % c->size + !c->is_exclusive; /* elements of the segment */
        const bool is_nothing = seen == 0 || (seen == 1 && c->at == 0);
        const bool is_right = seen > c->at && !c->is_ignored
                                  ? test_is_quiet_nan(real->type, out + i * bytes)
                                  : memcmp(out + i * bytes, is_nothing ? &none : &number, bytes) == 0;
        cr_assert(is_right, "%s, segments of %d, NaN at %d of kind %u, element %d: MIN %d, ignored %d, exclusive %d",
                  test_types[real->type].name, (int)c->size, (int)c->at, c->first, (int)i, c->is_min, c->is_ignored,
                  c->is_exclusive);
    }
}

/* A NaN of any kind shows from its place on, as a quiet one, to the end of its segment, or, where it is ignored,
 * nowhere. */
Test(scan_operators, nan_at_every_place, .timeout = 300)
{
    static const uint64_t sizes[] = {1, 2, 7, 16, 33, 100, 513, 1500, 3000};
    tcu_context *context = test_context_new();
    test_memory memory = {0};
    for (int r = 0; r < TEST_REALS; r++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const uint64_t size = sizes[s];
            for (int which = 0; which < 16; which++) {
                nan_case c = {size, which & 1 ? size / 2 : size - 1, which & 2, which & 4, which & 8, 0};
                for (; c.first < (MOST / size < 4 ? 4 : 1); c.first++) { /* each kind, where segments are fewer */
                    expect_nan(context, &memory, &test_reals[r], &c);
                }
            }
        }
    }
    test_memory_release(&memory);
    cr_assert(tcu_context_destroy(context) == TCU_SUCCESS);
}

typedef enum pattern_order { SHUFFLED, RISING, FALLING, PATTERN_ORDERS } pattern_order;

/* All elements of a type of 16 bits, once each; rising and falling ones in the order of their values, NaN at both ends. */
static void fill_patterns(tcu_type type, pattern_order order, test_random *random, uint16_t *elements)
{
    for (unsigned i = 0; i < PATTERNS; i++) {
        const unsigned place = order == FALLING ? PATTERNS - 1 - i : i;
        elements[i] = (uint16_t)(test_types[type].real && place < 0x8000 ? ~place
                                 : test_types[type].is_signed            ? place ^ 0x8000
                                                                         : place);
    }
    for (uint64_t i = PATTERNS; order == SHUFFLED && i > 1; i--) {
        const uint64_t other = test_random_below(random, i);
        const uint16_t element = elements[i - 1];
        elements[i - 1] = elements[other];
        elements[other] = element;
    }
}

static void expect_patterns(tcu_type type, const test_reduction *reduction, uint64_t size, const uint16_t *in,
                            const uint16_t *out)
{
    test_fold fold = test_fold_begin(reduction, type, type);
    for (uint64_t i = 0; i < PATTERNS; i++) {
        bool is_right;
        if (i % size == 0) {
            fold = test_fold_begin(reduction, type, type);
        }
        if (test_types[type].real) {
            double x, got;
            test_read_reals(type, &in[i], 1, &x);
            test_read_reals(type, &out[i], 1, &got);
            test_fold_real(&fold, x);
            is_right = test_fold_accepts_real(&fold, got, &out[i]);
        } else {
            uint64_t x, got;
            test_read_integers(type, &in[i], 1, &x);
            test_read_integers(type, &out[i], 1, &got);
            test_fold_integer(&fold, x);
            is_right = test_fold_accepts_integer(&fold, got);
        }
        cr_assert(is_right, "%s, %s, NaN mode %d, segments of %d: 0x%04x at %d, where the input is 0x%04x",
                  test_operator_names[reduction->op], test_types[type].name, (int)reduction->nan_mode, (int)size,
                  out[i], (int)i, in[i]);
    }
}

/* Scans over every element there is of the types of 16 bits: of short segments, whose results are of few elements each,
 * and of all of them, of which each is a new result where MAX scans rising ones and MIN falling ones. */
Test(scan_operators, every_element_of_16_bits, .timeout = 300)
{
    static const tcu_type types[] = {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_I16, TCU_TYPE_U16};
    static uint16_t in[PATTERNS], out[PATTERNS];
    tcu_context *context = test_context_new();
    test_memory memory = {0};
    test_random random = test_sweep_random(TEST_SCAN, 62);
    for (int t = 0; t < 4; t++) {
        for (int order = 0; order < PATTERN_ORDERS; order++) {
            fill_patterns(types[t], (pattern_order)order, &random, in);
            for (int which = 0; which < (test_types[types[t]].real ? 8 : 4); which++) {
                const test_reduction reduction = {.op = which & 1 ? TCU_OPERATOR_MIN : TCU_OPERATOR_MAX,
                                                  .nan_mode = which & 4 ? TCU_NAN_IGNORE : TCU_NAN_PROPAGATE};
                const tcu_scan_options options = test_scan_options(&reduction);
                const uint64_t size = which & 2 ? PATTERNS : 2 + test_random_below(&random, 3);
                scan(context, &memory, types[t], TCU_SCAN_INCLUSIVE, in, out, PATTERNS, size,
                     (unsigned)test_random_below(&random, 8), &options);
                expect_patterns(types[t], &reduction, size, in, out);
            }
        }
    }
    test_memory_release(&memory);
    cr_assert(tcu_context_destroy(context) == TCU_SUCCESS);
}

/* An exclusive scan begins with the initial value, or with the operator's result of no elements. */
Test(scan_operators, first_elements, .timeout = 300)
{
    static const float none[] = {[TCU_OPERATOR_SUM] = 0, [TCU_OPERATOR_PRODUCT] = 1, INFINITY, -INFINITY};
    static float in[MOST], out[MOST];
    tcu_context *context = test_context_new();
    test_memory memory = {0};
    for (uint64_t i = 0; i < MOST; i++) {
        in[i] = i % 3 == 0 ? 2 : 1;
    }
    for (int op = TCU_OPERATOR_SUM; op <= TCU_OPERATOR_MAX; op++) {
        for (int with_initial = 0; with_initial < 2; with_initial++) {
            const float initial = 42;
            tcu_scan_options options = TCU_SCAN_OPTIONS_INIT;
            options.op = (tcu_operator)op;
            options.initial = with_initial ? &initial : NULL;
            scan(context, &memory, TCU_TYPE_F32, TCU_SCAN_EXCLUSIVE, in, out, MOST, 100, 0, &options);
            for (uint64_t i = 0; i < MOST; i += 100) {
                cr_assert_eq(out[i], with_initial ? initial : none[op], "operator %d, element %d: %g", op, (int)i,
                             (double)out[i]);
            }
        }
    }
    test_memory_release(&memory);
    cr_assert(tcu_context_destroy(context) == TCU_SUCCESS);
}

/* ----------------------------------------------------------------------------------------------------- refusals --- */

typedef struct refusal {
    tcu_scan_options options;
    tcu_type in_type, out_type;
    tcu_status status;
    const char *word, *value;
} refusal;

static void expect_refused(test_arena *arena, test_operation operation, const refusal *r)
{
    test_call call = test_arena_call(arena, operation);
    size_t bytes = 4711;
    call.in_type = r->in_type;
    call.out_type = r->out_type;
    call.scan_options = &r->options;
    for (int query = 0; query < 2; query++) {
        const tcu_status status =
            query ? test_call_query(arena->context, &call, &bytes) : test_call_run(arena->context, &call);
        const char *sentence = tcu_context_last_error(arena->context);
        cr_expect_eq(status, r->status, "%s: status %d for %d: %s", test_operation_names[operation], (int)status,
                     (int)r->status, sentence);
        cr_expect(test_mentions(sentence, r->word) && test_mentions(sentence, r->value), "\"%s\" names not %s and %s",
                  sentence, r->word, r->value);
    }
    cr_expect_eq(bytes, 4711);
    cr_expect(test_arena_unchanged(arena), "memory was written");
}

Test(scan_operators, options_that_do_not_go_together, .timeout = 120)
{
    const tcu_type f32 = TCU_TYPE_F32, f64 = TCU_TYPE_F64, u32 = TCU_TYPE_U32, u64 = TCU_TYPE_U64;
    const refusal rows[] = {
        {{.op = (tcu_operator)7}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "op", "7"},
        {{.op = (tcu_operator)-1}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "op", "-1"},
        {{.nan_mode = (tcu_nan_mode)2}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "nan_mode", "2"},
        {{.op = TCU_OPERATOR_MAX, .reserved = {3}}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "reserved", "3"},
        {{.op = TCU_OPERATOR_MAX}, f32, f64, TCU_ERROR_UNSUPPORTED_TYPE, "TCU_OPERATOR_MAX", "f64"},
        {{.op = TCU_OPERATOR_MIN}, u32, u64, TCU_ERROR_UNSUPPORTED_TYPE, "TCU_OPERATOR_MIN", "u64"},
        {{.op = TCU_OPERATOR_XOR}, f32, f32, TCU_ERROR_UNSUPPORTED_TYPE, "TCU_OPERATOR_XOR", "f32"},
        {{.op = TCU_OPERATOR_PRODUCT}, f64, f32, TCU_ERROR_UNSUPPORTED_TYPE, "f64", "f32"},
    };
    test_arena arena = test_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int operation = TEST_SCAN; operation < TEST_OPERATION_COUNT; operation++) {
            expect_refused(&arena, (test_operation)operation, &rows[i]);
        }
    }
    test_arena_free(&arena);
}
