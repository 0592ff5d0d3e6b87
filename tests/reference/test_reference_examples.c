/* SPDX-License-Identifier: Apache-2.0 */
/* The examples in the comments of the reference backend, whatever backend the run is for. Matrices of 4 x 4 are the
 * upper left corners of those of 16 x 16. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "primitives/scan/reference/matrix_scan.h"
#include "tcu/tcu.h"

static tcu_context *reference(void)
{
    tcu_context *context = NULL;
    cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_REFERENCE, -1), TCU_SUCCESS);
    return context;
}

/* The numbers 1 to 16. */
static tcui_matrix numbers(bool is_real)
{
    tcui_matrix A = tcui_matrix_zero(is_real);
    for (int i = 0; i < 16; i++) {
        A.at[i / 4][i % 4] = tcui_number_of(is_real, i + 1);
    }
    return A;
}

static void expect_corner(const tcui_matrix *A, const int expected[4][4])
{
    for (int i = 0; i < 16; i++) {
        const tcui_number x = A->at[i / 4][i % 4];
        const double value = A->is_real ? x.real : (double)x.integer;
        cr_expect_eq(value, expected[i / 4][i % 4], "row %d, column %d: %g", i / 4, i % 4, value);
    }
}

Test(reference_examples, products_and_scans_of_matrices)
{
    static const int AU[4][4] = {{1, 3, 6, 10}, {5, 11, 18, 26}, {9, 19, 30, 42}, {13, 27, 42, 58}};
    static const int scanned[4][4] = {{1, 3, 6, 10}, {15, 21, 28, 36}, {45, 55, 66, 78}, {91, 105, 120, 136}};
    for (int is_real = 0; is_real < 2; is_real++) {
        const tcui_matrix A = numbers(is_real), U = tcui_matrix_constant(is_real, tcui_tile_upper);
        const tcui_matrix product = tcui_matrix_multiply(A, U, tcui_matrix_zero(is_real));
        expect_corner(&product, AU);
        const tcui_matrix R = tcui_reference_scan_matrix(TCU_SCAN_INCLUSIVE, A, tcui_number_of(is_real, 0));
        expect_corner(&R, scanned);
    }
}

Test(reference_examples, zeros_of_constant_matrices_do_not_make_nans)
{
    tcui_matrix A = numbers(true);
    A.at[1][2].real = INFINITY;
    const tcui_matrix R = tcui_reference_scan_matrix(TCU_SCAN_INCLUSIVE, A, tcui_number_of(true, 0));
    for (int i = 0; i < TCUI_MM; i++) {
        const int row = i / TCUI_M, column = i % TCUI_M;
        cr_expect_eq(isfinite(R.at[row][column].real) != 0, row < 1 || (row == 1 && column < 2), "%d, %d", row, column);
        cr_expect(!isnan(R.at[row][column].real), "%d, %d", row, column);
    }
}

Test(reference_examples, sums)
{
    tcu_context *context = reference();
    float in[20], sum = 0;
    for (int i = 0; i < 20; i++) {
        in[i] = (float)(i + 1);
    }
    tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
    cr_expect_eq(tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, 20, &options), TCU_SUCCESS);
    cr_expect_eq(sum, 210);
    options.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES;
    cr_expect_eq(tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, 16, &options), TCU_SUCCESS);
    cr_expect_eq(sum, 136);
    tcu_context_destroy(context);
}

/* primitives/reduce/reference/operators.c */
Test(reference_examples, greatest)
{
    tcu_context *context = reference();
    const int8_t in[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7};
    int8_t greatest = 0;
    const tcu_reduce_options options = {.op = TCU_OPERATOR_MAX};
    cr_expect_eq(tcu_reduce(context, in, TCU_TYPE_I8, &greatest, TCU_TYPE_I8, 14, &options), TCU_SUCCESS);
    cr_expect_eq(greatest, 9);
    tcu_context_destroy(context);
}

Test(reference_examples, compactions)
{
    tcu_context *context = reference();
    const char items[] = "abcdefghijklmnop";
    const unsigned char flags[] = {1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0};
    char out[16];
    uint64_t count = 0;
    cr_expect_eq(tcu_compact(context, items, 1, flags, TCU_FLAGS_BYTES, out, &count, 16, NULL), TCU_SUCCESS);
    cr_expect(count == 8 && memcmp(out, "acdfijlo", 8) == 0, "%.8s", out);
    cr_expect_eq(tcu_partition(context, items, 1, flags, TCU_FLAGS_BYTES, out, &count, 16, NULL), TCU_SUCCESS);
    cr_expect(count == 8 && memcmp(out, "acdfijlobeghkmnp", 16) == 0, "%.16s", out);
    tcu_context_destroy(context);
}

Test(reference_examples, histograms)
{
    tcu_context *context = reference();
    const uint8_t samples[] = {6, 13, 6, 7};
    const float weights[] = {10, 20, 30, 40};
    const int lower = 0, upper = 16;
    uint64_t counts[16];
    float sums[16];
    cr_expect_eq(tcu_histogram_even(context, samples, TCU_TYPE_U8, counts, TCU_TYPE_U64, 16, &lower, &upper,
                                    TCU_TYPE_I32, 4, NULL),
                 TCU_SUCCESS);
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(sums, 16, &lower, &upper, TCU_TYPE_I32);
    cr_expect_eq(tcu_histogram_weighted(context, samples, TCU_TYPE_U8, weights, TCU_TYPE_F32, 1, &channel, TCU_TYPE_F32,
                                        4, NULL),
                 TCU_SUCCESS);
    for (int k = 0; k < 16; k++) {
        cr_expect_eq(counts[k], k == 6 ? 2u : k == 7 || k == 13 ? 1u : 0u, "bin %d", k);
        cr_expect_eq(sums[k], k == 6 || k == 7 ? 40 : k == 13 ? 20 : 0, "bin %d", k);
    }
    tcu_context_destroy(context);
}

/* 32 keys, the example's eight times, so that they go by digits. */
Test(reference_examples, sorts)
{
    tcu_context *context = reference();
    const uint8_t digits[] = {2, 0, 2, 1};
    uint8_t keys[32], sorted[32];
    uint32_t positions[32];
    for (int i = 0; i < 32; i++) {
        keys[i] = digits[i % 4];
    }
    cr_expect_eq(tcu_radix_sort(context, keys, sorted, TCU_TYPE_U8, 4, NULL), TCU_SUCCESS);
    cr_expect(memcmp(sorted, (uint8_t[]){0, 1, 2, 2}, 4) == 0);
    cr_expect_eq(tcu_argsort(context, keys, TCU_TYPE_U8, positions, TCU_TYPE_U32, 32, NULL), TCU_SUCCESS);
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t expected = i < 8 ? 4 * i + 1 : i < 16 ? 4 * (i - 8) + 3 : 2 * (i - 16);
        cr_expect_eq(positions[i], expected, "place %u: %u", i, positions[i]);
    }
    tcu_context_destroy(context);
}

/* algorithms/by_key/reference/by_key.c */
Test(reference_examples, runs_and_groups)
{
    enum { N = 8, RUNS = 3 };
    tcu_context *context = reference();
    const uint8_t keys[N] = {7, 7, 3, 3, 3, 7, 7, 7};
    const int32_t v[N] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t run_keys[N];
    int32_t sums[N], first[N], scanned[N];
    uint64_t lengths[N], count = 0;
    int64_t offsets[N + 1];
    const tcu_runs runs = {.keys = run_keys, .lengths = lengths, .offsets = offsets, .count = &count};
    cr_assert_eq(tcu_reduce_by_key(context, keys, 1, v, TCU_TYPE_I32, sums, TCU_TYPE_I32, N, &runs, NULL), TCU_SUCCESS);
    cr_expect_eq(count, RUNS);
    cr_expect(memcmp(sums, (int32_t[]){3, 12, 21}, RUNS * sizeof *sums) == 0);
    cr_expect(memcmp(run_keys, (uint8_t[]){7, 3, 7}, RUNS) == 0);
    cr_expect(memcmp(lengths, (uint64_t[]){2, 3, 3}, RUNS * sizeof *lengths) == 0);
    cr_expect(memcmp(offsets, (int64_t[]){0, 2, 5, 8}, (RUNS + 1) * sizeof *offsets) == 0);
    cr_assert_eq(tcu_unique_by_key(context, keys, 1, v, first, sizeof *v, N, NULL, NULL), TCU_SUCCESS);
    cr_expect(memcmp(first, (int32_t[]){1, 3, 6}, RUNS * sizeof *first) == 0);
    cr_assert_eq(tcu_scan_by_key(context, TCU_SCAN_INCLUSIVE, keys, 1, v, TCU_TYPE_I32, scanned, TCU_TYPE_I32, N, NULL),
                 TCU_SUCCESS);
    cr_expect(memcmp(scanned, (int32_t[]){1, 3, 3, 7, 12, 6, 13, 21}, sizeof scanned) == 0);

    const uint8_t unsorted[] = {7, 3, 7};
    const int32_t values[] = {1, 2, 4};
    const tcu_group_column column = {
        .values = values, .value_type = TCU_TYPE_I32, .results = sums, .result_type = TCU_TYPE_I32};
    cr_assert_eq(tcu_group_by(context, unsorted, TCU_TYPE_U8, 3, &column, 1, NULL, NULL), TCU_SUCCESS);
    cr_expect(sums[0] == 2 && sums[1] == 5, "%d, %d", sums[0], sums[1]);
    tcu_context_destroy(context);
}

/* algorithms/gather/reference/gather.c, algorithms/run_length/reference/run_length.c */
Test(reference_examples, gathers_and_run_lengths)
{
    enum { N = 4, ELEMENTS = 6 };
    tcu_context *context = reference();
    const int32_t indices[N] = {2, 0, -1, 2}, s[N] = {5, 6, 7, 8};
    int32_t gathered[N] = {0, 0, -9, 0};
    cr_assert_eq(tcu_gather(context, s, N, indices, TCU_TYPE_I32, gathered, sizeof *s, N, NULL), TCU_SUCCESS);
    cr_expect(memcmp(gathered, (int32_t[]){7, 5, -9, 7}, sizeof gathered) == 0);

    const uint32_t lengths[N] = {2, 0, 3, 1};
    const int32_t v[N] = {7, 8, 9, 5};
    int32_t out[ELEMENTS];
    uint64_t runs[ELEMENTS], count = 0;
    cr_assert_eq(tcu_run_length_decode(context, lengths, TCU_TYPE_U32, N, v, out, sizeof *v, runs, TCU_TYPE_U64, &count,
                                       ELEMENTS, NULL),
                 TCU_SUCCESS);
    cr_expect_eq(count, ELEMENTS);
    cr_expect(memcmp(out, (int32_t[]){7, 7, 9, 9, 9, 5}, sizeof out) == 0);
    cr_expect(memcmp(runs, (uint64_t[]){0, 0, 2, 2, 2, 3}, sizeof runs) == 0);
    tcu_context_destroy(context);
}

/* algorithms/moments/reference/moments.c */
Test(reference_examples, moments)
{
    tcu_context *context = reference();
    const float in[] = {1, 2, 3, 6};
    const tcu_moments_options sample = {.correction = 1};
    uint64_t count;
    float mean[2], variance[2];
    cr_expect_eq(tcu_segmented_moments(context, in, TCU_TYPE_F32, &count, mean, variance, TCU_TYPE_F32, 4, 4, NULL),
                 TCU_SUCCESS);
    cr_expect(count == 4 && mean[0] == 3 && variance[0] == 3.5f, "%g, %g", (double)mean[0], (double)variance[0]);
    cr_expect_eq(tcu_segmented_moments(context, in, TCU_TYPE_F32, NULL, mean, variance, TCU_TYPE_F32, 4, 2, &sample),
                 TCU_SUCCESS);
    cr_expect(mean[0] == 1.5f && mean[1] == 4.5f && variance[0] == 0.5f && variance[1] == 4.5f);
    tcu_context_destroy(context);
}

/* algorithms/recurrence/reference/recurrence.c */
Test(reference_examples, recurrences)
{
    tcu_context *context = reference();
    const float a[] = {2, 3, 4, 5}, b[] = {1, -2, 1, 3}, initial = 1;
    float x[4];
    cr_expect_eq(tcu_linear_recurrence(context, a, b, &initial, x, TCU_TYPE_F32, 4, NULL), TCU_SUCCESS);
    cr_expect(x[0] == 3 && x[1] == 7 && x[2] == 29 && x[3] == 148, "%g %g %g %g", (double)x[0], (double)x[1],
              (double)x[2], (double)x[3]);
    tcu_context_destroy(context);
}
