/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each side's frame runs once on the stream, so that all code is loaded, and is then captured into a graph. The results of
 * both graphs are compared before anything is timed, and again after it, when each has been replayed many times. In each
 * round both sides are timed in turn by events, in one order and in the other; a frame that is short is replayed until
 * there is something to measure, as often on both sides.
 */
#include "measure.h"

#include <string.h>

static const double shortest_ms = 5; /* that is timed */
enum { MOST_REPLAYS = 1000 };

typedef struct runner {
    const app_side *side;
    void *state;
    cudaGraphExec_t graph;
    double *times;
} runner;

double app_time_frame(void (*frame)(void *side), void *side, cudaStream_t stream)
{
    cudaEvent_t begin, end;
    float elapsed = 0;
    APP_CUDA(cudaEventCreate(&begin));
    APP_CUDA(cudaEventCreate(&end));
    frame(side);
    APP_CUDA(cudaEventRecord(begin, stream));
    frame(side);
    APP_CUDA(cudaEventRecord(end, stream));
    APP_CUDA(cudaEventSynchronize(end));
    APP_CUDA(cudaEventElapsedTime(&elapsed, begin, end));
    APP_CUDA(cudaEventDestroy(begin));
    APP_CUDA(cudaEventDestroy(end));
    return elapsed;
}

static runner open_side(const app_side *side, const void *problem, int rounds, cudaStream_t stream)
{
    runner r = {side, side->open(problem, stream), NULL, malloc((size_t)rounds * sizeof(double))};
    cudaGraph_t graph = NULL;
    if (r.times == NULL) {
        fprintf(stderr, "tcu-applications: out of memory\n");
        exit(1);
    }
    side->frame(r.state);
    APP_CUDA(cudaStreamSynchronize(stream));
    APP_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    side->frame(r.state);
    APP_CUDA(cudaStreamEndCapture(stream, &graph));
    APP_CUDA(cudaGraphInstantiateWithFlags(&r.graph, graph, 0));
    APP_CUDA(cudaGraphDestroy(graph));
    return r;
}

static void close_side(runner *r)
{
    APP_CUDA(cudaGraphExecDestroy(r->graph));
    r->side->close(r->state);
    free(r->times);
}

/* Milliseconds of a frame. */
static double time_of(const runner *r, int replays, cudaEvent_t begin, cudaEvent_t end, cudaStream_t stream)
{
    float elapsed = 0;
    APP_CUDA(cudaEventRecord(begin, stream));
    for (int replay = 0; replay < replays; replay++) {
        APP_CUDA(cudaGraphLaunch(r->graph, stream));
    }
    APP_CUDA(cudaEventRecord(end, stream));
    APP_CUDA(cudaEventSynchronize(end));
    APP_CUDA(cudaEventElapsedTime(&elapsed, begin, end));
    return (double)elapsed / replays;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int n)
{
    qsort(times, (size_t)n, sizeof *times, compare_times);
    return n % 2 != 0 ? times[n / 2] : (times[n / 2 - 1] + times[n / 2]) / 2;
}

static app_difference replay_and_compare(app_arrays *arrays, const runner *sides, cudaStream_t stream)
{
    app_arrays_poison(arrays, stream);
    APP_CUDA(cudaGraphLaunch(sides[0].graph, stream));
    APP_CUDA(cudaGraphLaunch(sides[1].graph, stream));
    return app_arrays_compare(arrays, stream);
}

static void time_rounds(const runner *sides, int rounds, cudaStream_t stream)
{
    cudaEvent_t begin, end;
    APP_CUDA(cudaEventCreate(&begin));
    APP_CUDA(cudaEventCreate(&end));
    const double a = time_of(&sides[0], 1, begin, end, stream), b = time_of(&sides[1], 1, begin, end, stream);
    const double shorter = a < b ? a : b;
    const int replays = shorter >= shortest_ms                  ? 1
                        : shorter * MOST_REPLAYS <= shortest_ms ? MOST_REPLAYS
                                                                : (int)(shortest_ms / shorter) + 1;
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
            const runner *r = &sides[(round + turn) % 2];
            r->times[round] = time_of(r, replays, begin, end, stream);
        }
    }
    APP_CUDA(cudaEventDestroy(begin));
    APP_CUDA(cudaEventDestroy(end));
}

app_times app_measure(const application *a, int which, int small, int rounds, cudaStream_t stream)
{
    void *problems[2] = {calloc(1, a->problem_bytes), calloc(1, a->problem_bytes)};
    if (problems[0] == NULL || problems[1] == NULL) {
        fprintf(stderr, "tcu-applications: out of memory\n");
        exit(1);
    }
    app_arrays *arrays = app_arrays_create(problems[0]);
    a->make(problems[0], arrays, which, small, stream);
    memcpy(problems[1], problems[0], a->problem_bytes);
    app_arrays_share(arrays, problems[1]);

    runner sides[2] = {open_side(a->tcu, problems[0], rounds, stream), open_side(a->cub, problems[1], rounds, stream)};
    const app_difference before = replay_and_compare(arrays, sides, stream);
    time_rounds(sides, rounds, stream);
    const app_difference after = replay_and_compare(arrays, sides, stream);
    const app_times times = {median(sides[0].times, rounds), median(sides[1].times, rounds),
                             before.unequal > after.unequal ? before : after};

    close_side(&sides[0]);
    close_side(&sides[1]);
    app_arrays_free(arrays);
    free(problems[0]);
    free(problems[1]);
    return times;
}
