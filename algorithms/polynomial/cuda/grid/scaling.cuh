/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Power-of-two scaling, so that no power and no product overflows or loses bits. With t = 2^s z, |z| <= 1, and
 *
 *     c'_k = 2^(s k - e) c_k,   max |c'_k| in [1, 2),      p(t) = 2^e sum over k of c'_k z^k
 *
 * everything that the products add up is below 2 (d + 1). What is left is underflow: an operand below the least number
 * of its format is rounded to a multiple of it. These errors are below u S as long as one term is large enough,
 *
 *     |c'_k| |z|^k >= 2^-budget   for some k,
 *
 * which holds for all |z| >= the row's least one. Points of a warp's tile below the least |z| of a tile of 16 rows, and
 * points and coefficients that are not finite, go through Horner's scheme.
 */
#ifndef TCUI_POLYNOMIAL_GRID_SCALING_CUH
#define TCUI_POLYNOMIAL_GRID_SCALING_CUH

#include <climits>

#include "algorithms/polynomial/cuda/points.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* Exponents of |z|, and limits to them: what is not finite is below every limit, and zero below all but one. */
enum : int { exponent_of_no_number = INT_MIN, exponent_of_zero = INT_MIN + 1, any_exponent = INT_MIN + 1 };
enum : int { no_exponent = INT_MAX };

/* e, 2^e <= |x| < 2^(e + 1). */
__device__ __forceinline__ int exponent_of(f64 x)
{
    const int field = __double2hiint(x) >> 20 & 0x7ff;
    if (field == 0) {
        return x == 0 ? exponent_of_zero : (__double2hiint(x * 0x1p54) >> 20 & 0x7ff) - 1023 - 54;
    }
    return field == 0x7ff ? exponent_of_no_number : field - 1023;
}

__device__ __forceinline__ int exponent_of(f32 x)
{
    const int field = static_cast<int>(__float_as_uint(x) >> 23 & 0xff);
    if (field == 0) {
        return x == 0 ? exponent_of_zero : static_cast<int>(__float_as_uint(x * 0x1p24f) >> 23 & 0xff) - 127 - 24;
    }
    return field == 0xff ? exponent_of_no_number : field - 127;
}

/* The least exponent of several numbers. (Denormal ones count as zero: no row has a finite limit so low.) */
template <class Compute>
class least_exponent
{
    static constexpr int fraction_bits = sizeof(Compute) == 8 ? 20 : 23, bias = sizeof(Compute) == 8 ? 1023 : 127;
    static constexpr uint32_t infinity = (2 * bias + 1u) << fraction_bits;
    uint32_t smallest = UINT32_MAX, largest = 0; /* upper 32 bits of magnitudes, which are ordered as these are */

  public:
    __device__ __forceinline__ void take(Compute z)
    {
        uint32_t bits;
        if constexpr (sizeof(Compute) == 8) {
            bits = static_cast<uint32_t>(__double2hiint(z)) & 0x7fffffffu;
        } else {
            bits = __float_as_uint(z) & 0x7fffffffu;
        }
        smallest = min(smallest, bits);
        largest = max(largest, bits);
    }

    __device__ __forceinline__ int exponent() const
    {
        const int field = static_cast<int>(smallest >> fraction_bits);
        return largest >= infinity ? exponent_of_no_number : field == 0 ? exponent_of_zero : field - bias;
    }
};

/* 2^e for -1022 - 52 <= e <= 1023, and for -126 - 23 <= e <= 127. */
__device__ __forceinline__ f64 power_of_two(f64, int e)
{
    return ldexp(1.0, e);
}

__device__ __forceinline__ f32 power_of_two(f32, int e)
{
    return ldexpf(1.0f, e);
}

/* The least s with |t| <= 2^s for the largest finite |t|, as far as 2^-s is a number. */
template <class Compute>
__device__ __forceinline__ int scale_of(Compute largest)
{
    constexpr int most = sizeof(Compute) == 8 ? 1022 : 126;
    if (largest == 0) {
        return 0;
    }
    const int e = exponent_of(largest);
    return max(-most, min(most + 2, largest > power_of_two(Compute(), e) ? e + 1 : e));
}

constexpr int range_threads = TCUI_POLYNOMIAL_RANGE_THREADS, range_vectors = TCUI_POLYNOMIAL_RANGE_VECTORS;

/* largest[block] = the largest finite |t| of the points that the block looks at. Counted: `length` says how many of all
 * points there are. */
template <class In, bool Counted>
__global__ void __launch_bounds__(range_threads)
    polynomial_range_kernel(const In *points, uint64_t all, bool whole_vectors, variable map, computed<In> *largest,
                            const uint64_t *length)
{
    const uint64_t n = length_now<Counted>(all, length);
    using compute = computed<In>;
    constexpr int V = vector_elements<In>;
    constexpr uint64_t batch = static_cast<uint64_t>(range_threads) * V * range_vectors;
    __shared__ compute of_warp[range_threads / TCUI_WARP_LANES];
    compute most = 0;
    for (uint64_t first = blockIdx.x * batch; first < n; first += gridDim.x * batch) {
        const auto first_of = [&](int v) { return first + (v * range_threads + threadIdx.x) * V; };
        compute x[range_vectors][V];
#pragma unroll
        for (int v = 0; v < range_vectors; v++) {
            load_points<In>(x[v], points, first_of(v), n, whole_vectors);
        }
#pragma unroll
        for (int v = 0; v < range_vectors; v++) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                const compute t = fabs(map_point(x[v][i], map));
                most = isfinite(t) && t > most && first_of(v) + i < n ? t : most;
            }
        }
    }
    for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
        most = fmax(most, __shfl_xor_sync(all_lanes, most, distance));
    }
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        of_warp[threadIdx.x / TCUI_WARP_LANES] = most;
    }
    __syncthreads();
    if (threadIdx.x > 0) {
        return;
    }
    for (int w = 1; w < range_threads / TCUI_WARP_LANES; w++) {
        most = fmax(most, of_warp[w]);
    }
    largest[blockIdx.x] = most;
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_SCALING_CUH */
