/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a line adds to the sums of the lines of out that it is a neighbour of. The ring's entry 0 is the line that this one
 * completes, entry e the one e lines behind; weights are staged in that order.
 */
#ifndef TCUI_STENCIL_STRIPS_SUMS_CUH
#define TCUI_STENCIL_STRIPS_SUMS_CUH

#include "task.cuh"

namespace tcu
{

/* Weights in shared memory: of dense boxes `Lines` for each offset along the line, of products the row's behind the
 * column's. */
template <int Lines>
constexpr int strips_column = (Lines + 3) / 4 * 4;

template <int Lines, strips_form Form, class T>
__device__ __forceinline__ void stage_strip_weights(const strips_task<T> &task, computed<T> *to)
{
    constexpr int column = strips_column<Lines>;
    const int ny = task.count_y, nx = task.count_x;
    const auto turned = [&](int i, int n) { return task.is_reversed ? n - 1 - i : i; };
    if constexpr (Form == strips_form::dense) {
        for (int i = threadIdx.x; i < nx * column; i += TCUI_STENCIL_STRIPS_THREADS) {
            const int k = i / column, y = ny - 1 - i % column;
            to[i] = y < 0 ? computed<T>(0) : task.weights[turned(y * nx + k, ny * nx)];
        }
    } else {
        for (int e = threadIdx.x; e < column; e += TCUI_STENCIL_STRIPS_THREADS) {
            const int y = ny - 1 - e;
            to[e] = y < 0 ? computed<T>(0) : task.column == nullptr ? computed<T>(1) : task.column[turned(y, ny)];
        }
        for (int k = threadIdx.x; k < nx; k += TCUI_STENCIL_STRIPS_THREADS) {
            to[column + k] = task.row == nullptr ? computed<T>(1) : task.row[turned(k, nx)];
        }
    }
    __syncthreads();
}

template <int Lines, class T>
using strips_sums = computed<T>[Lines][strips_points<T>];

/* Numbers of shared memory, at multiples of 16 bytes, and those behind them up to such a multiple. */
template <class C>
constexpr int numbers_together = 16 / static_cast<int>(sizeof(C));

template <class C>
__device__ __forceinline__ void load_numbers(const C *from, C (&numbers)[numbers_together<C>])
{
    const uint4 bits = *reinterpret_cast<const uint4 *>(from);
    if constexpr (sizeof(C) == 4) {
        numbers[0] = __uint_as_float(bits.x), numbers[1] = __uint_as_float(bits.y);
        numbers[2] = __uint_as_float(bits.z), numbers[3] = __uint_as_float(bits.w);
    } else {
        numbers[0] = __hiloint2double(static_cast<int>(bits.y), static_cast<int>(bits.x));
        numbers[1] = __hiloint2double(static_cast<int>(bits.w), static_cast<int>(bits.z));
    }
}

/* sums[e] += weights[e] * values, of the lines that the box has. */
template <int Lines, bool IsWhole, class T>
__device__ __forceinline__ void add_values(strips_sums<Lines, T> &sums, const computed<T> *weights,
                                           const computed<T> (&values)[strips_points<T>], int count_y)
{
    constexpr int together = numbers_together<computed<T>>;
#pragma unroll
    for (int first = 0; first < Lines; first += together) {
        computed<T> numbers[together];
        load_numbers(weights + first, numbers);
#pragma unroll
        for (int e = first; e < first + together && e < Lines; e++) {
            if (IsWhole || e < count_y) {
#pragma unroll
                for (int i = 0; i < strips_points<T>; i++) {
                    sums[e][i] += numbers[e - first] * values[i];
                }
            }
        }
    }
}

template <int Lines, class T>
__device__ __forceinline__ void add_values(strips_sums<Lines, T> &sums, const computed<T> *weights,
                                           const computed<T> (&values)[strips_points<T>], int count_y)
{
    if (count_y == Lines) {
        add_values<Lines, true, T>(sums, weights, values, count_y);
    } else {
        add_values<Lines, false, T>(sums, weights, values, count_y);
    }
}

/* Points a warp apart: each offset is a load from shared memory without conflicts. */
template <int Lines, bool IsProduct, class T>
__device__ __forceinline__ void add_line(const strips_task<T> &task, const T *line, const computed<T> *weights,
                                         strips_sums<Lines, T> &sums)
{
    constexpr int points = strips_points<T>;
    const T *from = line + threadIdx.x % 32;
    const int step = static_cast<int>(task.grid.channels);
    computed<T> values[points];
    if constexpr (IsProduct) {
#pragma unroll
        for (int i = 0; i < points; i++) {
            values[i] = 0;
        }
#pragma unroll 4
        for (int k = 0; k < task.count_x; k++, from += step) {
            const computed<T> factor = weights[strips_column<Lines> + k];
#pragma unroll
            for (int i = 0; i < points; i++) {
                values[i] += factor * to_computed(from[32 * i]);
            }
        }
        add_values<Lines, T>(sums, weights, values, task.count_y);
    } else {
#pragma unroll 1
        for (int k = 0; k < task.count_x; k++, from += step) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                values[i] = to_computed(from[32 * i]);
            }
            add_values<Lines, T>(sums, weights + k * strips_column<Lines>, values, task.count_y);
        }
    }
}

/* Neighbouring points: N elements from a multiple of the points on, by vectors. */
template <int N, class T>
__device__ __forceinline__ void load_window(const T *from, computed<T> (&values)[N])
{
    constexpr int points = strips_points<T>;
    static_assert(N % points == 0, "whole vectors");
#pragma unroll
    for (int v = 0; v < N / points; v++) {
        element_bits<T, points> bits;
        if constexpr (points * sizeof(T) == 16) {
            put_vector(bits.words, 0, reinterpret_cast<const uint4 *>(from)[v]);
        } else if constexpr (points * sizeof(T) == 8) {
            const unsigned long long two = reinterpret_cast<const unsigned long long *>(from)[v];
            bits.words[0] = static_cast<uint32_t>(two);
            bits.words[1] = static_cast<uint32_t>(two >> 32);
        } else {
            bits.words[0] = reinterpret_cast<const unsigned *>(from)[v];
        }
#pragma unroll
        for (int i = 0; i < points; i++) {
            values[v * points + i] = to_computed(bits.at(i));
        }
    }
}

/* Tap k is that of element `pad` + k of the line. */
template <int Lines, class T>
__device__ __forceinline__ void add_window(const strips_task<T> &task, const T *line, int pad,
                                           const computed<T> *weights, strips_sums<Lines, T> &sums)
{
    constexpr int points = strips_points<T>;
    const T *const from = line + pad / points * points + static_cast<int>(threadIdx.x % 32) * points;
    const int first = pad % points;
    const computed<T> *const factors = weights + strips_column<Lines>;
    computed<T> values[points];
#pragma unroll
    for (int i = 0; i < points; i++) {
        values[i] = 0;
    }
    if (first == 0 && task.count_x == Lines) {
        computed<T> window[(2 * points + Lines - 2) / points * points];
        load_window(from, window);
        constexpr int together = numbers_together<computed<T>>;
#pragma unroll
        for (int first_tap = 0; first_tap < Lines; first_tap += together) {
            computed<T> numbers[together];
            load_numbers(factors + first_tap, numbers);
#pragma unroll
            for (int k = first_tap; k < first_tap + together && k < Lines; k++) {
#pragma unroll
                for (int i = 0; i < points; i++) {
                    values[i] += numbers[k - first_tap] * window[i + k];
                }
            }
        }
    } else {
        computed<T> window[(3 * points + Lines - 3) / points * points];
        load_window(from, window);
#pragma unroll
        for (int k = 0; k < Lines + points - 1; k++) {
            if (k >= first && k - first < task.count_x) {
                const computed<T> factor = factors[k - first];
#pragma unroll
                for (int i = 0; i < points; i++) {
                    values[i] += factor * window[i + k];
                }
            }
        }
    }
    add_values<Lines, T>(sums, weights, values, task.count_y);
}

} // namespace tcu

#endif /* TCUI_STENCIL_STRIPS_SUMS_CUH */
