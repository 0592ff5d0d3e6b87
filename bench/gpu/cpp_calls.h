/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp_calls.h The same calls by the headers for C++, to see that these cost nothing. */
#ifndef TCU_BENCH_GPU_CPP_CALLS_H
#define TCU_BENCH_GPU_CPP_CALLS_H

#include "bench/problem.h"

#include <functional>

namespace bench
{
/** The call in C++ of a problem: sums and inclusive prefix sums of f32; else an empty function. The context is borrowed. */
std::function<void()> call_in_cpp(tcu_context *context, const bench_problem &problem);
} // namespace bench

#endif
