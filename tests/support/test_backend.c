/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "test_backend.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/internal/ordered-set.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef TCU_TEST_EMULATED
#include <cuda_runtime_api.h>
#endif

#include "primitives/context/context_internal.h"
#include "primitives/context/path.h"
#include "primitives/tile/host/levels.h"
#include "test_together.h"

/* Index of the variable's value among `choices`, `fallback` if it is not set. A value that is none of them ends the
 * process: a typing error must not pass as a run of something else. */
static int choose(const char *variable, const char *const *choices, int count, int fallback)
{
    const char *value = getenv(variable);
    if (value == NULL || value[0] == '\0') {
        return fallback;
    }
    for (int i = 0; i < count; i++) {
        if (strcmp(value, choices[i]) == 0) {
            return i;
        }
    }
    fprintf(stderr, "%s=%s is not known\n", variable, value);
    abort();
}

test_tier test_tier_of_run(void)
{
    static const char *const tiers[] = {"short", "medium", "long"};
    return (test_tier)choose("TCU_TEST_TIER", tiers, 3, TEST_TIER_MEDIUM);
}

uint64_t test_by_tier(uint64_t in_short, uint64_t in_medium, uint64_t in_long)
{
    const uint64_t values[] = {in_short, in_medium, in_long};
    return values[test_tier_of_run()];
}

/* What this program can run: programs that are compiled for the emulated device have that in the place of CUDA. */
#ifdef TCU_TEST_EMULATED
static const char *const backend_names[] = {"emulated"};
static const tcu_backend backends[] = {TCU_BACKEND_CUDA};
#else
static const char *const backend_names[] = {"host", "cuda", "reference"};
static const tcu_backend backends[] = {TCU_BACKEND_HOST, TCU_BACKEND_CUDA, TCU_BACKEND_REFERENCE};
#endif

/* Before any test: kernels of the host backend for processors that have no more than TCU_TEST_LEVEL says. */
__attribute__((constructor)) static void limit_level(void)
{
    static const char *const levels[] = {"baseline", "avx2", "avx512"};
    tcui_level_limit = choose("TCU_TEST_LEVEL", levels, 3, TCUI_LEVEL_AVX512);
}

static int backend_of_run(void)
{
    return choose("TCU_TEST_BACKEND", backend_names, sizeof backends / sizeof backends[0], 0);
}

tcu_backend test_backend_of_run(void)
{
    return backends[backend_of_run()];
}

bool test_on_cuda(void)
{
    return test_backend_of_run() == TCU_BACKEND_CUDA;
}

bool test_on_reference(void)
{
    return test_backend_of_run() == TCU_BACKEND_REFERENCE;
}

bool test_on_emulated(void)
{
    return strcmp(backend_names[backend_of_run()], "emulated") == 0;
}

bool test_takes(test_random *random, uint64_t parts)
{
    const bool slow = test_on_emulated() || (test_on_reference() && test_tier_of_run() == TEST_TIER_SHORT);
    return !slow || test_random_below(random, parts) == 0;
}

int test_replays(int replays)
{
    return test_on_emulated() && replays > 3 ? 3 : replays;
}

static bool keeps_paths;

void test_keep_paths(void)
{
    keeps_paths = true;
}

void test_draw_paths(tcu_context *context, uint64_t seed)
{
    if (!test_on_emulated() || keeps_paths || getenv("TCU_PATH") != NULL) {
        return;
    }
    test_random random = test_random_part(seed, 31);
    for (int id = 0; id < TCUI_OPERATIONS; id++) {
        const tcui_operation *operation = context->backend->operations[id];
        if (context->policies[id] != NULL) {
            continue; /* which is to decide */
        }
        const int path = (int)test_random_below(&random, (uint64_t)operation->num_paths + 1);
        context->forced_paths[id] = path < operation->num_paths ? &operation->paths[path] : NULL;
    }
}

uint64_t test_long(uint64_t n)
{
    return test_on_reference() || test_on_emulated() ? n / 16 : n;
}

static uint64_t fresh_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 40;
}

uint64_t test_seed_of_run(void)
{
    static uint64_t seed;
    static bool known;
    if (!known) {
        const char *value = getenv("TCU_TEST_SEED");
        seed = value != NULL && value[0] != '\0' ? strtoull(value, NULL, 0) : fresh_seed();
        known = true;
    }
    return seed;
}

/* One test of how many runs: TCU_TEST_PARTS, or every test. */
static uint64_t parts_of_run(void)
{
    const char *value = getenv("TCU_TEST_PARTS");
    if (value == NULL || value[0] == '\0') {
        return 1;
    }
    char *end;
    const uint64_t parts = strtoull(value, &end, 10);
    if (*end != '\0' || parts == 0) {
        fprintf(stderr, "TCU_TEST_PARTS=%s is not a number from 1\n", value);
        abort();
    }
    return parts;
}

/* FNV-1a of the test's suite and name. */
static uint64_t hash_names(const char *suite, const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const char *const texts[] = {suite, "/", name};
    for (int i = 0; i < 3; i++) {
        for (const char *c = texts[i]; *c != '\0'; c++) {
            hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        }
    }
    return hash;
}

/* Of the tests that the filter selects one in so many runs, drawn by the seed and the test's name. Returns their number. */
static size_t draw_tests(struct criterion_test_set *tests, uint64_t parts)
{
    size_t drawn = 0;
    FOREACH_SET (struct criterion_suite_set *suite, tests->suites) {
        if (suite->tests == NULL || (suite->suite.data != NULL && suite->suite.data->disabled)) {
            continue;
        }
        FOREACH_SET (struct criterion_test *test, suite->tests) {
            if (test->data->disabled) {
                continue;
            }
            test_random random = test_random_part(test_seed_of_run(), hash_names(test->category, test->name));
            test->data->disabled = test_random_below(&random, parts) != 0;
            drawn += !test->data->disabled;
        }
    }
    return drawn;
}

/* The runner chooses the seed once and hands it to every test's process through the environment. */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, test_seed_of_run());
    setenv("TCU_TEST_SEED", text, 1);
    static const char *const tiers[] = {"short", "medium", "long"};
    fprintf(stderr, "tcu tests: TCU_TEST_BACKEND=%s TCU_TEST_TIER=%s TCU_TEST_SEED=%s\n",
            backend_names[backend_of_run()], tiers[test_tier_of_run()], text);
    const uint64_t parts = parts_of_run();
    if (parts > 1) {
        const size_t drawn = draw_tests(tests, parts);
        fprintf(stderr, "tcu tests: %zu tests, one in %" PRIu64 ", are drawn by the seed\n", drawn, parts);
    }
    test_group(tests);
}

#if defined(__SANITIZE_ADDRESS__)
/* Criterion's own runner leaks a little at its end; the tests and the library are still looked at. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libcriterion";
}
#endif

/* What a block may have on the devices of sm_80 and newer that have the least. */
enum { LEAST_SHARED_BYTES = 99 << 10 };

/* Of the host: lower than the library's limit, so that arrays of tests are long enough for several threads. */
enum { TEST_LEAST_SHARED_NS = 20000 };

tcu_context *test_context_new(void)
{
    tcu_context *context = NULL;
    tcu_status status = tcu_context_create(&context, test_backend_of_run(), -1);
    cr_assert(status == TCU_SUCCESS, "no context on the %s backend: %s", backend_names[backend_of_run()],
              tcu_context_last_error(NULL));
    context->least_shared_ns = TEST_LEAST_SHARED_NS;
    if (getenv("TCU_TEST_WITHOUT_BULK_COPIES") != NULL) {
        context->has_bulk_copies = false;
        context->cluster_blocks = 1;
        if (context->properties.shared_memory_per_block > LEAST_SHARED_BYTES) {
            context->properties.shared_memory_per_block = LEAST_SHARED_BYTES;
        }
    }
    const char *const multiprocessors = getenv("TCU_TEST_MULTIPROCESSORS");
    if (multiprocessors != NULL && test_on_cuda()) {
        const int count = atoi(multiprocessors);
        cr_assert(count > 0, "TCU_TEST_MULTIPROCESSORS=%s is no number of multiprocessors", multiprocessors);
        test_limit_stream(context, count, count);
    }
    return context;
}

void test_limit_stream(tcu_context *context, int multiprocessors, int cluster_blocks)
{
    context->stream_multiprocessors = multiprocessors;
    context->stream_cluster_blocks = cluster_blocks;
#ifdef TCU_TEST_EMULATED
    emulated_limit_streams(multiprocessors, cluster_blocks);
#endif
}

void test_share_all_calls(tcu_context *context)
{
    context->least_shared_ns = 0;
}
