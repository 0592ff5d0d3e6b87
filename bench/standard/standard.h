/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file standard.h
 * Algorithms of the C++ standard library, on one thread. Each function is a yardstick (bench/host/yardsticks.h): it
 * returns 0, or 1 without a result for operations and types that it does not have.
 */
#ifndef TCU_BENCH_STANDARD_H
#define TCU_BENCH_STANDARD_H

#include "bench/problems/problem.h"

namespace bench
{
/** A function object called with a value of the C type of an element type; 1 for types of 16 bits that C has not. */
template <class Function>
int with_type(tcu_type type, Function function)
{
    switch (type) {
    case TCU_TYPE_F32:
        return function(float());
    case TCU_TYPE_F64:
        return function(double());
    case TCU_TYPE_I8:
        return function(int8_t());
    case TCU_TYPE_U8:
        return function(uint8_t());
    case TCU_TYPE_I16:
        return function(int16_t());
    case TCU_TYPE_U16:
        return function(uint16_t());
    case TCU_TYPE_I32:
        return function(int32_t());
    case TCU_TYPE_U32:
        return function(uint32_t());
    case TCU_TYPE_I64:
        return function(int64_t());
    case TCU_TYPE_U64:
        return function(uint64_t());
    default:
        return 1;
    }
}

int standard_reduce(const bench_problem *problem);     // std::reduce; std::transform_reduce to wider types
int standard_accumulate(const bench_problem *problem); // std::accumulate
int standard_scan(const bench_problem *problem);       // std::inclusive_scan, std::exclusive_scan
int standard_difference(const bench_problem *problem); // std::adjacent_difference

int standard_copy_if(const bench_problem *problem);
int standard_partition_copy(
    const bench_problem *problem); // the others into memory of its own, from there behind the kept
int standard_stable_partition(const bench_problem *problem);
int standard_unique_copy(const bench_problem *problem);

int standard_sort(const bench_problem *problem); // of pairs by key and position; argsort, segments too
int standard_stable_sort(const bench_problem *problem);
} // namespace bench

#endif
