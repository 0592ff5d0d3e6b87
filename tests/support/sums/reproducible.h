/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a reproducible sum or scan should be, to the bit: the formulas of reduce.h and scan.h, element by element. Of
 * sums each level fills a chunk, and hands its sum on to the next level when it is full.
 */
#ifndef TEST_SUMS_REPRODUCIBLE_H
#define TEST_SUMS_REPRODUCIBLE_H

#include "reduction.h"

enum {
    TEST_REPRODUCIBLE_LEVELS = 6,
    TEST_REPRODUCIBLE_COLUMNS = 256,
    TEST_REPRODUCIBLE_CHUNK = 4096,
    TEST_REPRODUCIBLE_GROUP = 8, /* of scans */
    TEST_REPRODUCIBLE_FAN = 32
};

/* A chunk of a level: its columns' sums so far. */
typedef struct test_chunk {
    double columns[TEST_REPRODUCIBLE_COLUMNS];
    uint64_t count;
} test_chunk;

typedef struct test_reproducible {
    const test_reduction *reduction;
    tcu_type in_type, out_type;
    bool in_f32;                                 /* every operation rounds to f32, else to f64 */
    test_chunk levels[TEST_REPRODUCIBLE_LEVELS]; /* of sums */
    /* Of scans: elements so far, the prefix in the group and what comes before it; each level's totals, and what comes
     * before the next one of these in its 32. */
    uint64_t count;
    double in_group, before;
    double totals[TEST_REPRODUCIBLE_LEVELS][TEST_REPRODUCIBLE_FAN];
    double befores[TEST_REPRODUCIBLE_LEVELS];
} test_reproducible;

/* Whether a reduction of these types is such a sum: of reals. */
bool test_is_reproducible(const test_reduction *reduction, tcu_type out_type);

void test_reproducible_begin(test_reproducible *sum, const test_reduction *reduction, tcu_type in_type,
                             tcu_type out_type);
void test_reproducible_add(test_reproducible *sum, double element);

/* The bits of the result, an element of the output's type. */
uint64_t test_reproducible_result(test_reproducible *sum);

/* The next element of a scan; the bits of the result at its place. */
uint64_t test_reproducible_scan(test_reproducible *scan, double element, tcu_scan_kind kind);

#endif /* TEST_SUMS_REPRODUCIBLE_H */
