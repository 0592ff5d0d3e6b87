/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A polynomial at R points of a thread, coefficient by coefficient from the highest one down:
 *
 *     monomials:  Horner    b_d = c_d,  b_k = b_(k+1) t + c_k,                       p = b_0
 *     Chebyshev:  Clenshaw  b_d = c_d,  b_k = c_k + 2 t b_(k+1) - b_(k+2),           p = c_0 + t b_1 - b_2
 *
 * The first step takes c_d as it is, instead of 0 * t + c_d, which is NaN where t is infinite.
 */
#ifndef TCUI_POLYNOMIAL_SERIES_CUH
#define TCUI_POLYNOMIAL_SERIES_CUH

#include "points.cuh"
#include "tuning.h"

namespace tcu
{

template <tcu_basis Basis, class Compute, int R>
struct series;

template <class Compute, int R>
struct series<TCU_BASIS_MONOMIAL, Compute, R> {
    static constexpr bool has_last_step = false;
    Compute t[R], b[R];

    __device__ __forceinline__ void begin(Compute c)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            b[r] = c;
        }
    }
    __device__ __forceinline__ void step(Compute c)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            b[r] = fma(b[r], t[r], c);
        }
    }
    /* Of c_0, if that is not the first. */
    __device__ __forceinline__ void last_step(Compute c) { step(c); }
};

template <class Compute, int R>
struct series<TCU_BASIS_CHEBYSHEV, Compute, R> {
    static constexpr bool has_last_step = true;
    Compute t[R], b[R], after[R];

    __device__ __forceinline__ void begin(Compute c)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            b[r] = c;
            after[r] = 0;
        }
    }
    __device__ __forceinline__ void step(Compute c)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            const Compute next = fma(2 * t[r], b[r], c - after[r]);
            after[r] = b[r];
            b[r] = next;
        }
    }
    __device__ __forceinline__ void last_step(Compute c)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            b[r] = fma(t[r], b[r], c - after[r]);
        }
    }
};

/*
 * Steps of the coefficients k = first + count - 1, ..., first, which lie at c[k - first], c aligned to a vector of 16
 * bytes, as is the memory behind them. `is_begin`: the polynomial's highest one is among them, `is_end`: its lowest is;
 * otherwise they are whole vectors.
 */
template <class Series, class Compute>
__device__ __forceinline__ void take_coefficients(Series &series, const Compute *c, int count, bool is_begin,
                                                  bool is_end)
{
    constexpr int V = vector_elements<Compute>;
    const bool has_last = Series::has_last_step && is_end;
    int v = (count - 1) / V;
    if (is_begin) {
        const auto values = load_whole<V>(c + v * V);
        const int highest = (count - 1) % V;
        /* (A branch for each place of c_d: so the first step may take it as it is, which no instruction is spent on.)
         * */
#pragma unroll
        for (int top = V - 1; top >= 0; top--) {
            if (top == highest) {
                series.begin(values.at(top));
#pragma unroll
                for (int i = top - 1; i >= 0; i--) {
                    if (has_last && v == 0 && i == 0) {
                        series.last_step(values.at(i));
                    } else {
                        series.step(values.at(i));
                    }
                }
            }
        }
        --v;
    }
#pragma unroll TCUI_POLYNOMIAL_PLAIN_UNROLLED_VECTORS
    for (; v >= (has_last ? 1 : 0); v--) {
        const auto values = load_whole<V>(c + v * V);
#pragma unroll
        for (int i = V - 1; i >= 0; i--) {
            series.step(values.at(i));
        }
    }
    if (Series::has_last_step && v == 0) {
        const auto values = load_whole<V>(c);
#pragma unroll
        for (int i = V - 1; i > 0; i--) {
            series.step(values.at(i));
        }
        series.last_step(values.at(0));
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_SERIES_CUH */
