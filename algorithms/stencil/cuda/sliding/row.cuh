/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread's part of a row: its own vector and some neighbours on each side, which other threads load too (they come
 * from L1). Where rows begin anywhere the own vector stays as it was loaded, until the row is added: to join it with
 * the one of the lane before would wait for both.
 */
#ifndef TCUI_STENCIL_SLIDING_ROW_CUH
#define TCUI_STENCIL_SLIDING_ROW_CUH

#include "algorithms/stencil/cuda/unaligned.cuh"
#include "column.cuh"

namespace tcu
{

/* A thread's own points of a row; where rows begin anywhere the first vector that begins in them, unless mapped. */
template <class T, sliding_rows Rows>
struct own_points {
    static constexpr int points = sliding_points<T>;
    element_bits<T, points> own;

    /* `at` is the first of them. */
    template <bool IsPlain, class Shape>
    __device__ __forceinline__ void load(const sliding_task<T, Shape> &task,
                                         const sliding_column<T, Shape, Rows> &column, const T *at, own_loads how)
    {
        if (IsPlain || how == own_loads::vectors) {
            if constexpr (Rows == sliding_rows::anywhere) {
                /* (A lane whose vector has no point of the row loads one that has, so that all lanes load at once.) */
                const int32_t head = elements_to_vector(at), first = column.x + head;
                const int32_t loaded = first > -points && first < task.near[2].n ? first : first & (points - 1);
                own = load_bits<points>(at + (head + loaded - first));
            } else {
                own = load_bits<points>(at);
            }
            return;
        }
        const int32_t x = opaque(column.x); /* registers are for what vectors need */
        T elements[points];
        if (Rows == sliding_rows::aligned && how == own_loads::elements) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                elements[i] = load_bits<1>(at + i).at(0);
            }
        } else {
#pragma unroll
            for (int i = 0; i < points; i++) {
                const int32_t mapped = map_column<Rows>(task, x + i);
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

    /* The points as numbers, values[First] the first. (`head`: elements from it to the vector that was loaded, 0 if
     * none was.) */
    template <int First, int N>
    __device__ __forceinline__ void convert(int head, computed<T> (&values)[N]) const
    {
        if constexpr (Rows == sliding_rows::anywhere) {
            const element_bits<T, points> joined = join_with_lane_before(own, head);
#pragma unroll
            for (int i = 0; i < points; i++) {
                values[First + i] = to_computed(joined.at(i));
            }
        } else {
#pragma unroll
            for (int i = 0; i < points; i++) {
                values[First + i] = to_computed(own.at(i));
            }
        }
    }
};

/* The same and R neighbours on each side. */
template <class T, int R, sliding_rows Rows>
struct window_points {
    static constexpr int points = sliding_points<T>;
    own_points<T, Rows> own;
    T side[2 * R];

    template <bool IsPlain, class Shape>
    __device__ __forceinline__ void load(const sliding_task<T, Shape> &task,
                                         const sliding_column<T, Shape, Rows> &column, const T *at, own_loads how)
    {
        own.template load<IsPlain>(task, column, at, how);
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

    template <class Shape>
    __device__ __forceinline__ void convert(const sliding_column<T, Shape, Rows> &column, int head,
                                            computed<T> (&values)[points + 2 * R]) const
    {
#pragma unroll
        for (int i = 0; i < 2 * R; i++) {
            values[i < R ? i : points + i] = to_computed(side[i]);
        }
        own.template convert<R>(head, values);
        if constexpr (Rows == sliding_rows::anywhere) {
            if (column.meets_end) {
                move_right_side(column.inside, values);
            }
        }
    }

    /* Puts the neighbours on the right behind the first `inside` own points. */
    __device__ __forceinline__ void move_right_side(int inside, computed<T> (&values)[points + 2 * R]) const
    {
#pragma unroll
        for (int i = 0; i < points + R; i++) {
#pragma unroll
            for (int j = 0; j < R; j++) {
                values[R + i] = i == inside + j ? to_computed(side[R + j]) : values[R + i];
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_ROW_CUH */
