/* SPDX-License-Identifier: Apache-2.0 */
/* The runner draws a seed where nobody chose one, says it, and hands it to every test's process. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
    (void)tests;
    if (getenv("TCU_TEST_SEED") == NULL) {
        struct timespec now;
        char text[32];
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(text, sizeof text, "%lld", (long long)now.tv_sec * 1000000000 + now.tv_nsec);
        setenv("TCU_TEST_SEED", text, 1);
    }
    fprintf(stderr, "tcu tests: TCU_TEST_BACKEND=emulated TCU_TEST_SEED=%s\n", getenv("TCU_TEST_SEED"));
}
