/* SPDX-License-Identifier: Apache-2.0 */
/** @file variants.h CUB's forms of the operations: the benchmark runs all that apply to a problem, and shows the fastest. */
#ifndef TCU_BENCH_CUB_VARIANTS_H
#define TCU_BENCH_CUB_VARIANTS_H

#include <vector>

#include "bench/problem.h"

namespace bench
{
/** As CUB has it: with `temp` NULL sets `*temp_bytes`, else runs. Returns a cudaError_t. */
using CubRun = int (*)(const bench_problem *problem, void *temp, size_t *temp_bytes, void *stream);

struct CubVariant {
    bench_op op;
    bench_form form;
    tcu_type in_type, out_type;
    int half_sums;    // sums, or bins found, in half precision: as a user gets it, but far outside the error bound
    const char *name; // in the output
    CubRun run;
    int rejects_reversed; // partitions: those without a flag stand in reversed order, as CUB has it
    int overwrites_input; // begins where bring_input() puts the input
};

/** The forms of each family, by its cub.cu, in the order in which they are tried. */
struct CubTable {
    const CubVariant *begin, *end;
    bool
        ignores_sign; // of integers from one type to the same, CUB is compiled for the unsigned one: no form knows signs
};
#define BENCH_DECLARE_CUB(family) CubTable family##_cub();
BENCH_FAMILIES(BENCH_DECLARE_CUB)

/** Those that apply to a problem. */
std::vector<const CubVariant *> find_cub(const bench_problem &problem);

/** CUB_VERSION of what was compiled: major * 100000 + minor * 100 + patch; 0 without CUB. */
int cub_version();
} // namespace bench

#endif
