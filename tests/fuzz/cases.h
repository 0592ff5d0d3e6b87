/* SPDX-License-Identifier: Apache-2.0 */
/* Cases one after the other, in a process that they may end. */
#ifndef FUZZ_CASES_H
#define FUZZ_CASES_H

#include "family.h"

/* What a run is of. */
typedef struct fuzz_run {
    uint64_t seed;
    bool takes[FUZZ_FAMILIES];
    double end; /* seconds of the monotonic clock */
} fuzz_run;

/* In memory that the process shares with the one that started it. */
typedef struct fuzz_progress {
    fuzz_run run;
    uint64_t first, behind; /* the cases from first on, before behind */
    volatile uint64_t at;   /* the case that runs, or will next */
    uint64_t cases[FUZZ_FAMILIES], refused[FUZZ_FAMILIES];
    bool has_failed; /* the case */
    bool is_behind;  /* all cases have passed, and what they opened is closed: what comes now is found by a sanitizer */
    char sentence[4096];
} fuzz_progress;

/* Runs the cases until one fails or time is over. Runners are new at first. False: case progress->at has failed, with a
 * sentence. */
bool fuzz_run_cases(fuzz_progress *progress);

double fuzz_seconds(void);

#endif /* FUZZ_CASES_H */
