/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is added to results beside the taps' sum: a weight times the same point of another field of `in`, or of `out` as it
 * was. A line's addend is loaded when the results of the line before are stored, and is in flight until its own are.
 */
#ifndef TCUI_STENCIL_SLIDING_ADDEND_CUH
#define TCUI_STENCIL_SLIDING_ADDEND_CUH

#include "line.cuh"

namespace tcu
{

/* Of sweeps without one, whose kernels are as if addends were not there. */
struct no_addend {
};

template <class T>
struct sliding_addend {
    int64_t distance; /* elements from a point of `in`, or of `out`, to its addend */
    bool is_of_out;   /* distances and strides are those of `out` */
    bool are_vectors; /* rows begin at whole vectors */
    computed<T> weight;
};

/* A thread's addends of a line. */
template <class Addend, sliding_rows Rows, class T, class Shape>
struct line_addends {
    static constexpr int words = 0; /* registers that it takes */

    __device__ __forceinline__ line_addends(const sliding_task<T, Shape> &, const Addend &, const sliding_strip<T> &) {}
    __device__ __forceinline__ void load(const sliding_task<T, Shape> &, const Addend &, int32_t) {}
    __device__ __forceinline__ void add(const Addend &, computed<T> (&)[Shape::rows_a_thread][sliding_points<T>]) const
    {
    }
};

template <sliding_rows Rows, class T, class Shape>
struct line_addends<sliding_addend<T>, Rows, T, Shape> {
    static constexpr bool has_rows = Shape::dimensions == 3;
    static constexpr int points = sliding_points<T>, rows = Shape::rows_a_thread;
    static constexpr int words = 4 * rows + TCUI_STENCIL_SLIDING_REGISTERS_ONTO;

    const T *from; /* of the thread's first result in line 0 */
    int32_t valid; /* its points that are results, of each row; 0 or less: none */
    int32_t rows_inside;
    element_bits<T, points> bits[rows];

    __device__ __forceinline__ line_addends(const sliding_task<T, Shape> &task, const sliding_addend<T> &addend,
                                            const sliding_strip<T> &strip)
    {
        const grid_axis &axis_y = task.grid.axes[1];
        const int64_t row = addend.is_of_out ? axis_y.out_stride : axis_y.in_stride;
        from = (addend.is_of_out ? strip.out : strip.in) + addend.distance + (has_rows ? strip.y * row : 0) + strip.x;
        valid = static_cast<int32_t>(task.grid.axes[2].out) - strip.x;
        rows_inside = has_rows ? static_cast<int32_t>(axis_y.out) - strip.y : 1;
        if (Rows == sliding_rows::anywhere && threadIdx.x % 32 == 0) { /* which has no results */
            valid = 0;
        }
    }

    /* (Not by loads for data that no thread writes: `out` is written.) */
    __device__ __forceinline__ void load(const sliding_task<T, Shape> &task, const sliding_addend<T> &addend, int32_t s)
    {
        const grid_axis &axis_s = task.grid.axes[Shape::down], &axis_y = task.grid.axes[1];
        const T *at = from + s * (addend.is_of_out ? axis_s.out_stride : axis_s.in_stride);
#pragma unroll
        for (int r = 0; r < rows; r++) {
            bits[r].clear();
            if (r < rows_inside) {
                if (Rows == sliding_rows::aligned && addend.are_vectors && valid >= points) {
                    put_vector(bits[r].words, 0, *reinterpret_cast<const uint4 *>(at));
                } else {
#pragma unroll
                    for (int i = 0; i < points; i++) {
                        if (i < valid) {
                            bits[r].put(i, at[i]);
                        }
                    }
                }
            }
            at += !has_rows ? 0 : addend.is_of_out ? axis_y.out_stride : axis_y.in_stride;
        }
    }

    __device__ __forceinline__ void add(const sliding_addend<T> &addend, computed<T> (&sums)[rows][points]) const
    {
#pragma unroll
        for (int r = 0; r < rows; r++) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                sums[r][i] += addend.weight * to_computed(bits[r].at(i));
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_ADDEND_CUH */
