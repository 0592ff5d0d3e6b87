/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "timing.h"

#include <stdlib.h>
#include <tcu/memory.h>
#include <time.h>

#ifdef TCU_WITH_CUDA
#include <cuda_runtime_api.h>
#endif

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double times[TIMING_REPEATS])
{
    qsort(times, TIMING_REPEATS, sizeof times[0], compare);
    return times[TIMING_REPEATS / 2];
}

/* One call at a time, waited for. */
static int time_alone(tcu_context *context, timed_call call, const void *arguments, double *seconds)
{
    double times[TIMING_REPEATS];
    for (int repeat = -1; repeat < TIMING_REPEATS; repeat++) {
        const double start = seconds_now();
        if (call(arguments) != 0 || tcu_synchronize(context) != TCU_SUCCESS) {
            return -1;
        }
        if (repeat >= 0) {
            times[repeat] = seconds_now() - start;
        }
    }
    *seconds = median(times);
    return 0;
}

#ifdef TCU_WITH_CUDA
/* How many calls a batch has: some milliseconds of work, and not so many that a launch has to wait for another. */
static int batch_size(double seconds_alone)
{
    const double calls = 0.01 / seconds_alone;
    return calls < 5 ? 5 : calls > 200 ? 200 : (int)calls;
}

static int time_batch(timed_call call, const void *arguments, int calls, cudaEvent_t begin, cudaEvent_t end,
                      double *seconds)
{
    float milliseconds = 0;
    /* The device is at work on this call while the next ones are enqueued, and then never waits for the CPU. */
    if (call(arguments) != 0 || cudaEventRecord(begin, NULL) != cudaSuccess) {
        return -1;
    }
    for (int i = 0; i < calls; i++) {
        if (call(arguments) != 0) {
            return -1;
        }
    }
    if (cudaEventRecord(end, NULL) != cudaSuccess || cudaEventSynchronize(end) != cudaSuccess ||
        cudaEventElapsedTime(&milliseconds, begin, end) != cudaSuccess) {
        return -1;
    }
    *seconds = 1e-3 * milliseconds / calls;
    return 0;
}

static int time_batches(timed_call call, const void *arguments, int calls, double *seconds)
{
    cudaEvent_t begin = NULL, end = NULL;
    double times[TIMING_REPEATS];
    int result = cudaEventCreate(&begin) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess ? 0 : -1;
    for (int repeat = 0; repeat < TIMING_REPEATS && result == 0; repeat++) {
        result = time_batch(call, arguments, calls, begin, end, &times[repeat]);
    }
    if (begin != NULL) {
        cudaEventDestroy(begin);
    }
    if (end != NULL) {
        cudaEventDestroy(end);
    }
    if (result == 0) {
        *seconds = median(times);
    }
    return result;
}
#endif

int time_calls(tcu_context *context, tcu_backend backend, timed_call call, const void *arguments, timing *result)
{
    if (time_alone(context, call, arguments, &result->alone) != 0) {
        return -1;
    }
    result->per_call = result->alone;
#ifdef TCU_WITH_CUDA
    if (backend == TCU_BACKEND_CUDA) {
        return time_batches(call, arguments, batch_size(result->alone), &result->per_call);
    }
#endif
    (void)backend;
    return 0;
}
