/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions, scans, dot products, extrema, moments and recurrences of as many elements or segments as a number in memory
 * says: none, one, some, all that there could be, or more. What lies behind is poison, NaN where elements are read, and
 * has to stay; or it is no memory (test_room). By offsets that is also what the array has behind the last segment.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "dot/dot.h"
#include "extrema/extrema.h"
#include "moments/moments.h"
#include "recurrence/recurrence.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_offsets.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 61000 + test);
}

/* Lengths around what one thread, one block, a cluster and a grid do, and few often. */
static uint64_t some_length(test_random *random)
{
    switch (test_random_below(random, 4)) {
    case 0:
        return test_random_below(random, 3);
    case 1:
        return test_random_below(random, 300);
    case 2:
        return test_random_below(random, 20000);
    default:
        return test_random_below(random, test_on_emulated() ? 60000 : test_long(400000));
    }
}

/* Segments of a case by offsets, of which a count may leave the first ones. */
static test_offsets some_offsets(uint64_t n, test_random *random)
{
    return test_offsets_new((test_shape)test_random_below(random, TEST_SHAPE_COUNT), n, random);
}

/* The elements up to the last segment's end. Those behind it are not the call's: arrays have poison there. */
static uint64_t covered(const test_offsets *offsets)
{
    return offsets->num_segments > 0 ? (uint64_t)offsets->values[offsets->num_segments] : 0;
}

static uint64_t some_size(uint64_t n, test_random *random)
{
    return 1 + test_random_below(random, test_random_below(random, 3) == 0 ? 2 * n + 2 : 300);
}

static int cases(int many)
{
    return test_on_emulated() ? many / 4 : many;
}

/* Every operator with every map, in place and beside, on any workspace. */
Test(counts, sums, .timeout = 600)
{
    test_runner runner = test_runner_new();
    test_random random = random_of(0);
    for (int i = 0; i < cases(100) * TEST_OPERATION_COUNT; i++) {
        const test_operation operation = (test_operation)(i % TEST_OPERATION_COUNT);
        const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
        test_case t = test_case_random(operation, pair, some_length(&random), &random);
        t.reduction = test_reduction_random(operation, pair, &random);
        if (!test_reduction_is_plain(&t.reduction)) {
            t.distribution = test_reduction_elements(&t.reduction, &random);
        }
        test_offsets offsets = {0};
        if (test_has_offsets(operation)) {
            offsets = some_offsets(t.n, &random);
            t.offsets = offsets.values;
            t.num_segments = offsets.num_segments;
            t.n = covered(&offsets);
        } else if (test_has_sizes(operation)) {
            t.segment_size = some_size(t.n, &random);
        }
        t.count = test_count_random(test_has_offsets(operation) ? t.num_segments : t.n, &random);
        if (test_has_offsets(operation)) {
            test_count_draw_elements(&t.count, &random);
        }
        const bool passed = test_runner_run(&runner, &t);
        test_offsets_free(&offsets);
        cr_assert(passed, "%s", runner.failure);
    }
    test_runner_free(&runner);
}

Test(counts, dot_products, .timeout = 600)
{
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < cases(60) * TEST_DOT_COUNT; i++) {
        const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
        test_dot_case t = test_dot_random((test_dot_form)(i % TEST_DOT_COUNT), pair, &random);
        t.n = some_length(&random);
        t.segment_size = some_size(t.n, &random);
        test_offsets offsets = some_offsets(t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        t.count = test_count_random(t.form == TEST_DOT_OFFSETS ? t.num_segments : t.n, &random);
        if (t.form == TEST_DOT_OFFSETS) {
            t.n = covered(&offsets);
            test_count_draw_elements(&t.count, &random);
        }
        test_dot_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_dot_runner_free(&runner);
}

Test(counts, extrema, .timeout = 600)
{
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(2);
    for (int i = 0; i < cases(60) * TEST_EXTREMA_COUNT; i++) {
        const tcu_type type = (tcu_type)test_random_below(&random, TCU_TYPE_COUNT);
        test_extrema_case t = test_extrema_random((test_extrema_form)(i % TEST_EXTREMA_COUNT), type, &random);
        t.n = some_length(&random);
        t.segment_size = some_size(t.n, &random);
        test_offsets offsets = some_offsets(t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        t.count = test_count_random(t.form == TEST_EXTREMA_OFFSETS ? t.num_segments : t.n, &random);
        if (t.form == TEST_EXTREMA_OFFSETS) {
            t.n = covered(&offsets);
            test_count_draw_elements(&t.count, &random);
        }
        test_extrema_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_extrema_runner_free(&runner);
}

/* Of columns it is rows that are counted. */
Test(counts, moments, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < cases(60) * TEST_MOMENTS_COUNT; i++) {
        const test_pair pair = test_moments_pairs[test_random_below(&random, TEST_MOMENTS_PAIRS)];
        test_moments_case t = test_moments_random((test_moments_form)(i % TEST_MOMENTS_COUNT), pair, &random);
        t.n = some_length(&random);
        t.segment_size = some_size(t.n, &random);
        t.columns = 1 + test_random_below(&random, 40);
        t.rows = test_random_below(&random, 4000) / t.columns;
        t.row_stride = t.columns + test_random_below(&random, 3);
        test_offsets offsets = some_offsets(t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        const uint64_t there[TEST_MOMENTS_COUNT] = {
            [TEST_MOMENTS_SEGMENTS] = t.n, [TEST_MOMENTS_OFFSETS] = t.num_segments, [TEST_MOMENTS_COLUMNS] = t.rows};
        t.count = test_count_random(there[t.form], &random);
        if (t.form == TEST_MOMENTS_OFFSETS) {
            t.n = covered(&offsets);
            test_count_draw_elements(&t.count, &random);
        }
        test_moments_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_moments_runner_free(&runner);
}

/* Fewer rows may be cut into more ranges: the host needs more workspace for them than for as many as there could be. */
Test(counts, moments_of_many_rows, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(6);
    const test_pair pair = {TCU_TYPE_F32, TCU_TYPE_F32};
    for (uint64_t behind = 1; behind < 1000; behind += 331) {
        test_moments_case t = test_moments_random(TEST_MOMENTS_COLUMNS, pair, &random);
        t.rows = 64 * 2048;
        t.columns = t.row_stride = 2;
        t.temporary = TEST_TEMPORARY_WORKSPACE;
        t.count = (test_count){.is_given = true, .behind = behind, .value = t.rows};
        test_moments_expect(&runner, &t);
    }
    test_moments_runner_free(&runner);
}

Test(counts, recurrences, .timeout = 600)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(4);
    for (int i = 0; i < cases(60) * TEST_RECURRENCE_COUNT; i++) {
        const tcu_type type = test_recurrence_types[test_random_below(&random, TEST_RECURRENCE_TYPES)];
        test_recurrence_case t =
            test_recurrence_random((test_recurrence_form)(i % TEST_RECURRENCE_COUNT), type, &random);
        t.n = some_length(&random);
        t.segment_size = some_size(t.n, &random);
        test_offsets offsets = some_offsets(t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        t.count = test_count_random(t.form == TEST_RECURRENCE_OFFSETS ? t.num_segments : t.n, &random);
        if (t.form == TEST_RECURRENCE_OFFSETS) {
            t.n = covered(&offsets);
            test_count_draw_elements(&t.count, &random);
        }
        test_recurrence_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_recurrence_runner_free(&runner);
}

/* Bits are those of the call of so many elements: of reals on the host, where the cut of an array follows the count, of
 * integers on devices. */
Test(counts, same_bits, .timeout = 600)
{
    enum { MOST = 70000 };
    static uint32_t in[MOST], outs[2][MOST];
    const tcu_type type = test_on_cuda() ? TCU_TYPE_U32 : TCU_TYPE_F32;
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    test_count_place place = {0};
    test_random random = random_of(5);
    for (int i = 0; i < cases(40); i++) {
        const uint64_t n = 1 + test_random_below(&random, MOST);
        const uint64_t there = test_random_below(&random, n + 1), size = 1 + test_random_below(&random, n);
        const test_count count = {.is_given = true, .behind = n - there, .value = there};
        const test_slice from = test_slice_open(&memory[0], n * sizeof *in, 0, 0x11);
        for (uint64_t k = 0; k < n; k++) {
            const float x = (float)test_random_below(&random, 1000) / 3;
            memcpy(&in[k], &x, sizeof x);
        }
        test_copy_in(from.data, in, n * sizeof *in);
        tcu_reduce_options of_reduce = TCU_REDUCE_OPTIONS_INIT;
        tcu_scan_options of_scan = TCU_SCAN_OPTIONS_INIT;
        of_reduce.count = of_scan.count = test_count_upload(&place, &count);
        for (int form = 0; form < 3; form++) {
            for (int with = 0; with < 2; with++) {
                const uint64_t length = with ? n : there;
                const test_slice to = test_slice_open(&memory[1 + with], n * sizeof *in, 0, 0x22);
                test_synchronise();
                const tcu_reduce_options *reduce = with ? &of_reduce : NULL;
                const tcu_status status =
                    form == 0   ? tcu_reduce(context, from.data, type, to.data, type, length, reduce)
                    : form == 1 ? tcu_segmented_reduce(context, from.data, type, to.data, type, length, size, reduce)
                                : tcu_scan(context, TCU_SCAN_INCLUSIVE, from.data, type, to.data, type, length,
                                           with ? &of_scan : NULL);
                cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
                test_synchronise();
                test_copy_out(outs[with], to.data, n * sizeof *in);
            }
            cr_expect(memcmp(outs[0], outs[1], n * sizeof *in) == 0, "form %d, %d of %d elements in segments of %d",
                      form, (int)there, (int)n, (int)size);
        }
    }
    for (int m = 0; m < 3; m++) {
        test_memory_release(&memory[m]);
    }
    test_memory_release(&place.memory);
    cr_assert_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* The count is read, so it has to lie where 8 bytes may, and apart from what is written. */
Test(counts, refusals)
{
    tcu_context *context = test_context_new();
    test_memory memory = {0};
    const test_slice slice = test_slice_open(&memory, 64 * sizeof(uint64_t), 0, 0x31);
    uint64_t *const numbers = (uint64_t *)(void *)slice.data;
    tcu_reduce_options of_reduce = TCU_REDUCE_OPTIONS_INIT;
    tcu_dot_options of_dot = TCU_DOT_OPTIONS_INIT;
    tcu_scan_options of_scan = TCU_SCAN_OPTIONS_INIT;
    tcu_extrema_options of_extrema = TCU_EXTREMA_OPTIONS_INIT;
    tcu_moments_options of_moments = TCU_MOMENTS_OPTIONS_INIT;
    tcu_recurrence_options of_recurrence = TCU_RECURRENCE_OPTIONS_INIT;
    const tcu_type u64 = TCU_TYPE_U64, f64 = TCU_TYPE_F64;
    enum { N = 4, CALLS = 7 };
    uint64_t *const in = numbers, *const in_2 = numbers + N, *const out = numbers + 2 * N, *const far = numbers + 4 * N;
    const struct {
        const void *count;
        tcu_status status;
    } refused[] = {{(const char *)far + 4, TCU_ERROR_MISALIGNED}, {out, TCU_ERROR_OVERLAP}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const uint64_t *count = refused[i].count;
        of_reduce.count = of_dot.count = of_scan.count = of_extrema.count = count;
        of_moments.count = of_recurrence.count = count;
        const tcu_status statuses[CALLS] = {
            tcu_reduce(context, in, u64, out, u64, N, &of_reduce),
            tcu_dot(context, in, in_2, u64, out, u64, N, &of_dot),
            tcu_scan(context, TCU_SCAN_INCLUSIVE, in, u64, out, u64, N, &of_scan),
            tcu_reduce_extrema(context, in, u64, out, NULL, NULL, NULL, N, &of_extrema),
            tcu_segmented_moments(context, in, f64, out, NULL, NULL, f64, N, N, &of_moments),
            tcu_column_moments(context, in, f64, out, NULL, NULL, f64, N, 1, 1, &of_moments),
            tcu_linear_recurrence(context, in, in_2, NULL, out, f64, N, &of_recurrence)};
        for (int call = 0; call < CALLS; call++) {
            cr_expect_eq(statuses[call], refused[i].status, "call %d with count %zu gave %d", call, i,
                         (int)statuses[call]);
        }
    }
    test_synchronise();
    cr_expect(test_slice_untouched(&slice, 0, slice.bytes));
    test_memory_release(&memory);
    cr_assert_eq(tcu_context_destroy(context), TCU_SUCCESS);
}
