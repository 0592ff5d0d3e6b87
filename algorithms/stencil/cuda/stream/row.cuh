/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread's part of a row: its own vector and some neighbours on each side, which other threads load too (they come from
 * L1). Where neighbours and rows lie, mapped into the grid, is found out once for all lines of a strip, and then one
 * instruction loads them for all threads: branches would have the threads at the rim wait for the others' loads, line by
 * line, and all wait for the strips there.
 */
#ifndef TCUI_STENCIL_STREAM_ROW_CUH
#define TCUI_STENCIL_STREAM_ROW_CUH

#include "algorithms/stencil/cuda/unaligned.cuh"
#include "task.cuh"

namespace tcu
{

/* How a warp loads its own points. */
enum class own_loads { vectors, elements, mapped };

/* What holds for all lines of a thread's strip. */
template <class T, class Shape>
struct stream_column {
    static constexpr int radius = Shape::radius, rows = Shape::rows_a_thread;
    static constexpr int loaded_rows = Shape::dimensions == 3 ? rows + 2 * radius : 1;

    int32_t x, y; /* the first of its own points in rows of in; its first row of out */
    const T *in;  /* that point of row 0 in line 0 */
    T *out;       /* the first result in line 0 */
    own_loads own;
    /* Neighbours on the left, then on the right, counted from x; a bit for each that is the value outside. */
    int32_t side[2 * radius];
    uint32_t sides_outside;
    /* The elements before each row that is loaded, from `in`; a bit for each that is the value outside. Plain: all are
     * inside and follow each other, and own points load as vectors. */
    int32_t row[loaded_rows];
    uint32_t rows_outside;
    bool is_plain;
    /* All rows of results are stored as vectors, but for lines that are kept: those before and behind these two. */
    bool stores_vectors;
    int32_t free_begin, free_end;
};

/* The value outside of an axis. */
template <class T, class Shape>
__device__ __forceinline__ T outside_of(const stream_task<T, Shape> &task, int axis)
{
    return task.near[axis].outside == near_is_constant ? task.constant : T();
}

/* Where coordinate x is; those behind the last that a result needs are not wanted. Negative: outside. */
template <class T, class Shape>
__device__ __forceinline__ int32_t map_column(const stream_task<T, Shape> &task, int32_t x)
{
    return map_near(task.near[2], min(x, task.last_x));
}

/* A thread's own points of a row. */
template <class T>
struct own_points {
    static constexpr int points = stream_points<T>;
    element_bits<T, points> own;

    /* `at` is the first of them. */
    template <bool IsPlain, class Shape>
    __device__ __forceinline__ void load(const stream_task<T, Shape> &task, const stream_column<T, Shape> &column,
                                         const T *at)
    {
        if (IsPlain || column.own == own_loads::vectors) {
            own = load_bits<points>(at);
            return;
        }
        const int32_t x = opaque(column.x); /* registers are for what vectors need */
        T elements[points];
        if (column.own == own_loads::elements) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                elements[i] = load_bits<1>(at + i).at(0);
            }
        } else {
#pragma unroll
            for (int i = 0; i < points; i++) {
                const int32_t mapped = map_column(task, x + i);
                elements[i] = outside_of(task, 2);
                if (mapped >= 0) {
                    elements[i] = load_bits<1>(at + (mapped - x)).at(0);
                }
            }
        }
        own.clear();
#pragma unroll
        for (int i = 0; i < points; i++) {
            own.put(i, elements[i]);
        }
    }

    __device__ __forceinline__ void fill(T value)
    {
        own.clear();
#pragma unroll
        for (int i = 0; i < points; i++) {
            own.put(i, value);
        }
    }
};

/* The same and R neighbours on each side. */
template <class T, int R>
struct window_points {
    static constexpr int points = stream_points<T>;
    own_points<T> own;
    T side[2 * R];

    template <bool IsPlain, class Shape>
    __device__ __forceinline__ void load(const stream_task<T, Shape> &task, const stream_column<T, Shape> &column,
                                         const T *at)
    {
        own.template load<IsPlain>(task, column, at);
#pragma unroll
        for (int i = 0; i < 2 * R; i++) {
            side[i] = load_if((column.sides_outside >> i & 1u) == 0, at + column.side[i], outside_of(task, 2));
        }
    }

    __device__ __forceinline__ void fill(T value)
    {
        own.fill(value);
#pragma unroll
        for (int i = 0; i < 2 * R; i++) {
            side[i] = value;
        }
    }

    __device__ __forceinline__ void convert(computed<T> (&values)[points + 2 * R]) const
    {
#pragma unroll
        for (int i = 0; i < 2 * R; i++) {
            values[i < R ? i : points + i] = to_computed(side[i]);
        }
#pragma unroll
        for (int i = 0; i < points; i++) {
            values[R + i] = to_computed(own.own.at(i));
        }
    }
};

/* The thread's part of a strip; by those threads of a warp that have results. */
template <class T, class Shape>
__device__ __forceinline__ stream_column<T, Shape> column_of(const stream_task<T, Shape> &task,
                                                             const stream_strip<T> &strip)
{
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int points = stream_points<T>, R = Shape::radius;
    const grid_axis &axis_s = task.grid.axes[has_rows ? 0 : 1], &axis_y = task.grid.axes[1],
                    &axis_x = task.grid.axes[2];
    stream_column<T, Shape> c = {};
    c.x = strip.x + task.first[2] + R;
    c.y = strip.y;
    bool rows_follow = true;
    c.in = strip.in + c.x;
    c.out = strip.out + strip.x;
#pragma unroll
    for (int i = 0; i < 2 * R; i++) {
        const int32_t mapped = map_column(task, i < R ? c.x - R + i : c.x + points + i - R);
        c.side[i] = opaque(mapped - c.x);
        c.sides_outside |= mapped < 0 ? 1u << i : 0;
    }
    c.sides_outside = opaque(c.sides_outside);
    if constexpr (has_rows) {
        const int32_t y = strip.y + task.first[1], stride = static_cast<int32_t>(axis_y.in_stride);
#pragma unroll
        for (int j = 0; j < c.loaded_rows; j++) {
            const int32_t mapped = map_near(task.near[1], min(y + j, task.last_y));
            c.row[j] = mapped < 0 ? 0 : mapped * stride;
            c.rows_outside |= mapped < 0 ? 1u << j : 0;
            rows_follow = rows_follow && mapped >= 0 && mapped == y + j;
        }
        c.out += strip.y * axis_y.out_stride;
    }
    /* From the warp's first point to the last of its threads that have results. */
    const int32_t before = c.x - strip.x;
    int32_t begin = strip.x - static_cast<int32_t>(threadIdx.x % 32) * points;
    if constexpr (joins_vectors<T, Shape>) {
        begin = __shfl_sync(all_lanes, strip.x, 0);
    }
    const int32_t end = min(begin + 31 * points, (static_cast<int32_t>(axis_x.out) - 1) / points * points) + points;
    const bool all_inside = begin + before >= 0 && end + before <= task.near[2].n;
    c.own = !all_inside ? own_loads::mapped : task.vectors_in ? own_loads::vectors : own_loads::elements;
    c.is_plain = c.own == own_loads::vectors && rows_follow;
    c.stores_vectors = task.vectors_out && strip.x + points <= static_cast<int32_t>(axis_x.out) &&
                       !(task.has_keep && (keeps(axis_x, strip.x) || keeps(axis_x, strip.x + points - 1)));
    if constexpr (has_rows) {
#pragma unroll
        for (int r = 0; r < c.rows; r++) {
            c.stores_vectors = c.stores_vectors && strip.y + r < static_cast<int32_t>(axis_y.out) &&
                               !(task.has_keep && keeps(axis_y, strip.y + r));
        }
    }
    const bool lines_keep = axis_s.boundary == TCU_BOUNDARY_KEEP;
    c.free_begin = lines_keep ? -axis_s.low : 0;
    c.free_end = lines_keep ? task.near[has_rows ? 0 : 1].n - axis_s.high : static_cast<int32_t>(axis_s.out);
    return c;
}

/* Results of row r of line s of out where not all are stored as an aligned vector; points that keep their values are
 * copied. */
template <class T, class Shape>
__device__ __forceinline__ void store_points(const stream_task<T, Shape> &task, const stream_strip<T> &strip,
                                             const stream_column<T, Shape> &column, int32_t s, int r,
                                             const computed<T> (&sums)[stream_points<T>])
{
    constexpr int points = stream_points<T>;
    constexpr bool has_rows = Shape::dimensions == 3;
    const grid_axis &axis_s = task.grid.axes[has_rows ? 0 : 1], &axis_y = task.grid.axes[1],
                    &axis_x = task.grid.axes[2];
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
    const auto result = [&](int i) {
        const bool is_kept = task.has_keep && (row_keeps || keeps(axis_x, x + i));
        return is_kept ? kept[i] : from_computed<T>(sums[i]);
    };
    if constexpr (joins_vectors<T, Shape>) {
        if (!task.vectors_out) {
            const int valid = min(points, static_cast<int32_t>(axis_x.out) - x);
            element_bits<T, points> results;
            results.clear();
#pragma unroll
            for (int i = 0; i < points; i++) {
                results.put(i, i < valid ? result(i) : T());
            }
            const int lanes = (__shfl_sync(all_lanes, x, 31) - __shfl_sync(all_lanes, x, 0)) / points + 1;
            store_unaligned(out, vector_of(results), valid, lanes);
            return;
        }
    }
#pragma unroll
    for (int i = 0; i < points; i++) {
        if (x + i < static_cast<int32_t>(axis_x.out)) {
            out[i] = result(i);
        }
    }
}

/* Results of line s of out. */
template <class T, class Shape>
__device__ __forceinline__ void store_rows(const stream_task<T, Shape> &task, const stream_strip<T> &strip,
                                           const stream_column<T, Shape> &column, int32_t s,
                                           const computed<T> (&sums)[Shape::rows_a_thread][stream_points<T>])
{
    constexpr int points = stream_points<T>, rows = Shape::rows_a_thread, streamed = Shape::dimensions == 3 ? 0 : 1;
    if (!column.stores_vectors || s < column.free_begin || s >= column.free_end) {
#pragma unroll
        for (int r = 0; r < rows; r++) {
            store_points(task, strip, column, s, r, sums[r]);
        }
        return;
    }
    T *out = column.out + s * task.grid.axes[streamed].out_stride;
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

} // namespace tcu

#endif /* TCUI_STENCIL_STREAM_ROW_CUH */
