/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file yardsticks.h
 * What users write instead of a call of the library: algorithms of the C++ standard library (standard.cpp of a family) and
 * loops in C (serial*.c). One thread; compiled with -O3 for the processors that the compiler assumes by itself.
 */
#ifndef TCU_BENCH_HOST_YARDSTICKS_H
#define TCU_BENCH_HOST_YARDSTICKS_H

#include "bench/problem.h"

namespace bench
{
struct Yardstick {
    const char *name;
    int (*run)(const bench_problem *problem); // 0, or 1 without a result for operations and types that it does not have
    bool is_judged;                           // false: shown only, since it was compiled for other processors
};
} // namespace bench

#endif
