/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of graphs share whose calls read a count: captured once, replayed with another count each time. */
#ifndef TEST_CUDA_COUNTS_H
#define TEST_CUDA_COUNTS_H

#include "tests/cuda/test_cuda.h"

enum { REPLAYS = 8 };

/* Of up to `most`: the count of replay i, and with it how much the case has. The first one has the most poison. */
static inline uint64_t count_of_replay(int i, uint64_t most, test_random *random, test_count *count)
{
    const uint64_t there[] = {0, most, 1, 1 + test_random_below(random, most), most, 0};
    const uint64_t n = i < 6 ? there[i] : test_random_below(random, most + 1);
    *count = (test_count){.is_given = true, .behind = most - n, .value = i == 4 ? UINT64_MAX : n};
    return n;
}

/* From small arrays, of one block, to those of several blocks and tiles. */
static inline uint64_t length_of(int i, test_random *random)
{
    static const uint64_t lengths[] = {100, 5000, 60000, 300000};
    const uint64_t n = lengths[i % 4] + test_random_below(random, 100);
    return test_on_emulated() ? n / 4 : n;
}

/* Replay i of the graph `executable`, which the first one captures. (Arrays lie where they lay then: what there is of them
 * and their room together have one size.) */
#define REPLAY(runner, stream, i, prepare, enqueue, verify)                                                            \
    do {                                                                                                               \
        prepare;                                                                                                       \
        if ((i) == 0) {                                                                                                \
            TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));                                    \
            enqueue;                                                                                                   \
            executable = test_cuda_end_capture(stream);                                                                \
        }                                                                                                              \
        TEST_CUDA(cudaGraphLaunch(executable, stream));                                                                \
        TEST_CUDA(cudaStreamSynchronize(stream));                                                                      \
        cr_assert(verify, "replay %d: %s", i, (runner).failure);                                                       \
    } while (0)

#endif /* TEST_CUDA_COUNTS_H */
