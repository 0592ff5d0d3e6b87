/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms beside and behind each other: calls of two host threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cuda.h"
#include "test_memory.h"
#include "test_random.h"

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
    for (uint64_t i = 0; i < test_by_tier(1000, 5000, 20000) && self->failure[0] == '\0'; i++) {
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
