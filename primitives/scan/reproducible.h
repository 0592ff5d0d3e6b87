/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of additions of reproducible scans, on every backend: scan.h states it. Elements are taken in groups of 8, the
 * groups in rows of 32, the rows in chunks of 32, and so on, 32 of a level being one of the next. What comes before one of
 * 32 is what W. D. Hillis and G. L. Steele ("Data Parallel Algorithms", Communications of the ACM 29, 1986) form in five
 * steps: a warp does so with one number a lane, and a prefix has five roundings a level, not 31.
 *
 * So what is added to a result is known as soon as 32 sums of each level are, and does not depend on which of them came
 * first.
 */
#ifndef TCUI_SCAN_REPRODUCIBLE_H
#define TCUI_SCAN_REPRODUCIBLE_H

#include "primitives/context/segments.h"
#include "tcu/types.h"

enum {
    TCUI_SCAN_GROUP = 8,
    TCUI_SCAN_FAN = 32, /* of a level that are one of the next */
    TCUI_SCAN_ROW = TCUI_SCAN_GROUP * TCUI_SCAN_FAN,
    TCUI_SCAN_CHUNK = TCUI_SCAN_ROW * TCUI_SCAN_FAN,
    TCUI_SCAN_STEPS = 5,
    /* Above groups, or above chunks: 8 * 32^12 is more than 2^63. */
    TCUI_SCAN_LEVELS = 13
};

/* Numbers of each level so far, and their sums after each step: sums[0] are the numbers, sums[s + 1][i] = sums[s][i - 2^s] +
 * sums[s][i] where there is the former. An upper level's numbers are totals of 32 of the level below. */
typedef struct tcui_scan_prefixes {
    tcu_type t;     /* that additions are done in: f32 or f64 */
    uint64_t count; /* numbers of the lowest level */
    double sums[TCUI_SCAN_LEVELS][TCUI_SCAN_STEPS + 1][TCUI_SCAN_FAN];
} tcui_scan_prefixes;

/* An addition in t. */
static inline double tcui_scan_add(tcu_type t, double a, double b)
{
    return t == TCU_TYPE_F32 ? (double)((float)a + (float)b) : a + b;
}

/* (What is not yet there is never read.) */
static inline void tcui_scan_prefixes_begin(tcui_scan_prefixes *prefixes, tcu_type t)
{
    prefixes->t = t;
    prefixes->count = 0;
}

/* The next number of the lowest level. */
static inline void tcui_scan_prefixes_add(tcui_scan_prefixes *prefixes, double x)
{
    uint64_t index = prefixes->count++;
    for (int level = 0; level < TCUI_SCAN_LEVELS; level++, index /= TCUI_SCAN_FAN) {
        double(*const sums)[TCUI_SCAN_FAN] = prefixes->sums[level];
        const uint64_t i = index % TCUI_SCAN_FAN;
        sums[0][i] = x;
        for (int s = 0; s < TCUI_SCAN_STEPS; s++) {
            const uint64_t distance = (uint64_t)1 << s;
            sums[s + 1][i] = i >= distance ? tcui_scan_add(prefixes->t, sums[s][i - distance], sums[s][i]) : sums[s][i];
        }
        if (i < TCUI_SCAN_FAN - 1) {
            return;
        }
        x = sums[TCUI_SCAN_STEPS][i];
    }
}

/* The sum of all numbers so far, from the highest level to the lowest one. */
static inline double tcui_scan_prefixes_sum(const tcui_scan_prefixes *prefixes)
{
    uint64_t index[TCUI_SCAN_LEVELS] = {prefixes->count};
    int level = 0;
    for (; level + 1 < TCUI_SCAN_LEVELS && index[level] >= TCUI_SCAN_FAN; level++) {
        index[level + 1] = index[level] / TCUI_SCAN_FAN;
    }
    double sum = 0;
    for (; level >= 0; level--) {
        const uint64_t i = index[level] % TCUI_SCAN_FAN;
        sum = i > 0 ? tcui_scan_add(prefixes->t, sum, prefixes->sums[level][TCUI_SCAN_STEPS][i - 1]) : sum;
    }
    return sum;
}

#endif /* TCUI_SCAN_REPRODUCIBLE_H */
