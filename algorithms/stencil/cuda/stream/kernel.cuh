/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweeps of small footprints along the slowest axis that they have. A warp goes over lines (planes) one after the
 * other, each of which it loads once, and adds it to the sums of all the lines of out that it is a neighbour of: these
 * are a ring of registers. The loads of the next lines are in flight meanwhile. (As in the streaming stencils of P.
 * Micikevicius: "3D Finite Difference Computation on GPUs using CUDA", GPGPU-2, 2009; the loaded line stays in
 * registers, not the sums' inputs.)
 */
#ifndef TCUI_STENCIL_STREAM_KERNEL_CUH
#define TCUI_STENCIL_STREAM_KERNEL_CUH

#include "row.cuh"

namespace tcu
{

template <class T, class Shape>
using stream_sums = computed<T>[Shape::width][Shape::rows_a_thread][stream_points<T>];

/* Lines whose loads are in flight while one is added. Larger footprints have enough products to hide the latency of
 * one, and no registers left. */
template <class Shape>
constexpr int lines_ahead = Shape::radius == 1 && Shape::dimensions == 2 ? 2 : 1;

/* Adds points of the row y (of those beside each other) to the sums of row r: all columns, or the middle one alone, at
 * which values[0] is then. */
template <bool IsDynamic, bool IsWindow, class T, class Shape, int N>
__device__ __forceinline__ void add_row(const stream_task<T, Shape> &task, int y, int r, const computed<T> (&values)[N],
                                        stream_sums<T, Shape> &sums)
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
                const computed<T> weight = stream_weight<IsDynamic>(task, slot);
#pragma unroll
                for (int i = 0; i < stream_points<T>; i++) {
                    sums[e][r][i] += weight * values[i + (IsWindow ? x : 0)];
                }
            }
        }
    }
}

/* What a thread loads of a line: its points of each row, of those that it needs neighbours of (all of a box, those with
 * results of a star) with these. */
template <class T, class Shape>
struct line_points {
    static constexpr bool has_rows = Shape::dimensions == 3;
    static constexpr int points = stream_points<T>, radius = Shape::radius, rows = Shape::rows_a_thread;
    static constexpr int num_rows = stream_column<T, Shape>::loaded_rows;
    static constexpr int num_windows = Shape::is_box ? num_rows : rows, num_own = num_rows - num_windows;

    /* Registers that it takes. */
    static constexpr int words =
        static_cast<int>(num_windows * sizeof(window_points<T, radius>) + num_own * sizeof(own_points<T>)) / 4;

    window_points<T, radius> window[num_windows];
    own_points<T> own[num_own > 0 ? num_own : 1];

    /* Which of the rows window[i], own[i] is. */
    __device__ static constexpr int window_row(int i) { return Shape::is_box || !has_rows ? i : radius + i; }
    __device__ static constexpr int own_row(int i) { return i < radius ? i : rows + i; }

    template <bool IsPlain>
    __device__ __forceinline__ void load(const stream_task<T, Shape> &task, const stream_column<T, Shape> &column,
                                         int32_t line)
    {
        constexpr int streamed = has_rows ? 0 : 1;
        const int32_t s = map_near(task.near[streamed], line);
        if (s < 0) {
            const T value = s == near_is_constant ? task.constant : T();
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
        const T *const at = opaque(column.in + s * task.grid.axes[streamed].in_stride);
        const int32_t stride = has_rows ? static_cast<int32_t>(task.grid.axes[1].in_stride) : 0;
        const T *const plain = IsPlain && has_rows ? opaque(at + column.row[0]) : at;
        const auto load_row = [&](auto &to, int j) {
            if (IsPlain) {
                to.template load<true>(task, column, j > 0 ? opaque(plain + j * stride) : plain);
            } else if (!has_rows || (column.rows_outside >> j & 1u) == 0) {
                to.template load<false>(task, column, has_rows ? opaque(at + column.row[j]) : at);
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

    template <bool IsDynamic>
    __device__ __forceinline__ void add(const stream_task<T, Shape> &task, stream_sums<T, Shape> &sums) const
    {
#pragma unroll
        for (int i = 0; i < num_own; i++) {
            computed<T> values[points];
#pragma unroll
            for (int p = 0; p < points; p++) {
                values[p] = to_computed(own[i].own.at(p));
            }
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
            window[i].convert(values);
#pragma unroll
            for (int r = 0; r < rows; r++) {
                if (!has_rows || (window_row(i) >= r && window_row(i) <= r + 2 * radius)) {
                    add_row<IsDynamic, true>(task, window_row(i) - r, r, values, sums);
                }
            }
        }
    }
};

/* (Whether a column of a volume is plain is asked once for a strip, so that the loop over its lines keeps no registers for
 * what only other columns need. Planes have one row a line: a second loop for them would take more registers than it
 * saves.) */
template <bool IsDynamic, bool IsPlain, class T, class Shape>
__device__ __forceinline__ void stream(const stream_task<T, Shape> &task, const stream_strip<T> &strip,
                                       const stream_column<T, Shape> &column)
{
    constexpr int streamed = Shape::dimensions == 3 ? 0 : 1, points = stream_points<T>;
    constexpr int ahead_lines = lines_ahead<Shape>;
    const int32_t begin = strip.s + task.first[streamed], end = strip.s_end + task.first[streamed] + Shape::width - 1;

    stream_sums<T, Shape> sums;
#pragma unroll
    for (int e = 0; e < Shape::width; e++) {
#pragma unroll
        for (int r = 0; r < Shape::rows_a_thread; r++) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                sums[e][r][i] = 0;
            }
        }
    }

    line_points<T, Shape> ahead[ahead_lines];
#pragma unroll
    for (int i = 0; i < ahead_lines; i++) {
        if (begin + i < end) {
            ahead[i].template load<IsPlain>(task, column, begin + i);
        }
    }
#pragma unroll 1
    for (int32_t turn = begin; turn < end; turn += ahead_lines) {
#pragma unroll
        for (int i = 0; i < ahead_lines; i++) {
            const int32_t line = turn + i;
            if (line >= end) {
                break;
            }
            if constexpr (ahead_lines > 1) {
                ahead[i].template add<IsDynamic>(task, sums);
                if (line + ahead_lines < end) {
                    ahead[i].template load<IsPlain>(task, column, line + ahead_lines);
                }
            } else {
                const line_points<T, Shape> here = ahead[0];
                if (line + 1 < end) {
                    ahead[0].template load<IsPlain>(task, column, line + 1);
                }
                here.template add<IsDynamic>(task, sums);
            }
            const int32_t done = line - task.first[streamed] - (Shape::width - 1);
            if (done >= strip.s) {
                store_rows(task, strip, column, done, sums[0]);
            }
#pragma unroll
            for (int e = 0; e < Shape::width; e++) {
#pragma unroll
                for (int r = 0; r < Shape::rows_a_thread; r++) {
#pragma unroll
                    for (int p = 0; p < points; p++) {
                        sums[e][r][p] = e + 1 < Shape::width ? sums[e + 1][r][p] : computed<T>(0);
                    }
                }
            }
        }
    }
}

template <bool IsDynamic, int Blocks, class T, class Shape>
__global__ void __launch_bounds__(TCUI_STENCIL_STREAM_THREADS, Blocks)
    stencil_stream_kernel(const __grid_constant__ stream_task<T, Shape> task)
{
    if constexpr (IsDynamic) {
        stage_weights(task);
    }
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * stream_warps;
    for (uint64_t work = static_cast<uint64_t>(blockIdx.x) * stream_warps + threadIdx.x / 32; work < task.works;
         work += stride) {
        const stream_strip<T> strip = strip_of(task, work);
        if (strip.x >= task.grid.axes[2].out || (Shape::dimensions == 3 && strip.y >= task.grid.axes[1].out)) {
            continue;
        }
        const stream_column<T, Shape> column = column_of(task, strip);
        if (Shape::dimensions == 3 && column.is_plain) {
            stream<IsDynamic, true>(task, strip, column);
        } else {
            stream<IsDynamic, false>(task, strip, column);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_STREAM_KERNEL_CUH */
