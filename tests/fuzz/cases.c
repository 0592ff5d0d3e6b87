/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case k: all that it has is drawn by a generator of the run's seed and k. First its context: the number of threads,
 * from where on threads share work, arithmetic, rows of tuning files; then the case itself. One in eight gets an
 * allocator that refuses.
 */
#define _POSIX_C_SOURCE 200809L

#include "cases.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assertions.h"
#include "primitives/context/context_internal.h"
#include "primitives/context/tuning.h"
#include "refused_memory.h"
#include "test_backend.h"
#include "test_tuning.h"

/* Of a family, from its first case on. */
typedef struct opened {
    void *state;
    double least_shared_ns; /* its context's own */
} opened;

/* The emulated device's own order of threads begins anew with each case; other backends have none to set. */
__attribute__((weak)) void fuzz_seed_device(uint64_t seed);

double fuzz_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void draw_context(tcu_context *context, const opened *family, test_random *random)
{
    if (test_has_threads()) {
        const int threads = (int)test_random_below(random, 6);
        cr_assert(tcu_context_set_threads(context, threads) == TCU_SUCCESS, "%s", tcu_context_last_error(context));
        context->least_shared_ns = test_random_below(random, 2) == 0 ? 0 : family->least_shared_ns;
    }
    const bool is_auto = test_random_below(random, 4) > 0;
    const tcu_arithmetic arithmetic = (tcu_arithmetic)test_random_below(random, TCU_ARITHMETIC_PLAIN + 1);
    cr_assert(tcu_context_set_arithmetic(context, is_auto ? TCU_ARITHMETIC_AUTO : arithmetic) == TCU_SUCCESS);
    cr_assert(tcu_context_set_pointer_checks(context, (int)test_random_below(random, 2)) == TCU_SUCCESS);
    if (getenv("TCU_PATH") == NULL) {
        memset(context->forced_paths, 0, sizeof context->forced_paths);
    }
    tcui_tuning_reset(context);
    if (test_random_below(random, 4) == 0) {
        const tcui_tuning_family *tuning;
        for (size_t i = 0; (tuning = tcui_tuning_family_at(i)) != NULL; i++) {
            test_tuning_draw(context, tuning->operation, random);
        }
    }
}

static bool run_case(const fuzz_family *family, opened *of_family, test_random *random, uint64_t *refused)
{
    static char failure[sizeof((fuzz_progress *)0)->sentence];
    if (of_family->state == NULL) {
        of_family->state = calloc(1, family->bytes);
        cr_assert(of_family->state != NULL, "no memory for a runner");
        family->open(of_family->state);
        of_family->least_shared_ns = family->context(of_family->state)->least_shared_ns;
    }
    void *const state = of_family->state;
    draw_context(family->context(state), of_family, random);
    family->draw(state, random);
    bool passed;
    if (test_random_below(random, 8) == 0) {
        ++*refused;
        passed = fuzz_refuse_memory(family, state, failure, sizeof failure);
    } else {
        family->prepare(state);
        passed = family->execute(state) && family->verify(state);
        snprintf(failure, sizeof failure, "%s", family->failure(state));
    }
    if (!passed) {
        fuzz_fail(failure);
    }
    return passed;
}

bool fuzz_run_cases(fuzz_progress *progress)
{
    const fuzz_run *const run = &progress->run;
    opened families[FUZZ_FAMILIES] = {{NULL, 0}};
    fuzz_report_to(progress);
    for (progress->at = progress->first; progress->at < progress->behind && fuzz_seconds() < run->end; progress->at++) {
        const uint64_t which = progress->at % FUZZ_FAMILIES;
        if (!run->takes[which]) {
            continue;
        }
        test_random random = test_random_part(run->seed, progress->at);
        if (fuzz_seed_device != NULL) {
            fuzz_seed_device(run->seed ^ progress->at);
        }
        progress->cases[which]++;
        if (!run_case(fuzz_families[which], &families[which], &random, &progress->refused[which]) ||
            progress->has_failed) {
            return false;
        }
    }
    for (int i = 0; i < FUZZ_FAMILIES; i++) {
        if (families[i].state != NULL) {
            fuzz_families[i]->close(families[i].state);
            free(families[i].state);
        }
    }
    progress->is_behind = !progress->has_failed;
    return progress->is_behind;
}
