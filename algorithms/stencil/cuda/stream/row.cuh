/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread's part of a row: its own vector and some neighbours on each side, which other threads load too (they come from
 * L1). At the rim of the row, and where vectors are not aligned, elements are loaded one by one, coordinates mapped.
 */
#ifndef TCUI_STENCIL_STREAM_ROW_CUH
#define TCUI_STENCIL_STREAM_ROW_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "task.cuh"

namespace tcu
{

/* A row that is there, or the value that is in its place. */
template <class T>
struct stream_row {
    const T *elements; /* of coordinate 0; NULL: there is none */
    T value;
};

/* Coordinates of the slower axes, as map_near() gave them. */
template <class T, class Shape>
__device__ __forceinline__ stream_row<T> row_at(const stream_task<T, Shape> &task, const T *plane, int32_t s, int32_t y)
{
    constexpr int streamed = Shape::dimensions == 3 ? 0 : 1;
    const int32_t outside = s < 0 ? s : y;
    if (outside < 0)
        return {nullptr, outside == near_is_constant ? task.constant : T()};
    const T *row = plane + s * task.grid.axes[streamed].in_stride;
    if constexpr (Shape::dimensions == 3)
        row += y * task.grid.axes[1].in_stride;
    return {row, T()};
}

template <class T, class Shape>
__device__ __forceinline__ T element_at(const stream_task<T, Shape> &task, const T *row, int32_t x)
{
    const int32_t at = map_near(task.near[2], min(x, task.last_x));
    return at >= 0 ? row[at] : at == near_is_constant ? task.constant : T();
}

/* Elements x to x + N - 1, of which those from `From` to `To` - 1 are needed. */
template <int N, int From, int To, class T, class Shape>
__device__ __forceinline__ element_bits<T, N> load_piece(const stream_task<T, Shape> &task, const stream_row<T> &row,
                                                         int32_t x)
{
    const bool is_inside = x >= 0 && x + N <= task.near[2].n;
    if (row.elements != nullptr && task.vectors_in && is_inside)
        return load_bits<N>(row.elements + x);
    element_bits<T, N> piece;
    piece.clear();
    if (row.elements == nullptr) {
#pragma unroll
        for (int i = From; i < To; ++i)
            piece.put(i, row.value);
    } else if (is_inside) {
#pragma unroll
        for (int i = From; i < To; ++i)
            piece.put(i, row.elements[x + i]);
    } else {
#pragma unroll
        for (int i = From; i < To; ++i)
            piece.put(i, element_at(task, row.elements, x + i));
    }
    return piece;
}

/* The least power of two that is not below n. */
constexpr int whole_power(int n)
{
    return n <= 1 ? 1 : 2 * whole_power((n + 1) / 2);
}

/* A thread's own points of a row. */
template <class T>
struct own_points {
    static constexpr int points = stream_points<T>;
    element_bits<T, points> own;

    template <class Shape>
    __device__ __forceinline__ void load(const stream_task<T, Shape> &task, const stream_row<T> &row, int32_t x)
    {
        own = load_piece<points, 0, points>(task, row, x);
    }
};

/* The same and R neighbours on each side. */
template <class T, int R>
struct window_points {
    static constexpr int points = stream_points<T>, side = whole_power(R);
    element_bits<T, points> own;
    element_bits<T, side> left, right;

    template <class Shape>
    __device__ __forceinline__ void load(const stream_task<T, Shape> &task, const stream_row<T> &row, int32_t x)
    {
        own = load_piece<points, 0, points>(task, row, x);
        left = load_piece<side, side - R, side>(task, row, x - side);
        right = load_piece<side, 0, R>(task, row, x + points);
    }

    __device__ __forceinline__ void convert(computed<T> (&values)[points + 2 * R]) const
    {
#pragma unroll
        for (int i = 0; i < R; ++i) {
            values[i] = to_computed(left.at(side - R + i));
            values[R + points + i] = to_computed(right.at(i));
        }
#pragma unroll
        for (int i = 0; i < points; ++i)
            values[R + i] = to_computed(own.at(i));
    }
};

/* Results of row (s, y) of out; points that keep their values are copied. */
template <class T, class Shape>
__device__ __forceinline__ void store_row(const stream_task<T, Shape> &task, const stream_strip<T> &strip, int32_t s,
                                          const computed<T> (&sums)[stream_points<T>])
{
    constexpr int points = stream_points<T>;
    constexpr bool has_rows = Shape::dimensions == 3;
    const grid_axis &axis_s = task.grid.axes[has_rows ? 0 : 1], &axis_y = task.grid.axes[1],
                    &axis_x = task.grid.axes[2];
    T *const out = strip.out + s * axis_s.out_stride + (has_rows ? strip.y * axis_y.out_stride : 0) + strip.x;
    const bool row_keeps = task.has_keep && (keeps(axis_s, s) || (has_rows && keeps(axis_y, strip.y)));
    const bool some_keep =
        task.has_keep && (row_keeps || keeps(axis_x, strip.x) || keeps(axis_x, strip.x + points - 1));
    if (task.vectors_out && strip.x + points <= static_cast<int32_t>(axis_x.out) && !some_keep) {
        element_bits<T, points> results;
        results.clear();
#pragma unroll
        for (int i = 0; i < points; ++i)
            results.put(i, from_computed<T>(sums[i]));
        store_bits<points>(out, results);
        return;
    }
    const T *const kept = strip.in + s * axis_s.in_stride + (has_rows ? strip.y * axis_y.in_stride : 0) + strip.x;
#pragma unroll
    for (int i = 0; i < points; ++i)
        if (strip.x + i < static_cast<int32_t>(axis_x.out)) {
            const bool is_kept = some_keep && (row_keeps || keeps(axis_x, strip.x + i));
            out[i] = is_kept ? kept[i] : from_computed<T>(sums[i]);
        }
}

} // namespace tcu

#endif /* TCUI_STENCIL_STREAM_ROW_CUH */
