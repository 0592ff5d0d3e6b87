/* SPDX-License-Identifier: Apache-2.0 */
/* Scans with operators: NaN at every place, first elements, and options that do not go together. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "sums/sweep.h"
#include "test_arena.h"
#include "test_backend.h"
#include "test_sentence.h"

enum { MOST = 3000 };

/* out = the scan of in, both on the host, of f32 in segments of `size`. */
static void scan(tcu_context *context, test_memory *memory, tcu_scan_kind kind, const float *in, float *out, uint64_t n,
                 uint64_t size, const tcu_scan_options *options)
{
    test_slice array = test_slice_open(memory, n * sizeof(float), 0, 0);
    test_copy_in(array.data, in, n * sizeof(float));
    test_synchronise();
    const tcu_status status =
        tcu_segmented_scan(context, kind, array.data, TCU_TYPE_F32, array.data, TCU_TYPE_F32, n, size, options);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_copy_out(out, array.data, n * sizeof(float));
}

/* A NaN shows from its place on, to the end of its segment, or, where it is ignored, nowhere. */
Test(scan_operators, nan_at_every_place, .timeout = 300)
{
    static const uint64_t sizes[] = {1, 2, 7, 16, 33, 100, 513, 1500, 3000};
    static float in[MOST], out[MOST];
    tcu_context *context = test_context_new();
    test_memory memory = {0};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (int which = 0; which < 16; which++) {
            const uint64_t size = sizes[s], at = which & 1 ? size / 2 : size - 1;
            const bool is_min = which & 2, ignored = which & 4, exclusive = which & 8;
            const float none = is_min ? INFINITY : -INFINITY;
            tcu_scan_options options = TCU_SCAN_OPTIONS_INIT;
            options.op = is_min ? TCU_OPERATOR_MIN : TCU_OPERATOR_MAX;
            options.nan_mode = ignored ? TCU_NAN_IGNORE : TCU_NAN_PROPAGATE;
            for (uint64_t i = 0; i < MOST; i++) {
                in[i] = i % size == at ? NAN : -2;
            }
            scan(context, &memory, exclusive ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE, in, out, MOST, size, &options);
            for (uint64_t i = 0; i < MOST; i++) {
                const uint64_t seen = i % size + !exclusive; /* elements of the segment */
                const bool nothing = seen == 0 || (seen == 1 && at == 0);
                const bool right = seen > at && !ignored ? isnan(out[i]) : out[i] == (nothing ? none : -2);
                cr_assert(right, "segments of %d, element %d, kind %d: %g", (int)size, (int)i, which, (double)out[i]);
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
            scan(context, &memory, TCU_SCAN_EXCLUSIVE, in, out, MOST, 100, &options);
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
