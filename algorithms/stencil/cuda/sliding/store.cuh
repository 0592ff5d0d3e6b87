/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's results of a line: as vectors, or joined to vectors where rows begin anywhere. Points that keep their
 * values are copied. */
#ifndef TCUI_STENCIL_SLIDING_STORE_CUH
#define TCUI_STENCIL_SLIDING_STORE_CUH

#include "algorithms/stencil/cuda/unaligned.cuh"
#include "column.cuh"

namespace tcu
{

/* Results of row r of line s of out where not all are stored as an aligned vector; points that keep their values are
 * copied. */
template <class T, class Shape>
__device__ __forceinline__ void store_points(const sliding_task<T, Shape> &task, const sliding_strip<T> &strip,
                                             const sliding_column<T, Shape, sliding_rows::aligned> &column, int32_t s,
                                             int r, const computed<T> (&sums)[sliding_points<T>])
{
    constexpr int points = sliding_points<T>;
    constexpr bool has_rows = Shape::dimensions == 3;
    const grid_axis &axis_s = task.grid.axes[Shape::down], &axis_y = task.grid.axes[1], &axis_x = task.grid.axes[2];
    /* (From what is in registers anyway: for volumes the column, for planes the strip. It saves spills.) */
    const int32_t before = task.first[2] + Shape::radius;
    const int32_t x = has_rows ? opaque(column.x) - before : opaque(strip.x);
    const int32_t y = has_rows ? opaque(column.y) + r : 0;
    const T *const in = has_rows ? column.in - before : strip.in + x;
    if (has_rows && y >= static_cast<int32_t>(axis_y.out)) {
        return;
    }
    const bool row_keeps = task.has_keep && (keeps(axis_s, s) || (has_rows && keeps(axis_y, y)));
    const T *const kept = in + s * axis_s.in_stride + (has_rows ? y * axis_y.in_stride : 0);
    T *const out = column.out + s * axis_s.out_stride + (has_rows ? r * axis_y.out_stride : 0);
#pragma unroll
    for (int i = 0; i < points; i++) {
        if (x + i < static_cast<int32_t>(axis_x.out)) {
            const bool is_kept = task.has_keep && (row_keeps || keeps(axis_x, x + i));
            out[i] = is_kept ? kept[i] : from_computed<T>(sums[i]);
        }
    }
}

/* Results of line s of out. */
template <class T, class Shape>
__device__ __forceinline__ void store_rows(const sliding_task<T, Shape> &task, const sliding_strip<T> &strip,
                                           const sliding_column<T, Shape, sliding_rows::aligned> &column, int32_t s,
                                           const computed<T> (&sums)[Shape::rows_a_thread][sliding_points<T>])
{
    constexpr int points = sliding_points<T>, rows = Shape::rows_a_thread;
    if (!column.stores_vectors || s < column.free_begin || s >= column.free_end) {
#pragma unroll
        for (int r = 0; r < rows; r++) {
            store_points(task, strip, column, s, r, sums[r]);
        }
        return;
    }
    T *out = column.out + s * task.grid.axes[Shape::down].out_stride;
#pragma unroll
    for (int r = 0; r < rows; r++, out += task.grid.axes[1].out_stride) {
        element_bits<T, points> results;
        results.clear();
#pragma unroll
        for (int i = 0; i < points; i++) {
            results.put(i, from_computed<T>(sums[r][i]));
        }
        store_bits<points>(out, results);
    }
}

/* Where rows begin anywhere: puts the values of points that keep them in the place of their results. */
template <class T, class Shape>
__device__ __forceinline__ void keep_points(const sliding_task<T, Shape> &task, const sliding_strip<T> &strip,
                                            const sliding_column<T, Shape, sliding_rows::anywhere> &column, int32_t s,
                                            int r, T (&results)[sliding_points<T>])
{
    constexpr bool has_rows = Shape::dimensions == 3;
    const grid_axis &axis_s = task.grid.axes[Shape::down], &axis_y = task.grid.axes[1];
    const int32_t x = opaque(strip.x), y = has_rows ? opaque(column.y) + r : 0;
    const bool row_keeps = keeps(axis_s, s) || (has_rows && keeps(axis_y, y));
    const T *const kept = strip.in + x + s * axis_s.in_stride + (has_rows ? y * axis_y.in_stride : 0);
#pragma unroll
    for (int i = 0; i < sliding_points<T>; i++) {
        if (i < column.valid && (row_keeps || keeps(task.grid.axes[2], x + i))) {
            results[i] = kept[i];
        }
    }
}

/* By all lanes of a warp, which join their results. */
template <class T, class Shape>
__device__ __forceinline__ void store_rows(const sliding_task<T, Shape> &task, const sliding_strip<T> &strip,
                                           const sliding_column<T, Shape, sliding_rows::anywhere> &column, int32_t s,
                                           const computed<T> (&sums)[Shape::rows_a_thread][sliding_points<T>])
{
    constexpr int points = sliding_points<T>;
    constexpr bool has_rows = Shape::dimensions == 3;
    const bool is_free = column.stores_vectors && s >= column.free_begin && s < column.free_end;
    T *out = column.out + s * task.grid.axes[Shape::down].out_stride;
#pragma unroll
    for (int r = 0; r < Shape::rows_a_thread; r++, out += has_rows ? task.grid.axes[1].out_stride : 0) {
        T results[points];
#pragma unroll
        for (int i = 0; i < points; i++) {
            results[i] = from_computed<T>(sums[r][i]);
        }
        if (!is_free) {
            if (has_rows && column.y + r >= static_cast<int32_t>(task.grid.axes[1].out)) {
                return;
            }
            if (task.has_keep) {
                keep_points(task, strip, column, s, r, results);
            }
        }
        element_bits<T, points> bits;
        bits.clear();
#pragma unroll
        for (int i = 0; i < points; i++) {
            bits.put(i, results[i]);
        }
        store_joined(out, bits, column.valid);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_STORE_CUH */
