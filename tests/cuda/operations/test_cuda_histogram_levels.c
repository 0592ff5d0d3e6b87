/* SPDX-License-Identifier: Apache-2.0 */
/* Levels of bins that change between the replays of a graph, and are bad in some; and that are close to each other
 * where their type ends. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_cuda_histogram.h"
#include "test_memory.h"
#include "test_random.h"
#include "tests/cuda/test_cuda.h"

enum { LEVEL_SAMPLES = 5000, LEVELS = 6, LEVEL_BINS = LEVELS - 1 };

/* Samples i % 64, of which 40 are in a bin, and with them weights of 1. */
typedef struct level_fixture {
    tcu_context *context;
    cudaStream_t stream;
    test_memory samples, weights, levels, out;
    test_slice sample_slice, weight_slice, level_slice, out_slice; /* of out: counts, outside, flags, 8 bytes each */
} level_fixture;

static level_fixture level_fixture_new(const tcui_histogram_policy *policy)
{
    level_fixture f = {.context = test_context_new(), .stream = test_cuda_stream()};
    static float values[LEVEL_SAMPLES], ones[LEVEL_SAMPLES];
    for (int i = 0; i < LEVEL_SAMPLES; i++) {
        values[i] = (float)(i % 64);
        ones[i] = 1;
    }
    f.context->policies[TCUI_HISTOGRAM] = policy;
    cr_assert_eq(tcu_context_set_stream(f.context, f.stream), TCU_SUCCESS);
    f.sample_slice = test_slice_open(&f.samples, sizeof values, 4, 0);
    f.weight_slice = test_slice_open(&f.weights, sizeof ones, 0, 0);
    f.level_slice = test_slice_open(&f.levels, LEVELS * sizeof(float), 0, 0);
    f.out_slice = test_slice_open(&f.out, (LEVEL_BINS + 2) * 8, 0, 0xcc);
    test_copy_in(f.sample_slice.data, values, sizeof values);
    test_copy_in(f.weight_slice.data, ones, sizeof ones);
    return f;
}

static void level_fixture_free(level_fixture *f)
{
    test_memory_release(&f->samples);
    test_memory_release(&f->weights);
    test_memory_release(&f->levels);
    test_memory_release(&f->out);
    TEST_CUDA(cudaStreamDestroy(f->stream));
    cr_expect_eq(tcu_context_destroy(f->context), TCU_SUCCESS);
}

static void enqueue_between_levels(level_fixture *f, bool weighted)
{
    unsigned char *out = f->out_slice.data;
    const tcu_histogram_channel channel =
        TCU_HISTOGRAM_CHANNEL_RANGE_INIT(out, LEVEL_BINS, f->level_slice.data, TCU_TYPE_F32);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.outside = (uint64_t *)(void *)(out + LEVEL_BINS * 8);
    options.flags = (uint32_t *)(void *)(out + (LEVEL_BINS + 1) * 8);
    const tcu_status status =
        weighted ? tcu_histogram_weighted(f->context, f->sample_slice.data, TCU_TYPE_F32, f->weight_slice.data,
                                          TCU_TYPE_F32, 1, &channel, TCU_TYPE_F64, LEVEL_SAMPLES, &options)
                 : tcu_histogram_multi(f->context, f->sample_slice.data, TCU_TYPE_F32, 1, &channel, TCU_TYPE_U64,
                                       LEVEL_SAMPLES, &options);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(f->context));
}

/* Replays the graph with other levels; where they are bad nothing but flags may be written. */
static void expect_with_levels(level_fixture *f, cudaGraphExec_t graph, const float *levels, bool weighted)
{
    unsigned char poison[(LEVEL_BINS + 2) * 8], got[sizeof poison];
    memset(poison, 0xcc, sizeof poison);
    test_copy_in(f->out_slice.data, poison, sizeof poison);
    test_copy_in(f->level_slice.data, levels, LEVELS * sizeof *levels);
    test_synchronise();
    TEST_CUDA(cudaGraphLaunch(graph, f->stream));
    TEST_CUDA(cudaStreamSynchronize(f->stream));
    test_copy_out(got, f->out_slice.data, sizeof got);
    bool bad = false;
    for (int k = 0; k < LEVELS; k++) {
        bad = bad || levels[k] != levels[k] || (k > 0 && levels[k] < levels[k - 1]);
    }
    uint32_t flags;
    memcpy(&flags, got + (LEVEL_BINS + 1) * 8, sizeof flags);
    cr_expect_eq(flags, bad ? TCU_HISTOGRAM_INVALID_LEVELS : 0);
    if (bad) {
        cr_expect(memcmp(got, poison, (LEVEL_BINS + 1) * 8) == 0, "something but flags was written");
        return;
    }
    uint64_t outside = LEVEL_SAMPLES, was_outside;
    for (int k = 0; k < LEVEL_BINS; k++) {
        uint64_t count = 0, is;
        double sum;
        for (int i = 0; i < LEVEL_SAMPLES; i++) {
            count += (float)(i % 64) >= levels[k] && (float)(i % 64) < levels[k + 1];
        }
        outside -= count;
        memcpy(&is, got + k * 8, 8);
        memcpy(&sum, got + k * 8, 8);
        cr_expect(weighted ? sum == (double)count : is == count, "bin %d", k);
    }
    memcpy(&was_outside, got + LEVEL_BINS * 8, 8);
    cr_expect_eq(was_outside, outside);
}

Test(histogram_levels, are_looked_at_when_they_run)
{
    static const tcui_histogram_policy *const policies[] = {NULL,     &by_block,        &by_cluster, &by_clusters,
                                                            &by_grid, &by_general_grid, &in_one_copy};
    static const float good[LEVELS] = {0, 8, 8, 16.5f, 30, 40}, wide[LEVELS] = {-INFINITY, 1, 2, 3, 4, INFINITY};
    const float decreases[LEVELS] = {0, 8, 7.5f, 16, 30, 40}, is_nan[LEVELS] = {0, 8, 9, 16, 30, NAN};
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        for (int weighted = 0; weighted < 2; weighted++) {
            level_fixture f = level_fixture_new(policies[i]);
            enqueue_between_levels(&f, weighted); /* what a first call has to do is no part of the graph */
            TEST_CUDA(cudaStreamSynchronize(f.stream));
            TEST_CUDA(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeThreadLocal));
            enqueue_between_levels(&f, weighted);
            cudaGraphExec_t executable = test_cuda_end_capture(f.stream);
            const float *const in_turn[] = {good, decreases, wide, is_nan, good};
            for (size_t k = 0; k < sizeof in_turn / sizeof in_turn[0]; k++) {
                expect_with_levels(&f, executable, in_turn[k], weighted);
            }
            TEST_CUDA(cudaGraphExecDestroy(executable));
            level_fixture_free(&f);
        }
    }
}

/* How far below the largest value of their type. */
enum { MOST_CLOSE_LEVELS = 4 };
typedef struct close_levels {
    int count;
    int64_t below[MOST_CLOSE_LEVELS];
} close_levels;

/* All of them in so few keys that a cell of the table is one, but for the last two rows. */
static const close_levels all_close_levels[] = {
    {3, {100, 50, 0}}, {3, {100, 50, 1}}, {3, {100, 50, 7}}, {3, {100, 50, 8}},   {4, {1, 1, 1, 0}},
    {4, {3, 2, 1, 0}}, {2, {8191, 0}},    {3, {8191, 7, 3}}, {3, {8192, 100, 0}}, {3, {8200, 8, 4}},
};

typedef struct close_fixture {
    tcu_context *context;
    test_memory samples, levels, out;
} close_fixture;

static void expect_between_close_levels(close_fixture *f, tcu_type type, int64_t largest, const close_levels *close,
                                        uint64_t n, test_random *random)
{
    const int bins = close->count - 1;
    uint32_t levels[MOST_CLOSE_LEVELS], *samples = malloc(n * sizeof *samples);
    uint64_t expected[MOST_CLOSE_LEVELS] = {0}, got[MOST_CLOSE_LEVELS]; /* of the bins, and outside */
    cr_assert_not_null(samples);
    for (int k = 0; k < close->count; k++) {
        levels[k] = (uint32_t)(largest - close->below[k]);
    }
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t farthest = i % 2 ? 12 : 2 * (uint64_t)close->below[0] + 20;
        const int64_t below = (int64_t)test_random_below(random, farthest);
        samples[i] = (uint32_t)(largest - below);
        int bin = 0;
        while (bin < bins && !(below <= close->below[bin] && below > close->below[bin + 1])) {
            bin++;
        }
        expected[bin]++;
    }
    const size_t out_bytes = (size_t)close->count * sizeof *got;
    const test_slice sample_slice = test_slice_open(&f->samples, n * sizeof *samples, 4, 0);
    const test_slice level_slice = test_slice_open(&f->levels, sizeof levels, 0, 0);
    const test_slice out_slice = test_slice_open(&f->out, out_bytes, 0, 0xcc);
    test_copy_in(sample_slice.data, samples, n * sizeof *samples);
    test_copy_in(level_slice.data, levels, sizeof levels);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.outside = (uint64_t *)(void *)(out_slice.data + (size_t)bins * sizeof *got);
    test_synchronise();
    cr_assert_eq(tcu_histogram_range(f->context, sample_slice.data, type, out_slice.data, TCU_TYPE_U64, (uint64_t)bins,
                                     level_slice.data, type, n, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f->context));
    test_synchronise();
    test_copy_out(got, out_slice.data, out_bytes);
    for (int k = 0; k < close->count; k++) {
        cr_expect_eq(got[k], expected[k], "%s %d of levels %lld to %lld below the largest value is %llu, not %llu",
                     k < bins ? "bin" : "outside", k, (long long)close->below[0], (long long)close->below[bins],
                     (unsigned long long)got[k], (unsigned long long)expected[k]);
    }
    cr_expect(test_slice_guarded(&out_slice), "wrote beside the counts");
    free(samples);
}

Test(histogram_levels, are_close_to_the_end_of_their_type, .timeout = 300)
{
    test_random random = test_random_part(test_seed_of_run(), 9400);
    close_fixture f = {.context = test_context_new()};
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        const tcu_type type = is_signed ? TCU_TYPE_I32 : TCU_TYPE_U32;
        const int64_t largest = is_signed ? INT32_MAX : UINT32_MAX;
        f.context->policies[TCUI_HISTOGRAM] = &by_grid;
        for (size_t i = 0; i < sizeof all_close_levels / sizeof all_close_levels[0]; i++) {
            expect_between_close_levels(&f, type, largest, &all_close_levels[i], LEVEL_SAMPLES, &random);
        }
        /* And as the device's own policy has it. */
        f.context->policies[TCUI_HISTOGRAM] = NULL;
        const uint64_t n = tcui_histogram_policy_of(f.context).table_samples + test_random_below(&random, 1000);
        expect_between_close_levels(&f, type, largest, &all_close_levels[0], n, &random);
        expect_between_close_levels(&f, type, largest, &all_close_levels[2], n, &random);
    }
    test_memory_release(&f.samples);
    test_memory_release(&f.levels);
    test_memory_release(&f.out);
    cr_expect_eq(tcu_context_destroy(f.context), TCU_SUCCESS);
}
