/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block's part of a row: thread t has element e of vector v at first + (v Threads + t) E + e, where vectors of 16
 * bytes have E elements. Without alignment the same elements are read one by one. What is behind the row's end is minus
 * infinity, which is no maximum and has the exponential 0.
 */
#ifndef TCU_EXAMPLES_DEVICE_ROW_CUH
#define TCU_EXAMPLES_DEVICE_ROW_CUH

#include <cmath>

#include "../harness/floats.cuh"
#include "../harness/halves.cuh"

namespace example
{

template <bool Aligned>
__device__ __forceinline__ void load_vector(float (&x)[4], const float *row, int first, int columns)
{
    load_four<Aligned>(x, row, first, columns);
}
template <bool Aligned>
__device__ __forceinline__ void store_vector(const float (&x)[4], float *row, int first, int columns)
{
    store_four<Aligned>(x, row, first, columns);
}
template <bool Aligned>
__device__ __forceinline__ void load_vector(float (&x)[eight], const __half *row, int first, int columns)
{
    uint32_t words[4];
    load_eight<Aligned>(words, row, first, columns);
#pragma unroll
    for (int i = 0; i < eight; i++) {
        x[i] = half_of(words[i / 2], i % 2);
    }
}
template <bool Aligned>
__device__ __forceinline__ void store_vector(const float (&x)[eight], __half *row, int first, int columns)
{
    uint32_t words[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        words[i] = word_of(__float2half_rn(x[2 * i]), __float2half_rn(x[2 * i + 1]));
    }
    store_eight<Aligned>(words, row, first, columns);
}

template <int Threads, bool Aligned, class T, int Items>
__device__ __forceinline__ void load_part(float (&items)[Items], const T *row, int first, int columns)
{
    constexpr int length = 16 / sizeof(T);
#pragma unroll
    for (int v = 0; v < Items / length; v++) {
        const int at = first + (v * Threads + static_cast<int>(threadIdx.x)) * length;
        float x[length];
        load_vector<Aligned>(x, row, at, columns);
#pragma unroll
        for (int e = 0; e < length; e++) {
            items[v * length + e] = at + e < columns ? x[e] : -INFINITY;
        }
    }
}

template <int Threads, bool Aligned, class T, int Items>
__device__ __forceinline__ void store_part(const float (&items)[Items], T *row, int first, int columns)
{
    constexpr int length = 16 / sizeof(T);
#pragma unroll
    for (int v = 0; v < Items / length; v++) {
        const int at = first + (v * Threads + static_cast<int>(threadIdx.x)) * length;
        float x[length];
#pragma unroll
        for (int e = 0; e < length; e++) {
            x[e] = items[v * length + e];
        }
        store_vector<Aligned>(x, row, at, columns);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_ROW_CUH */
