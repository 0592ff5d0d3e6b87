/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread has of a line, of planes one row and of volumes several, and how it is added to the sums. */
#ifndef TCUI_STENCIL_SLIDING_LINE_CUH
#define TCUI_STENCIL_SLIDING_LINE_CUH

#include "row.cuh"

namespace tcu
{

template <class T, class Shape>
using sliding_sums = computed<T>[Shape::width][Shape::rows_a_thread][sliding_points<T>];

/* Adds points of the row y (of those beside each other) to the sums of row r: all columns, or the middle one alone, at
 * which values[0] is then. */
template <bool IsDynamic, bool IsWindow, class T, class Shape, int N>
__device__ __forceinline__ void add_row(const sliding_task<T, Shape> &task, int y, int r,
                                        const computed<T> (&values)[N], sliding_sums<T, Shape> &sums)
{
#pragma unroll
    for (int e = 0; e < Shape::width; e++) {
        const int s = Shape::width - 1 - e;
#pragma unroll
        for (int x = IsWindow ? 0 : Shape::radius; x <= (IsWindow ? Shape::width - 1 : Shape::radius); x++) {
            if (!Shape::has(s, y, x)) {
                continue;
            }
            const int slot = Shape::slot(s, y, x);
            if (has_tap(task, slot)) {
                const computed<T> weight = sliding_weight<IsDynamic>(task, slot);
#pragma unroll
                for (int i = 0; i < sliding_points<T>; i++) {
                    sums[e][r][i] += weight * values[i + (IsWindow ? x : 0)];
                }
            }
        }
    }
}

/* Anywhere: the elements from a multiple of 16 bytes to the thread's points; negative where they are mapped. */
template <sliding_rows Rows>
struct line_begin {
};
template <>
struct line_begin<sliding_rows::anywhere> {
    int32_t begin;
};

/* What a thread loads of a line: its points of each row, of those that it needs neighbours of (all of a box, those with
 * results of a star) with these. */
template <class T, class Shape, sliding_rows Rows>
struct line_points : line_begin<Rows> {
    static constexpr bool has_rows = Shape::dimensions == 3;
    static constexpr int points = sliding_points<T>, radius = Shape::radius, rows = Shape::rows_a_thread;
    static constexpr int num_rows = sliding_column<T, Shape, Rows>::loaded_rows;
    static constexpr int num_windows = Shape::is_box ? num_rows : rows, num_own = num_rows - num_windows;

    /* Registers that it takes. */
    static constexpr int words =
        static_cast<int>(num_windows * sizeof(window_points<T, radius, Rows>) + num_own * sizeof(own_points<T, Rows>)) /
        4;

    window_points<T, radius, Rows> window[num_windows];
    own_points<T, Rows> own[num_own > 0 ? num_own : 1];

    /* Which of the rows window[i], own[i] is. */
    __device__ static constexpr int window_row(int i) { return Shape::is_box || !has_rows ? i : radius + i; }
    __device__ static constexpr int own_row(int i) { return i < radius ? i : rows + i; }

    template <bool IsPlain>
    __device__ __forceinline__ void load(const sliding_task<T, Shape> &task,
                                         const sliding_column<T, Shape, Rows> &column, int32_t line)
    {
        const int32_t s = map_near(task.near[Shape::down], line);
        if constexpr (Rows == sliding_rows::anywhere) {
            this->begin = 0;
        }
        if (s < 0) {
            const T value = s == TCUI_OUTSIDE_CONSTANT ? task.constant : T();
#pragma unroll
            for (int i = 0; i < num_windows; i++) {
                window[i].fill(value);
            }
#pragma unroll
            for (int i = 0; i < num_own; i++) {
                own[i].fill(value);
            }
            return;
        }
        const T *const at = opaque(column.in + s * task.grid.axes[Shape::down].in_stride);
        const int32_t stride = has_rows ? static_cast<int32_t>(task.grid.axes[1].in_stride) : 0;
        const T *const plain = IsPlain && has_rows ? opaque(at + column.row[0]) : at;
        own_loads how = column.own;
        if constexpr (Rows == sliding_rows::anywhere) {
            how = !IsPlain && s >= column.mapped_from ? own_loads::mapped : own_loads::vectors;
            this->begin = how == own_loads::mapped ? -1 : points - elements_to_vector(plain);
        }
        const auto load_row = [&](auto &to, int j) {
            if (IsPlain) {
                to.template load<true>(task, column, j > 0 ? opaque(plain + j * stride) : plain, how);
            } else if (!has_rows || (column.rows_outside >> j & 1u) == 0) {
                to.template load<false>(task, column, has_rows ? opaque(at + column.row[j]) : at, how);
            } else {
                to.fill(outside_of(task, 1));
            }
        };
#pragma unroll
        for (int i = 0; i < num_windows; i++) {
            load_row(window[i], window_row(i));
        }
#pragma unroll
        for (int i = 0; i < num_own; i++) {
            load_row(own[i], own_row(i));
        }
    }

    /* Anywhere: the elements from the thread's points of a row to the vector that was loaded. */
    template <bool IsPlain>
    __device__ __forceinline__ int head(const sliding_task<T, Shape> &task,
                                        const sliding_column<T, Shape, Rows> &column, int j) const
    {
        if constexpr (Rows == sliding_rows::aligned) {
            return 0;
        } else {
            const int32_t row = !has_rows ? 0
                                : IsPlain ? j * static_cast<int32_t>(task.grid.axes[1].in_stride)
                                          : column.row[j];
            return this->begin < 0 ? 0 : -(this->begin + row) & (points - 1);
        }
    }

    template <bool IsDynamic, bool IsPlain>
    __device__ __forceinline__ void add(const sliding_task<T, Shape> &task,
                                        const sliding_column<T, Shape, Rows> &column,
                                        sliding_sums<T, Shape> &sums) const
    {
#pragma unroll
        for (int i = 0; i < num_own; i++) {
            computed<T> values[points];
            own[i].template convert<0>(head<IsPlain>(task, column, own_row(i)), values);
#pragma unroll
            for (int r = 0; r < rows; r++) {
                if (own_row(i) >= r && own_row(i) <= r + 2 * radius) {
                    add_row<IsDynamic, false>(task, own_row(i) - r, r, values, sums);
                }
            }
        }
#pragma unroll
        for (int i = 0; i < num_windows; i++) {
            computed<T> values[points + 2 * radius];
            window[i].convert(column, head<IsPlain>(task, column, window_row(i)), values);
#pragma unroll
            for (int r = 0; r < rows; r++) {
                if (!has_rows || (window_row(i) >= r && window_row(i) <= r + 2 * radius)) {
                    add_row<IsDynamic, true>(task, window_row(i) - r, r, values, sums);
                }
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_LINE_CUH */
