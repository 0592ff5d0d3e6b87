/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions with operators: NaN and zeros at every place, results of nothing, and options that do not go together. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "sums/sweep.h"
#include "test_arena.h"
#include "test_backend.h"
#include "test_sentence.h"

/* Arrays of one call, in the backend's memory. */
typedef struct arrays {
    tcu_context *context;
    test_memory in_memory, out_memory;
    test_slice in, out;
} arrays;

enum { MOST = 3000 };

static arrays arrays_new(void)
{
    arrays a = {.context = test_context_new()};
    a.in = test_slice_open(&a.in_memory, MOST * sizeof(uint64_t), 0, 0);
    a.out = test_slice_open(&a.out_memory, MOST * sizeof(uint64_t), 0, 0);
    return a;
}

static void arrays_free(arrays *a)
{
    test_memory_release(&a->in_memory);
    test_memory_release(&a->out_memory);
    tcu_context_destroy(a->context);
}

static void set(tcu_type type, unsigned char *elements, uint64_t i, uint64_t bits)
{
    memcpy(elements + i * test_types[type].bytes, &bits, test_types[type].bytes);
}

static uint64_t get(tcu_type type, const unsigned char *elements, uint64_t i)
{
    uint64_t bits = 0;
    memcpy(&bits, elements + i * test_types[type].bytes, test_types[type].bytes);
    return bits;
}

/* Results of segments of `size` (0: of the whole array), on the host. */
static void reduce(arrays *a, tcu_type type, const unsigned char *elements, uint64_t n, uint64_t size,
                   const tcu_reduce_options *options, unsigned char *results)
{
    const size_t bytes = test_types[type].bytes;
    const uint64_t count = size == 0 ? 1 : (n + size - 1) / size;
    test_copy_in(a->in.data, elements, n * bytes);
    test_synchronise();
    const tcu_status status =
        size == 0 ? tcu_reduce(a->context, a->in.data, type, a->out.data, type, n, options)
                  : tcu_segmented_reduce(a->context, a->in.data, type, a->out.data, type, n, size, options);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    test_synchronise();
    test_copy_out(results, a->out.data, count * bytes);
}

/*
 * Segments of ones, in each of which one element is NaN: the first, the last, one between, or, of one element, the only
 * one; quiet or signalling, with a sign or without. A last segment has none.
 */
Test(reduce_operators, nan_at_every_place, .timeout = 300)
{
    static const uint64_t sizes[] = {1, 2, 7, 15, 16, 17, 33, 64, 100, 129, 513};
    static unsigned char elements[MOST * 8], results[MOST * 8];
    arrays a = arrays_new();
    test_random random = test_sweep_random(TEST_REDUCE, 60);
    for (int r = 0; r < TEST_REALS; r++) {
        const tcu_type type = test_reals[r].type;
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int which = 0; which < 8; which++) {
                const uint64_t size = sizes[s], segments = MOST / size < 24 ? MOST / size : 24, n = segments * size;
                const uint64_t one = test_reals[r].one | (which & 1 ? test_reals[r].sign : 0);
                tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
                options.op = which & 2 ? TCU_OPERATOR_MIN : TCU_OPERATOR_MAX;
                options.nan_mode = which & 4 ? TCU_NAN_IGNORE : TCU_NAN_PROPAGATE;
                for (uint64_t i = 0; i < n; i++) {
                    set(type, elements, i, one);
                }
                for (uint64_t k = 0; k + 1 < segments; k++) {
                    const uint64_t nan =
                        (k & 4 ? test_reals[r].signalling : test_reals[r].quiet) | (k & 8 ? test_reals[r].sign : 0);
                    const uint64_t at = k % 3 == 0 ? 0 : k % 3 == 1 ? size - 1 : test_random_below(&random, size);
                    set(type, elements, k * size + at, nan);
                }
                reduce(&a, type, elements, n, size, &options, results);
                for (uint64_t k = 0; k < segments; k++) {
                    const uint64_t got = get(type, results, k),
                                   bits = size > 1    ? one
                                          : which & 2 ? test_reals[r].infinity
                                                      : test_reals[r].infinity | test_reals[r].sign;
                    const bool right = k + 1 == segments ? got == one
                                       : which & 4       ? got == bits
                                                         : test_is_quiet_nan(type, &got);
                    cr_assert(right, "%s, segments of %d, segment %d of %d, kind %d: 0x%llx", test_types[type].name,
                              (int)size, (int)k, (int)segments, which, (unsigned long long)got);
                }
            }
        }
    }
    arrays_free(&a);
}

/* Of zeros of both signs MIN takes -0 and MAX +0, wherever it stands; and infinities are numbers. */
Test(reduce_operators, signed_zeros_and_infinities, .timeout = 300)
{
    static const uint64_t sizes[] = {1, 2, 3, 16, 31, 250, 1000, 2999};
    static unsigned char elements[MOST * 8], result[8];
    arrays a = arrays_new();
    for (int r = 0; r < TEST_REALS; r++) {
        const tcu_type type = test_reals[r].type;
        const uint64_t sign = test_reals[r].sign,
                       pairs[][2] = {{sign, 0}, {sign | test_reals[r].infinity, test_reals[r].infinity}};
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int which = 0; which < 12; which++) {
                const uint64_t n = sizes[s], *pair = pairs[which / 6],
                               at = which % 3 == 0   ? 0
                                    : which % 3 == 1 ? n / 2
                                                     : n - 1;
                const bool is_min = which % 6 < 3;
                tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
                options.op = is_min ? TCU_OPERATOR_MIN : TCU_OPERATOR_MAX;
                for (uint64_t i = 0; i < n; i++) {
                    set(type, elements, i, pair[is_min]);
                }
                set(type, elements, at, pair[!is_min]);
                reduce(&a, type, elements, n, 0, &options, result);
                cr_assert_eq(get(type, result, 0), pair[!is_min], "%s, n %d, at %d: 0x%llx", test_types[type].name,
                             (int)n, (int)at, (unsigned long long)get(type, result, 0));
            }
        }
    }
    arrays_free(&a);
}

/* The table of operator.h, of all types, for an array of nothing and for an empty segment between others. */
Test(reduce_operators, nothing_gives_the_neutral_element, .timeout = 300)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_REDUCE, 61);
    static const int64_t offsets[] = {0, 0, 3, 3, 3, 10, 10};
    for (int which = 0; which < TEST_REDUCTION_COUNT; which++) {
        for (int in = 0; in < TCU_TYPE_COUNT; in++) {
            for (int out = 0; out < TCU_TYPE_COUNT; out++) {
                const test_pair pair = {(tcu_type)in, (tcu_type)out};
                /* The last initial value of reals is a NaN that signals: minima and maxima are quiet ones. */
                const int initials = out < TEST_REALS ? 3 : 2;
                for (int with_initial = 0;
                     with_initial < initials && test_reduction_takes(&test_reductions[which], pair); with_initial++) {
                    test_case t = {.operation = TEST_REDUCE, .in_type = pair.in, .out_type = pair.out};
                    t.reduction = test_reductions[which];
                    test_reduction_vary(&t.reduction, pair.out, &random);
                    t.reduction.has_initial = with_initial > 0;
                    if (with_initial == 2) {
                        memcpy(t.reduction.initial, &test_reals[out].signalling, test_types[out].bytes);
                    }
                    t.seed = test_random_next(&random);
                    test_runner_expect(&runner, &t);
                    t.operation = TEST_SEGMENTED_REDUCE_OFFSETS;
                    t.n = 10;
                    t.offsets = offsets;
                    t.num_segments = 6;
                    test_runner_expect(&runner, &t);
                    t.n = 0;
                    t.offsets = (const int64_t[]){0, 0, 0, 0};
                    t.num_segments = 3;
                    test_runner_expect(&runner, &t);
                }
            }
        }
    }
    test_runner_free(&runner);
}

/* ----------------------------------------------------------------------------------------------------- refusals --- */

typedef struct refusal {
    tcu_reduce_options options;
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
    call.options = &r->options;
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

Test(reduce_operators, options_that_do_not_go_together, .timeout = 120)
{
    static const float initial = 0;
    const tcu_type f32 = TCU_TYPE_F32, u32 = TCU_TYPE_U32, i32 = TCU_TYPE_I32;
    const refusal rows[] = {
        {{.op = (tcu_operator)7}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "op", "7"},
        {{.op = (tcu_operator)-1}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "op", "-1"},
        {{.map = (tcu_map)4}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "map", "4"},
        {{.map = (tcu_map)-1}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "map", "-1"},
        {{.nan_mode = (tcu_nan_mode)2}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "nan_mode", "2"},
        {{.nan_mode = (tcu_nan_mode)-1}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "nan_mode", "-1"},
        {{.sum_mode = (tcu_sum_mode)2}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "sum_mode", "2"},
        {{.sum_mode = (tcu_sum_mode)-1}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "sum_mode", "-1"},
        {{.op = TCU_OPERATOR_PRODUCT, .sum_mode = TCU_SUM_REPRODUCIBLE},
         f32,
         f32,
         TCU_ERROR_UNSUPPORTED_ALGORITHM,
         "sum_mode",
         "TCU_SUM_REPRODUCIBLE"},
        {{.algorithm = TCU_REDUCE_ALGORITHM_WORK_EFFICIENT, .sum_mode = TCU_SUM_REPRODUCIBLE},
         f32,
         f32,
         TCU_ERROR_UNSUPPORTED_ALGORITHM,
         "algorithm",
         "TCU_SUM_REPRODUCIBLE"},
        {{.op = TCU_OPERATOR_MAX, .reserved = {[6] = 5}}, f32, f32, TCU_ERROR_INVALID_ARGUMENT, "reserved", "5"},
        {{.op = TCU_OPERATOR_MIN, .map = TCU_MAP_SQUARE},
         f32,
         f32,
         TCU_ERROR_INVALID_ARGUMENT,
         "map",
         "TCU_OPERATOR_MIN"},
        {{.op = TCU_OPERATOR_MAX, .map = TCU_MAP_NONZERO},
         f32,
         f32,
         TCU_ERROR_INVALID_ARGUMENT,
         "map",
         "TCU_OPERATOR_MAX"},
        {{.op = TCU_OPERATOR_PRODUCT, .map = TCU_MAP_NONZERO},
         f32,
         TCU_TYPE_U64,
         TCU_ERROR_INVALID_ARGUMENT,
         "map",
         "TCU_MAP_NONZERO"},
        {{.op = TCU_OPERATOR_AND, .map = TCU_MAP_ABSOLUTE}, i32, i32, TCU_ERROR_INVALID_ARGUMENT, "map", "2"},
        {{.op = TCU_OPERATOR_XOR, .map = TCU_MAP_SQUARE},
         u32,
         u32,
         TCU_ERROR_INVALID_ARGUMENT,
         "map",
         "TCU_OPERATOR_XOR"},
        {{.op = TCU_OPERATOR_OR, .map = TCU_MAP_NONZERO},
         u32,
         u32,
         TCU_ERROR_INVALID_ARGUMENT,
         "map",
         "TCU_OPERATOR_OR"},
        {{.op = TCU_OPERATOR_AND}, f32, f32, TCU_ERROR_UNSUPPORTED_TYPE, "in_type", "f32"},
        {{.op = TCU_OPERATOR_OR}, f32, f32, TCU_ERROR_UNSUPPORTED_TYPE, "in_type", "TCU_OPERATOR_OR"},
        {{.op = TCU_OPERATOR_XOR}, u32, TCU_TYPE_U64, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "u64"},
        {{.op = TCU_OPERATOR_MAX}, f32, TCU_TYPE_F64, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f64"},
        {{.op = TCU_OPERATOR_MIN}, i32, u32, TCU_ERROR_UNSUPPORTED_TYPE, "in_type", "i32"},
        {{.op = TCU_OPERATOR_PRODUCT}, f32, i32, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "i32"},
        {{.map = TCU_MAP_SQUARE}, i32, u32, TCU_ERROR_UNSUPPORTED_TYPE, "in_type", "i32"},
        {{.map = TCU_MAP_NONZERO}, f32, f32, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "f32"},
        {{.map = TCU_MAP_NONZERO}, u32, u32, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "u32"},
        {{.op = TCU_OPERATOR_MAX}, f32, (tcu_type)12, TCU_ERROR_INVALID_ARGUMENT, "out_type", "12"},
        {{.op = TCU_OPERATOR_MAX}, (tcu_type)-1, f32, TCU_ERROR_INVALID_ARGUMENT, "in_type", "-1"},
        {{.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES, .op = TCU_OPERATOR_MAX},
         f32,
         f32,
         TCU_ERROR_UNSUPPORTED_ALGORITHM,
         "algorithm",
         "2"},
        {{.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES, .map = TCU_MAP_SQUARE},
         f32,
         f32,
         TCU_ERROR_UNSUPPORTED_ALGORITHM,
         "algorithm",
         "2"},
        {{.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES, .initial = &initial},
         f32,
         f32,
         TCU_ERROR_UNSUPPORTED_ALGORITHM,
         "algorithm",
         "2"},
        {{.algorithm = TCU_REDUCE_ALGORITHM_WORK_EFFICIENT, .op = TCU_OPERATOR_PRODUCT},
         f32,
         f32,
         TCU_ERROR_UNSUPPORTED_ALGORITHM,
         "algorithm",
         "1"},
    };
    test_arena arena = test_arena_new();
    for (int operation = TEST_REDUCE; operation <= TEST_SEGMENTED_REDUCE_OFFSETS; operation++) {
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            expect_refused(&arena, (test_operation)operation, &rows[i]);
        }
    }
    test_arena_free(&arena);
}
