/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tcu_fuzz: random calls of every family of public functions, held against the plain loops of the suite.
 *
 *     tcu_fuzz [--backend host|reference|cuda|emulated] [--seconds S] [--cases N] [--seed N] [--only FAMILY,...]
 *              [--failures N] [--case K [--from A]] [--list]
 *
 * --cases takes the numbers of cases below N, of which each family has its own; without it and --seconds a run takes
 * twenty seconds. Case k is all that follows from the seed and k: `--seed N --case K` repeats it. Many cases run in a
 * process, with the same contexts and memory; a failure that comes from a case before it is repeated by `--from`, the
 * first one of its process. At the end stand cases and failures of each family. Status 0: nothing failed; 1: something
 * did; 2: bad usage.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "children.h"
#include "test_backend.h"

typedef struct options {
    fuzz_run run;
    double seconds;         /* 0: no end */
    uint64_t failures;      /* after so many it ends */
    uint64_t first, behind; /* the cases from first on, before behind */
    bool is_one;            /* the last of them is */
    bool lists;
} options;

static int usage(const char *problem, const char *argument)
{
    fprintf(stderr,
            "tcu_fuzz: %s: %s\n"
            "usage: tcu_fuzz [--backend host|reference|cuda|emulated] [--seconds S] [--cases N] [--seed N]\n"
            "                [--only FAMILY,...] [--failures N] [--case K [--from A]] [--list]\n",
            problem, argument);
    return 2;
}

static bool parse_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 0);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

static bool parse_families(const char *text, bool *takes)
{
    memset(takes, 0, FUZZ_FAMILIES * sizeof *takes);
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        int found = FUZZ_FAMILIES;
        for (int i = 0; i < FUZZ_FAMILIES; i++) {
            const char *const name = fuzz_families[i]->name;
            found = strlen(name) == length && strncmp(name, text, length) == 0 ? i : found;
        }
        if (found == FUZZ_FAMILIES) {
            return false;
        }
        takes[found] = true;
        text += length + (text[length] == ',');
    }
    return true;
}

static uint64_t fresh_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 32;
}

/* 0, or the status to end with. */
static int parse(int argc, char **argv, options *o)
{
    uint64_t seconds = UINT64_MAX, cases = UINT64_MAX, one = UINT64_MAX, from = UINT64_MAX;
    const struct {
        const char *name;
        uint64_t *number;
    } numbers[] = {{"--seconds", &seconds}, {"--cases", &cases},      {"--case", &one},
                   {"--from", &from},       {"--seed", &o->run.seed}, {"--failures", &o->failures}};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    o->run.seed = fresh_seed();
    o->failures = 10;
    memset(o->run.takes, true, sizeof o->run.takes);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            o->lists = true;
            continue;
        }
        if (i + 1 == argc) {
            return usage("no option, or one without its value", argv[i]);
        }
        const char *const name = argv[i], *const value = argv[++i];
        int n = 0;
        while (n < NUMBERS && strcmp(name, numbers[n].name) != 0) {
            n++;
        }
        if (strcmp(name, "--backend") == 0) {
            setenv("TCU_TEST_BACKEND", value, 1);
        } else if (strcmp(name, "--only") == 0) {
            if (!parse_families(value, o->run.takes)) {
                return usage("no such family (--list names them)", value);
            }
        } else if (n == NUMBERS) {
            return usage("no option", name);
        } else if (!parse_number(value, numbers[n].number)) {
            return usage("no number", value);
        }
    }
    o->is_one = one != UINT64_MAX;
    o->first = !o->is_one ? 0 : from < one ? from : one;
    o->behind = o->is_one ? one + 1 : cases;
    o->seconds = seconds != UINT64_MAX ? (double)seconds : o->is_one || cases != UINT64_MAX ? 0 : 20;
    return 0;
}

/* What repeats the case: alone, or behind those that ran in its process before it. */
static void report(const char *program, fuzz_progress *progress)
{
    const uint64_t at = progress->at, first = progress->first, seed = progress->run.seed;
    printf("\nfuzz: case %" PRIu64 " of seed %" PRIu64 ", of %s, failed: %s\n", at, seed,
           fuzz_families[at % FUZZ_FAMILIES]->name, progress->sentence);
    const char *const backend = getenv("TCU_TEST_BACKEND");
    printf("fuzz: repeat it by: %s%s%s --seed %" PRIu64 " --case %" PRIu64, program,
           backend != NULL ? " --backend " : "", backend != NULL ? backend : "", seed, at);
    const fuzz_progress was = *progress;
    progress->run.end = INFINITY;
    if (fuzz_run_child(progress, at, at + 1)) {
        printf(" --from %" PRIu64 " (alone it passes)", first);
    }
    *progress = was;
    printf("\n");
    fflush(stdout);
}

static void list_families(void)
{
    for (int i = 0; i < FUZZ_FAMILIES; i++) {
        printf("%s\n", fuzz_families[i]->name);
    }
}

/* Returns the cases that ran. */
static uint64_t print_families(const fuzz_progress *progress, const uint64_t *failures)
{
    uint64_t all = 0;
    printf("\n%-14s %10s %16s %9s\n", "family", "cases", "refused memory", "failures");
    for (int i = 0; i < FUZZ_FAMILIES; i++) {
        if (progress->run.takes[i]) {
            printf("%-14s %10" PRIu64 " %16" PRIu64 " %9" PRIu64 "\n", fuzz_families[i]->name, progress->cases[i],
                   progress->refused[i], failures[i]);
            all += progress->cases[i];
        }
    }
    return all;
}

/* Cases that run in one process: contexts are then as often new as used. (On a GPU it takes a second to start one.) */
static uint64_t cases_together(void)
{
    return test_on_emulated() ? 300 : test_on_cuda() ? 30000 : 1500;
}

int main(int argc, char **argv)
{
    options o = {0};
    int status;
    if (fuzz_is_child(argc, argv, &status) || (status = parse(argc, argv, &o)) != 0) {
        return status;
    }
    if (o.lists) {
        list_families();
        return 0;
    }
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, o.run.seed);
    setenv("TCU_TEST_SEED", seed, 1); /* which sentences of runners name */
    fuzz_progress *const progress = fuzz_progress_new();
    if (progress == NULL) {
        fprintf(stderr, "tcu_fuzz: there is no memory to share\n");
        return 1;
    }
    printf("fuzz: seed %" PRIu64 "\n", o.run.seed);
    o.run.end = o.seconds > 0 ? fuzz_seconds() + o.seconds : INFINITY;
    progress->run = o.run;
    const uint64_t together = o.is_one ? UINT64_MAX : cases_together();
    uint64_t failures[FUZZ_FAMILIES] = {0}, failed = 0;
    for (uint64_t first = o.first; first < o.behind && fuzz_seconds() < o.run.end && failed < o.failures;) {
        const uint64_t behind = o.behind - first < together ? o.behind : first + together;
        if (fuzz_run_child(progress, first, behind)) {
            first = behind;
            continue;
        }
        failed++;
        failures[progress->at % FUZZ_FAMILIES]++;
        report(argv[0], progress);
        first = progress->at + 1;
    }
    const uint64_t all = print_families(progress, failures);
    printf("fuzz: %" PRIu64 " cases, %" PRIu64 " failures, seed %" PRIu64 "\n", all, failed, o.run.seed);
    return failed > 0 || all == 0;
}
