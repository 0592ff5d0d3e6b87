/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TCU_TEST_TOGETHER=N: up to N tests of a suite run in one process, one after the other. Criterion starts a process
 * for each test; on a GPU that begins with a quarter of a second in which the driver makes a context, under
 * compute-sanitizer with a second, and the driver does one after the other, so that more processes at a time are of
 * no use.
 *
 * The runner keeps the first test of each group and takes the others out of its list. The first one's process runs
 * them behind it. Criterion hands a test's body to criterion_internal_test_main(), which this file defines for its
 * programs, around the library's own: so a failed assertion in one of the others fails the first test, with the
 * other's file and line, and the rest of the group does not run. What a test does to the environment is undone
 * before the next one.
 *
 * Tests and suites with functions that run before or after a test, expected signals or exit codes, and suites that
 * count what a whole process has (below), keep their processes.
 */
#define _GNU_SOURCE

#include "test_together.h"

#include <criterion/criterion.h>
#include <criterion/internal/ordered-set.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of tests whose timeout is not set, as far as a group's is a sum. */
static const double default_timeout = 60;

static const char *const alone[] = {"cuda_device", "cuda_memory", "cuda_pool", "cuda_streams", "live_handles"};

static bool has_functions(const struct criterion_test_extra_data *data)
{
    return data->init != NULL || data->fini != NULL || data->signal != 0 || data->exit_code != 0;
}

static bool is_alone(const struct criterion_suite *suite)
{
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        if (strcmp(suite->name, alone[i]) == 0) {
            return true;
        }
    }
    return suite->data != NULL && (suite->data->disabled || has_functions(suite->data));
}

/* --------------------------------------------------------------------------------------- in the runner's process --- */

/* The groups, "suite/first,other,other;..." */
#define GROUPS "TCU_TEST_GROUPS"

static long tests_of_group(void)
{
    const char *value = getenv("TCU_TEST_TOGETHER");
    if (value == NULL || value[0] == '\0') {
        return 1;
    }
    char *end;
    const long tests = strtol(value, &end, 10);
    if (*end != '\0' || tests < 1) {
        fprintf(stderr, "TCU_TEST_TOGETHER=%s is not a number from 1\n", value);
        abort();
    }
    return tests;
}

static double timeout_of(const struct criterion_test *test)
{
    return test->data->timeout > 0 ? test->data->timeout : default_timeout;
}

void test_group(struct criterion_test_set *tests)
{
    const long together = tests_of_group();
    if (together == 1) {
        return;
    }
    char *groups;
    size_t bytes, others = 0;
    FILE *out = open_memstream(&groups, &bytes);
    FOREACH_SET (struct criterion_suite_set *suite, tests->suites) {
        if (suite->tests == NULL || is_alone(&suite->suite)) {
            continue;
        }
        struct criterion_test *first = NULL;
        long in_group = 0;
        FOREACH_SET (struct criterion_test *test, suite->tests) {
            if (test->data->disabled || test->data->kind_ != CR_TEST_NORMAL || has_functions(test->data)) {
                continue;
            }
            if (first == NULL || in_group == together) {
                first = test;
                in_group = 1;
                fprintf(out, ";%s/%s", test->category, test->name);
                continue;
            }
            fprintf(out, ",%s", test->name);
            first->data->timeout = timeout_of(first) + timeout_of(test);
            test->data->disabled = true;
            in_group++;
            others++;
        }
    }
    fprintf(out, ";");
    fclose(out);
    setenv(GROUPS, groups, 1);
    free(groups);
    fprintf(stderr, "tcu tests: %zu more tests run in the processes of others\n", others);
}

/* ----------------------------------------------------------------------------------------- in a test's process --- */

/* All tests of the program, from Criterion's section of them. */
extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[];

static struct criterion_test *find_test(const char *suite, const char *name, size_t length)
{
    for (struct criterion_test **test = __start_cr_tst; test < __stop_cr_tst; test++) {
        if (*test != NULL && strcmp((*test)->category, suite) == 0 && strncmp((*test)->name, name, length) == 0 &&
            (*test)->name[length] == '\0') {
            return *test;
        }
    }
    cr_assert(false, "there is no test %s/%.*s", suite, (int)length, name);
    return NULL;
}

extern char **environ;

static char **copy_environment(void)
{
    size_t count = 0;
    while (environ[count] != NULL) {
        count++;
    }
    char **copy = malloc((count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++) {
        copy[i] = strdup(environ[i]);
    }
    copy[count] = NULL;
    return copy;
}

static void restore_environment(char *const *variables)
{
    clearenv();
    for (size_t i = 0; variables[i] != NULL; i++) {
        putenv(variables[i]);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool is_behind; /* a test runs that is not its group's first */
static void (*body_of_first)(void);

/* The names behind the group's first test, or NULL. */
static const char *others_of(const struct criterion_test *first)
{
    const char *groups = getenv(GROUPS);
    char name[256];
    const int length = snprintf(name, sizeof name, ";%s/%s", first->category, first->name);
    for (const char *at = groups; at != NULL && (at = strstr(at, name)) != NULL; at += length) {
        if (at[length] == ',') {
            return at + length;
        }
    }
    return NULL;
}

static void run_group(void)
{
    char **variables = copy_environment();
    const char *others = others_of(criterion_current_test), *suite = criterion_current_test->category;
    body_of_first();
    while (others != NULL && *others == ',') {
        const char *name = others + 1;
        const size_t length = strcspn(name, ",;");
        restore_environment(variables);
        is_behind = true;
        const double begin = seconds();
        find_test(suite, name, length)->test();
        is_behind = false;
        fprintf(stderr, "[PASS] %s::%.*s: (%.2fs), behind others\n", suite, (int)length, name, seconds() - begin);
        others = name + length;
    }
}

/* Criterion's functions around a test's body. */

typedef void plain_function(void);

static plain_function *criterion_function(const char *name)
{
    plain_function *function;
    void *const symbol = dlsym(RTLD_NEXT, name);
    memcpy(&function, &symbol, sizeof function);
    return function;
}

void criterion_internal_test_setup(void)
{
    if (!is_behind) {
        criterion_function(__func__)();
    }
}

void criterion_internal_test_main(void (*body)(void))
{
    if (is_behind) {
        body();
        return;
    }
    void (*criterion_main)(void (*)(void));
    void *const symbol = dlsym(RTLD_NEXT, __func__);
    memcpy(&criterion_main, &symbol, sizeof criterion_main);
    body_of_first = body;
    criterion_main(getenv(GROUPS) != NULL ? run_group : body);
}

void criterion_internal_test_teardown(void)
{
    if (!is_behind) {
        criterion_function(__func__)();
    }
}
