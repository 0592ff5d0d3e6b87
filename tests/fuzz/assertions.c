/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that Criterion's macros call, in the place of those of its library. */
#include "assertions.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "test_together.h"

static fuzz_progress *reported;

void fuzz_report_to(fuzz_progress *progress)
{
    reported = progress;
}

void fuzz_fail(const char *sentence)
{
    if (!reported->has_failed) {
        snprintf(reported->sentence, sizeof reported->sentence, "%s", sentence);
        reported->has_failed = true;
    }
}

void criterion_send_assert(struct criterion_assert_stats *stats)
{
    if (!stats->passed) {
        char sentence[sizeof reported->sentence];
        snprintf(sentence, sizeof sentence, "%s:%u: %s", stats->file, stats->line, stats->message);
        fuzz_fail(sentence);
    }
}

void criterion_abort_test(void)
{
    fflush(NULL);
    _exit(1);
}

void criterion_continue_test(void) {}

void cri_asserts_passed_incr(void) {}

/* Of Criterion's list of tests, which these programs have not. */
void test_group(struct criterion_test_set *tests)
{
    (void)tests;
}
