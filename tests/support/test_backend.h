/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which backend, how long and from which seed this run tests, by environment variable:
 *
 *     TCU_TEST_BACKEND  host (default), reference or cuda. cuda where there is none fails; it never falls back.
 *                       Programs of tests/emulation have one alone, emulated: the CUDA backend on an emulated device.
 *     TCU_TEST_TIER     short, medium (default) or long.
 *     TCU_TEST_SEED     a number, to repeat a run. Otherwise fresh, and printed at the start of the run.
 *     TCU_TEST_PARTS    P: of the tests one in P runs, drawn by the seed. 1, all of them, by default.
 *     TCU_TEST_TOGETHER N: up to N tests of a suite run in one process (test_together.c). 1, each in its own, by default.
 *     TCU_TEST_DEVICES  N: each test's process sees one of the first N CUDA devices (test_devices.c). Not set: all.
 *     TCU_TEST_MULTIPROCESSORS  N: streams have N of the device's multiprocessors (test_limit_stream()). Not set: all.
 */
#ifndef TEST_BACKEND_H
#define TEST_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#include <tcu/tcu.h>

#include "test_random.h"

typedef enum test_tier { TEST_TIER_SHORT, TEST_TIER_MEDIUM, TEST_TIER_LONG } test_tier;

test_tier test_tier_of_run(void);

/* One of three by the run's tier. */
uint64_t test_by_tier(uint64_t in_short, uint64_t in_medium, uint64_t in_long);

/* A length that was chosen for paths of long arrays and for several threads. The reference backend has one path and one
 * thread, and takes a long time: there it is a sixteenth. So it is on the emulated device, which takes longer still, and
 * where short arrays go by the paths of long ones, too (test_draw_paths()). */
uint64_t test_long(uint64_t n);

/* For sweeps of many cases: on the emulated device, and in the short tier on the reference backend, true of one in `parts`
 * of them at random, elsewhere of all. */
bool test_takes(test_random *random, uint64_t parts);

/* How many runs of the same case, or replays of a graph, of so many: on the emulated device three at most. */
int test_replays(int replays);

bool test_on_cuda(void);
bool test_on_reference(void);

/* Whether calls have threads of the processor, as many as the context is told: on the host alone. */
static inline bool test_has_threads(void)
{
    return !test_on_cuda() && !test_on_reference();
}
bool test_on_emulated(void);
tcu_backend test_backend_of_run(void);

uint64_t test_seed_of_run(void);

/*
 * For the calls of a case, by its seed: on the emulated device each operation goes by its table of paths, or by one of
 * them at random where that applies. Nothing on other backends, where TCU_PATH is set, and once a test forces paths of
 * its own, which it says by test_keep_paths().
 */
void test_draw_paths(tcu_context *context, uint64_t seed);
void test_keep_paths(void);

/*
 * A new context on the run's backend; the test fails if there is none. With TCU_TEST_WITHOUT_BULK_COPIES in the
 * environment it takes the device for one before sm_90; with TCU_TEST_MULTIPROCESSORS its stream for one that has as
 * many as that says, and clusters of up to as many blocks.
 */
tcu_context *test_context_new(void);

/*
 * Takes the context's stream for one that has so few of the device's multiprocessors, and clusters of so few blocks; 0:
 * for one that has them all. The emulated device refuses from here on what such a stream has no room for. On a GPU the
 * stream has room for more than it is taken for. Of fewer multiprocessors than the device has; the stream must not be
 * set again.
 */
void test_limit_stream(tcu_context *context, int multiprocessors, int cluster_blocks);

/* The host's threads share calls however short. */
void test_share_all_calls(tcu_context *context);

#endif /* TEST_BACKEND_H */
