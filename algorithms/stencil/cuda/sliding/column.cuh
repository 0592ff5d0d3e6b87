/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What holds for all lines of a thread's strip: where its own points, its neighbours and its rows lie, mapped into the
 * grid. It is found out once, and then one instruction loads them for all threads: branches would have the threads at
 * the rim wait for the others' loads, line by line, and all wait for the strips there.
 */
#ifndef TCUI_STENCIL_SLIDING_COLUMN_CUH
#define TCUI_STENCIL_SLIDING_COLUMN_CUH

#include "task.cuh"

namespace tcu
{

/* How a warp loads its own points: vectors; element by element (u8 alone: else the kernel for rows that begin
 * anywhere takes them); the same with mapped coordinates. */
enum class own_loads { vectors, elements, mapped };

template <class T, class Shape, sliding_rows Rows>
struct sliding_column {
    static constexpr int radius = Shape::radius, rows = Shape::rows_a_thread;
    static constexpr int loaded_rows = Shape::dimensions == 3 ? rows + 2 * radius : 1;

    int32_t x, y; /* the first of its own points in rows of in; its first row of out */
    const T *in;  /* that point of row 0 in line 0 */
    T *out;       /* the first result in line 0; anywhere, in lane 0: where the vector behind lane 31's begins */
    own_loads own;
    /* Neighbours on the left, then on the right, counted from x; a bit for each that is the value outside. */
    int32_t side[2 * radius];
    uint32_t sides_outside;
    /* The elements before each row that is loaded, from `in`; a bit for each that is the value outside. Plain: all are
     * inside and follow each other, and own points load as vectors. */
    int32_t row[loaded_rows];
    uint32_t rows_outside;
    bool is_plain;
    /* All rows of results are stored as vectors, but for lines that are kept: those before and behind these two.
     * (Anywhere: no point of the warp's is kept in other lines, and all rows are there.) */
    bool stores_vectors;
    int32_t free_begin, free_end;

    __device__ static constexpr int32_t own_inside() { return sliding_points<T>; }
};

/* Where rows begin anywhere. */
template <class T, class Shape>
struct sliding_column<T, Shape, sliding_rows::anywhere> : sliding_column<T, Shape, sliding_rows::aligned> {
    int32_t inside;      /* own points before the row's end, where neighbours on the right begin */
    bool meets_end;      /* a lane of the warp has less than all */
    int32_t mapped_from; /* the first line whose own points load mapped */
    int32_t valid;       /* points of the row from `out` on, as store_joined() takes them */

    __device__ int32_t own_inside() const { return inside; }
};

/* The value outside of an axis. */
template <class T, class Shape>
__device__ __forceinline__ T outside_of(const sliding_task<T, Shape> &task, int axis)
{
    return task.near[axis].outside == TCUI_OUTSIDE_CONSTANT ? task.constant : T();
}

/* Where coordinate x is; those behind the last that a result needs, and of lane 0 before the first, are not wanted.
 * Negative: outside. */
template <sliding_rows Rows, class T, class Shape>
__device__ __forceinline__ int32_t map_column(const sliding_task<T, Shape> &task, int32_t x)
{
    if constexpr (Rows == sliding_rows::anywhere) {
        x = max(x, task.first[2]);
    }
    return map_near(task.near[2], min(x, task.last_x));
}

/*
 * Own points where rows begin anywhere. Lanes load vectors, also those that have but one point of the row. Where the
 * row ends among a lane's own points, results need up to R points behind its end as a rule: the lane's R neighbours on
 * the right are these instead of those behind its own points, so that it loads no more than others do. A warp whose
 * results need points farther outside, or in front of the row (of convolutions that are padded more), maps all of them,
 * element by element. So does one of rows shorter than a vector, and in the array's last line one whose vectors reach
 * behind its end: what is there is not read. (In front of the first row up to 15 bytes are, of the same 16 as its first
 * point.)
 */
template <class T, class Shape>
__device__ __forceinline__ void find_own(const sliding_task<T, Shape> &task, const sliding_strip<T> &strip,
                                         sliding_column<T, Shape, sliding_rows::anywhere> &c)
{
    constexpr int points = sliding_points<T>;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int32_t n = task.near[2].n, out = static_cast<int32_t>(task.grid.axes[2].out);
    const bool has_results = lane > 0 && strip.x < out;
    const bool is_far = n < points || c.x < 0 || (c.x > n - points && task.last_x >= n + Shape::radius);
    const bool is_mapped = __any_sync(all_lanes, has_results && is_far);
    c.own = is_mapped ? own_loads::mapped : own_loads::vectors;
    c.inside = is_mapped ? points : min(n - c.x, points);
    c.meets_end = __any_sync(all_lanes, has_results && c.inside < points);
    const bool is_last = strip.is_last && __any_sync(all_lanes, c.x + 2 * points > n);
    c.mapped_from = is_mapped ? 0 : is_last ? task.near[Shape::down].n - 1 : INT32_MAX;
    /* Lane 0 stores what is left of lane 31's results. */
    const int32_t store_x = lane > 0 ? strip.x : strip.x + 32 * points;
    c.valid = min(out - store_x, lane > 0 ? points : 0);
    c.out += store_x - strip.x;
}

/* The thread's part of a strip; aligned: by those threads of a warp that have results. */
template <sliding_rows Rows, class T, class Shape>
__device__ __forceinline__ sliding_column<T, Shape, Rows> column_of(const sliding_task<T, Shape> &task,
                                                                    const sliding_strip<T> &strip)
{
    constexpr bool has_rows = Shape::dimensions == 3, is_anywhere = Rows == sliding_rows::anywhere;
    constexpr int points = sliding_points<T>, R = Shape::radius;
    const grid_axis &axis_s = task.grid.axes[Shape::down], &axis_y = task.grid.axes[1], &axis_x = task.grid.axes[2];
    sliding_column<T, Shape, Rows> c = {};
    c.x = strip.x + task.first[2] + R;
    c.y = strip.y;
    bool rows_follow = true;
    c.in = strip.in + c.x;
    c.out = strip.out + strip.x;
    if constexpr (is_anywhere) {
        find_own(task, strip, c);
    }
#pragma unroll
    for (int i = 0; i < 2 * R; i++) {
        const int32_t mapped = map_column<Rows>(task, i < R ? c.x - R + i : c.x + c.own_inside() + i - R);
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
    if constexpr (is_anywhere) {
        const bool is_kept = task.has_keep && (keeps(axis_x, strip.x) || keeps(axis_x, strip.x + points - 1));
        c.stores_vectors = !__any_sync(all_lanes, is_kept);
        bool has_last_row = !has_rows;
#pragma unroll
        for (int j = 0; has_rows && j < c.loaded_rows; j++) {
            has_last_row = has_last_row || c.row[j] == (task.near[1].n - 1) * static_cast<int32_t>(axis_y.in_stride);
        }
        c.mapped_from = c.own == own_loads::vectors && !has_last_row ? INT32_MAX : c.mapped_from;
        c.is_plain = rows_follow && c.mapped_from == INT32_MAX;
    } else {
        /* From the warp's first point to the last of its threads that have results. */
        const int32_t before = c.x - strip.x, begin = strip.x - static_cast<int32_t>(threadIdx.x % 32) * points;
        const int32_t end = min(begin + 31 * points, (static_cast<int32_t>(axis_x.out) - 1) / points * points) + points;
        const bool all_inside = begin + before >= 0 && end + before <= task.near[2].n;
        c.own = !all_inside ? own_loads::mapped : task.vectors_in ? own_loads::vectors : own_loads::elements;
        c.is_plain = c.own == own_loads::vectors && rows_follow;
        c.stores_vectors = task.vectors_out && strip.x + points <= static_cast<int32_t>(axis_x.out) &&
                           !(task.has_keep && (keeps(axis_x, strip.x) || keeps(axis_x, strip.x + points - 1)));
    }
    if constexpr (has_rows) {
#pragma unroll
        for (int r = 0; r < c.rows; r++) {
            c.stores_vectors = c.stores_vectors && strip.y + r < static_cast<int32_t>(axis_y.out) &&
                               !(task.has_keep && keeps(axis_y, strip.y + r));
        }
    }
    const bool lines_keep = axis_s.boundary == TCU_BOUNDARY_KEEP;
    c.free_begin = lines_keep ? -axis_s.low : 0;
    c.free_end = lines_keep ? task.near[Shape::down].n - axis_s.high : static_cast<int32_t>(axis_s.out);
    return c;
}

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_COLUMN_CUH */
