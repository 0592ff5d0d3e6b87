/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms beside and behind each other: calls of two host threads, and two calls that a graph replays. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cuda_histogram.h"
#include "test_memory.h"
#include "test_random.h"
#include "tests/cuda/test_cuda.h"

/* Samples are 0 ... VALUES - 1, in even bins of all these. */
enum { VALUES = 40000 };

static void draw_samples(uint32_t *samples, uint64_t n, test_random *random)
{
    for (uint64_t i = 0; i < n; i++) {
        samples[i] = (uint32_t)test_random_below(random, VALUES);
    }
}

static void add_counts(uint64_t *counts, const uint32_t *samples, uint64_t n, uint64_t num_bins)
{
    for (uint64_t i = 0; i < n; i++) {
        counts[samples[i] * num_bins / VALUES]++;
    }
}

/* ------------------------------------------------------------------------------------------------ two threads --- */

typedef struct caller {
    pthread_t thread;
    unsigned index;
    char failure[300];
} caller;

/* Both sizes are more shared memory than a kernel may have unasked, of one kernel, in turn. */
static void *call_with_sizes_in_turn(void *argument)
{
    static const uint64_t sizes[] = {16000, VALUES};
    enum { N = 5000 };
    caller *self = argument;
    const uint32_t lower = 0, upper = VALUES;
    static uint32_t samples_of_threads[2][N];
    uint32_t *const samples = samples_of_threads[self->index];
    test_random random = test_random_part(test_seed_of_run(), 9600 + self->index);
    tcu_context *context = test_context_new();
    const cudaStream_t stream = test_cuda_stream();
    test_memory in_memory = {0}, out_memory = {0};
    const test_slice in = test_slice_open(&in_memory, N * sizeof *samples, 0, 0);
    const test_slice out = test_slice_open(&out_memory, VALUES * sizeof(uint64_t), 0, 0);
    uint64_t *const expected = calloc(2 * VALUES, sizeof *expected), *const got = expected + VALUES;
    cr_assert_not_null(expected);
    draw_samples(samples, N, &random);
    test_copy_in(in.data, samples, N * sizeof *samples);
    cr_assert_eq(tcu_context_set_stream(context, stream), TCU_SUCCESS);
    for (uint64_t i = 0; i < test_long(test_long(test_by_tier(1000, 5000, 20000))) && self->failure[0] == '\0'; i++) {
        const uint64_t num_bins = sizes[(i + self->index) % 2];
        const tcu_status status = tcu_histogram_even(context, in.data, TCU_TYPE_U32, out.data, TCU_TYPE_U64, num_bins,
                                                     &lower, &upper, TCU_TYPE_U32, N, NULL);
        if (status != TCU_SUCCESS) {
            snprintf(self->failure, sizeof self->failure, "call %d: %s", (int)i, tcu_context_last_error(context));
        } else if (i % 100 < 2) {
            TEST_CUDA(cudaStreamSynchronize(stream));
            memset(expected, 0, num_bins * sizeof *expected);
            add_counts(expected, samples, N, num_bins);
            test_copy_out(got, out.data, num_bins * sizeof *got);
            if (memcmp(expected, got, num_bins * sizeof *got) != 0) {
                snprintf(self->failure, sizeof self->failure, "call %d: wrong counts", (int)i);
            }
        }
    }
    free(expected);
    TEST_CUDA(cudaStreamSynchronize(stream));
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
    TEST_CUDA(cudaStreamDestroy(stream));
    tcu_context_destroy(context);
    return NULL;
}

Test(cuda_histogram_calls, of_two_threads_that_need_more_or_less_shared_memory, .timeout = 300)
{
    caller callers[2] = {{.index = 0}, {.index = 1}};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(pthread_create(&callers[i].thread, NULL, call_with_sizes_in_turn, &callers[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(callers[i].thread, NULL);
        cr_expect(callers[i].failure[0] == '\0', "thread %d, %s", i, callers[i].failure);
    }
}

/* ---------------------------------------------------------------------------------------------------- replays --- */

typedef enum replay_kind { COUNTS, SUMS_OF_INTEGERS, SUMS_OF_REALS, KIND_COUNT } replay_kind;

/* Weights are 1, so that sums are counts, of type u64 or f64. */
typedef struct replay {
    replay_kind kind;
    bool overwrites; /* or accumulates */
    tcu_context *context;
    cudaStream_t stream;
    uint64_t n;
    test_memory samples, weights, workspace, out[2];
    test_slice sample_slice, weight_slice, workspace_slice, out_slices[2];
    uint32_t *host;
    uint64_t *expected[2];
} replay;

static const uint64_t bins_of_calls[2] = {VALUES, 250};

static tcu_status enqueue(replay *r, int which)
{
    const uint32_t lower = 0, upper = VALUES;
    const tcu_histogram_channel channel =
        TCU_HISTOGRAM_CHANNEL_EVEN_INIT(r->out_slices[which].data, bins_of_calls[which], &lower, &upper, TCU_TYPE_U32);
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.accumulate = !r->overwrites;
    if (r->kind == COUNTS) {
        return tcu_histogram_multi(r->context, r->sample_slice.data, TCU_TYPE_U32, 1, &channel, TCU_TYPE_U64, r->n,
                                   &options);
    }
    const bool reals = r->kind == SUMS_OF_REALS;
    return tcu_histogram_weighted(r->context, r->sample_slice.data, TCU_TYPE_U32, r->weight_slice.data,
                                  reals ? TCU_TYPE_F32 : TCU_TYPE_U32, 1, &channel, reals ? TCU_TYPE_F64 : TCU_TYPE_U64,
                                  r->n, &options);
}

static size_t workspace_bytes(replay *r)
{
    size_t most = 0;
    for (int which = 0; which < 2; which++) {
        const tcu_histogram_channel channel =
            TCU_HISTOGRAM_CHANNEL_EVEN_INIT(NULL, bins_of_calls[which], NULL, NULL, TCU_TYPE_U32);
        const bool reals = r->kind == SUMS_OF_REALS;
        size_t bytes = 0;
        const tcu_status status =
            r->kind == COUNTS
                ? tcu_histogram_multi_workspace(r->context, TCU_TYPE_U32, 1, &channel, TCU_TYPE_U64, r->n, NULL, &bytes)
                : tcu_histogram_weighted_workspace(r->context, TCU_TYPE_U32, reals ? TCU_TYPE_F32 : TCU_TYPE_U32, 1,
                                                   &channel, reals ? TCU_TYPE_F64 : TCU_TYPE_U64, r->n, NULL, &bytes);
        cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(r->context));
        most = bytes > most ? bytes : most;
    }
    return most;
}

static replay replay_new(const tcui_histogram_policy *policy, replay_kind kind, bool overwrites, uint64_t n)
{
    replay r = {
        .kind = kind, .overwrites = overwrites, .context = test_context_new(), .stream = test_cuda_stream(), .n = n};
    r.context->policies[TCUI_HISTOGRAM] = policy;
    cr_assert_eq(tcu_context_set_stream(r.context, r.stream), TCU_SUCCESS);
    r.host = malloc(n * sizeof *r.host);
    cr_assert_not_null(r.host);
    r.sample_slice = test_slice_open(&r.samples, n * sizeof *r.host, 4, 0);
    r.weight_slice = test_slice_open(&r.weights, n * 4, 0, 0);
    for (uint64_t i = 0; i < n; i++) {
        const float one = 1;
        r.host[i] = 1;
        if (kind == SUMS_OF_REALS) {
            memcpy(&r.host[i], &one, sizeof one);
        }
    }
    test_copy_in(r.weight_slice.data, r.host, n * 4);
    for (int which = 0; which < 2; which++) {
        r.out_slices[which] = test_slice_open(&r.out[which], bins_of_calls[which] * 8, 0, 0); /* 0 of either type */
        r.expected[which] = calloc(bins_of_calls[which], sizeof(uint64_t));
        cr_assert_not_null(r.expected[which]);
    }
    const size_t bytes = workspace_bytes(&r);
    r.workspace_slice = test_slice_open(&r.workspace, bytes, 13, 0x5a);
    cr_assert_eq(tcu_context_set_workspace(r.context, r.workspace_slice.data, bytes), TCU_SUCCESS);
    return r;
}

static void replay_free(replay *r)
{
    cr_expect(test_slice_guarded(&r->workspace_slice));
    for (int which = 0; which < 2; which++) {
        cr_expect(test_slice_guarded(&r->out_slices[which]));
        test_memory_release(&r->out[which]);
        free(r->expected[which]);
    }
    test_memory_release(&r->samples);
    test_memory_release(&r->weights);
    test_memory_release(&r->workspace);
    free(r->host);
    TEST_CUDA(cudaStreamDestroy(r->stream));
    cr_expect_eq(tcu_context_destroy(r->context), TCU_SUCCESS);
}

/* Both calls, one right behind the other: they have the workspace in common. Where they overwrite, each is there twice.
 */
static cudaGraphExec_t capture(replay *r)
{
    TEST_CUDA(cudaStreamBeginCapture(r->stream, cudaStreamCaptureModeGlobal));
    for (int k = 0; k < (r->overwrites ? 4 : 2); k++) {
        cr_assert_eq(enqueue(r, r->overwrites ? k / 2 : k), TCU_SUCCESS, "%s", tcu_context_last_error(r->context));
    }
    return test_cuda_end_capture(r->stream);
}

/* Other samples, and what the last replay left in the workspace or garbage; counts go on from where they are. */
static void expect_replay(replay *r, cudaGraphExec_t executable, int turn, test_random *random)
{
    const int times = turn % 4 == 3 ? 3 : 1; /* on each other's heels */
    draw_samples(r->host, r->n, random);
    test_copy_in(r->sample_slice.data, r->host, r->n * sizeof *r->host);
    if (turn % 2 == 1) {
        test_set(r->workspace_slice.data, (unsigned char)test_random_next(random), r->workspace_slice.bytes);
    }
    test_synchronise();
    for (int k = 0; k < times; k++) {
        TEST_CUDA(cudaGraphLaunch(executable, r->stream));
    }
    TEST_CUDA(cudaStreamSynchronize(r->stream));
    for (int which = 0; which < 2; which++) {
        const uint64_t num_bins = bins_of_calls[which];
        uint64_t *const got = malloc(num_bins * sizeof *got);
        cr_assert_not_null(got);
        test_copy_out(got, r->out_slices[which].data, num_bins * sizeof *got);
        if (r->overwrites) {
            memset(r->expected[which], 0, num_bins * sizeof *r->expected[which]);
        }
        for (int k = 0; k < (r->overwrites ? 1 : times); k++) {
            add_counts(r->expected[which], r->host, r->n, num_bins);
        }
        for (uint64_t bin = 0; bin < num_bins; bin++) {
            double sum;
            memcpy(&sum, &got[bin], sizeof sum);
            const uint64_t is = r->kind == SUMS_OF_REALS ? (uint64_t)sum : got[bin];
            cr_assert(is == r->expected[which][bin], "kind %d, n %d, replay %d, call %d: bin %d is %d, not %d",
                      (int)r->kind, (int)r->n, turn, which, (int)bin, (int)is, (int)r->expected[which][bin]);
        }
        free(got);
    }
}

static void replay_all(const tcui_histogram_policy *policy, replay_kind kind, bool overwrites, uint64_t n,
                       unsigned part)
{
    test_random random = test_random_part(test_seed_of_run(), 9300 + part);
    replay r = replay_new(policy, kind, overwrites, n);
    cudaGraphExec_t executable = capture(&r);
    for (int turn = 0; turn < test_replays((int)test_by_tier(8, 20, 100)); turn++) {
        expect_replay(&r, executable, turn, &random);
    }
    TEST_CUDA(cudaGraphExecDestroy(executable));
    replay_free(&r);
}

Test(cuda_histogram_calls, replayed_in_a_workspace_that_two_share, .timeout = 600)
{
    static const tcui_histogram_policy *const policies[] = {NULL,         &by_block,         &by_cluster,
                                                            &by_clusters, &by_grid,          &by_general_grid,
                                                            &in_one_copy, &in_small_buckets, &in_buckets};
    test_random random = test_random_part(test_seed_of_run(), 9299);
    for (unsigned i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        replay_all(policies[i], COUNTS, false, 1000 + 777 * i, 4 * i);
        replay_all(policies[i], COUNTS, false, test_long(300000) + i, 4 * i + 1);
        replay_all(policies[i], COUNTS, true, 1000 + 777 * i, 4 * i + 2);
        replay_all(policies[i], COUNTS, true, test_long(300000) + i, 4 * i + 3);
    }
    for (int kind = SUMS_OF_INTEGERS; kind < KIND_COUNT; kind++) {
        replay_all(NULL, (replay_kind)kind, false, 3000, 40 + (unsigned)kind);
        replay_all(&in_one_copy, (replay_kind)kind, false, test_long(300000), 50 + (unsigned)kind);
    }
}
