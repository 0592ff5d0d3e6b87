/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of f16 whose sums are easy and hard: how much of the sum of |x| is left in the sum. */
#ifndef TCU_BENCH_STUDIES_PRECISION_INPUTS_CUH
#define TCU_BENCH_STUDIES_PRECISION_INPUTS_CUH

#include <cmath>

#include "bench/inputs/random.h"
#include "bench/studies/gpu.cuh"

namespace study
{
enum class Input {
    uniform,        // in [0, 1): sum |x| = sum x
    normal,         // mean 0, deviation 1: sums go with sqrt(n), sum |x| with n
    alternating,    // +, -, +, -, ... of magnitudes uniform in [1, 2): neighbours nearly cancel
    integers,       // -1, 0 and 1: partial sums of 2^16 of them are far below 2048, so exact in f16 in any order
    ill_conditioned // the second half of the array takes the first one away, but for one small number in 64
};
constexpr const char *kInputNames[] = {"uniform", "normal", "alternating", "integers", "ill-conditioned"};
constexpr int kInputs = sizeof kInputNames / sizeof kInputNames[0];
constexpr int kFillThreads = 256;

constexpr uint64_t kRest = 64;    // one in so many numbers is not taken away
constexpr float kRestIs = 0.0625; // what it is
constexpr float kTaken = 16;      // deviation of those that are

constexpr uint64_t kOrder = 0x9e3779b1; // odd: a permutation of any power of two

/** After G. E. P. Box, M. E. Muller: "A note on the generation of random normal deviates", 1958. */
__device__ inline float draw_normal(uint64_t i)
{
    const double two_pi = 6.283185307179586;
    const double radius = bench_unit(bench_hash(i ^ BENCH_SEED)), angle = bench_unit(bench_hash(~i ^ BENCH_SEED));
    return float(sqrt(-2 * log(1 - radius)) * cos(two_pi * angle));
}

__device__ inline float draw(Input input, uint64_t i, uint64_t n)
{
    const float unit = float(bench_unit(bench_hash(i ^ BENCH_SEED)));
    // The second half in another order than the first one, so that no two partial sums are the same but for their sign.
    const uint64_t half = n / 2, of_half = i < half ? i : (i - half) * kOrder % half;
    switch (input) {
    case Input::uniform:
        return unit;
    case Input::normal:
        return draw_normal(i);
    case Input::alternating:
        return i % 2 == 0 ? 1 + unit : -1 - unit;
    case Input::integers:
        return float(bench_hash(i ^ BENCH_SEED) % 3) - 1;
    default:
        return of_half % kRest == 0 ? kRestIs : (i < half ? kTaken : -kTaken) * draw_normal(of_half);
    }
}

/** x[i] in f16, for a power of two n. */
static __global__ void fill_kernel(Input input, __half *x, uint64_t n)
{
    const uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = __float2half_rn(draw(input, i, n));
    }
}
} // namespace study

#endif
