/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bounds.h What rounding may do: |error| of an operation, in units of the sum of its terms' magnitudes. Studies add
 * these up over the operations of a chain to tell a wrong result from a rounded one.
 */
#ifndef TCU_BENCH_STUDIES_BOUNDS_H
#define TCU_BENCH_STUDIES_BOUNDS_H

#include <cmath>
#include <cstdint>

namespace study
{
constexpr double kHalfRounding = 0x1p-11;  // to f16, to nearest
constexpr double kFloatRounding = 0x1p-24; // to f32
constexpr double kMostHalf = 65504;        // the largest f16

/** A product of the matrix unit, f32 accumulators: 16 terms and the accumulator may each be cut where f32 ends, and so may
 * their sum. */
constexpr double kUnitRounding = (16 + 1 + 1) * 2 * kFloatRounding;
/** With f16 accumulators: besides, the sum is rounded to f16, maybe towards zero. */
constexpr double kUnitHalfRounding = kUnitRounding + 2 * kHalfRounding;

/** The library's sums of n numbers of f16 in f32 (reduce.h, "Accuracy"). */
inline double library_rounding(uint64_t n)
{
    return 4 * kFloatRounding * std::fmax(1, std::log2(double(n)));
}
} // namespace study

#endif
