/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweeps of small footprints along the slowest axis that they have. A warp goes over lines (planes) one after the other,
 * each of which it loads once, and adds it to the sums of all the lines of out that it is a neighbour of: these are a ring
 * of registers. The next lines are on their way meanwhile. (As in the streaming stencils of P. Micikevicius: "3D Finite
 * Difference Computation on GPUs using CUDA", GPGPU-2, 2009; the loaded line stays in registers, not the sums' inputs.)
 */
#ifndef TCUI_STENCIL_STREAM_KERNEL_CUH
#define TCUI_STENCIL_STREAM_KERNEL_CUH

#include "row.cuh"

namespace tcu
{

template <class T, class Shape>
using stream_sums = computed<T>[Shape::width][stream_points<T>];

/* Lines that are on their way while one is added. Larger footprints have products enough to wait behind, and no registers left. */
template <class Shape>
constexpr int lines_ahead = Shape::radius == 1 && !(Shape::is_box && Shape::dimensions == 3) ? 2 : 1;

/* Adds points of the row y (of those beside each other) to the sums: all columns, or the middle one alone, at which
 * values[0] is then. */
template <bool IsDynamic, bool IsWindow, class T, class Shape, int N>
__device__ __forceinline__ void add_row(const stream_task<T, Shape> &task, int y, const computed<T> (&values)[N],
                                        stream_sums<T, Shape> &sums)
{
#pragma unroll
    for (int e = 0; e < Shape::width; ++e) {
        const int s = Shape::width - 1 - e;
#pragma unroll
        for (int x = IsWindow ? 0 : Shape::radius; x <= (IsWindow ? Shape::width - 1 : Shape::radius); ++x) {
            if (!Shape::has(s, y, x))
                continue;
            const int slot = Shape::slot(s, y, x);
            if (has_tap(task, slot)) {
                const computed<T> weight = stream_weight<IsDynamic>(task, slot);
#pragma unroll
                for (int i = 0; i < stream_points<T>; ++i)
                    sums[e][i] += weight * values[i + (IsWindow ? x : 0)];
            }
        }
    }
}

/* What a thread loads of a line: its points of the middle row and of those beside it. */
template <class T, class Shape>
struct line_points {
    static constexpr bool has_rows = Shape::dimensions == 3;
    static constexpr int points = stream_points<T>, radius = Shape::radius, num_beside = has_rows ? 2 * radius : 0;
    using row_points = std::conditional_t<Shape::is_box, window_points<T, radius>, own_points<T>>;

    /* Registers that it takes. */
    static constexpr int words =
        static_cast<int>(sizeof(window_points<T, radius>) + num_beside * sizeof(row_points)) / 4;

    window_points<T, radius> middle;
    row_points beside[has_rows ? num_beside : 1];

    /* Which row of those beside each other beside[i] is. */
    __device__ static constexpr int row(int i) { return i < radius ? i : i + 1; }

    __device__ __forceinline__ void load(const stream_task<T, Shape> &task, const stream_column<T, Shape> &column,
                                         int32_t line)
    {
        constexpr int streamed = has_rows ? 0 : 1;
        const int32_t s = map_near(task.near[streamed], line);
        if (s < 0) {
            const T value = s == near_is_constant ? task.constant : T();
            middle.fill(value);
#pragma unroll
            for (int i = 0; i < num_beside; ++i)
                beside[i].fill(value);
            return;
        }
        const T *const at = column.in + s * task.grid.axes[streamed].in_stride;
        if (!has_rows || (column.rows_outside >> num_beside & 1u) == 0)
            middle.load(task, column, at + column.middle);
        else
            middle.fill(outside_of(task, 1));
#pragma unroll
        for (int i = 0; i < num_beside; ++i)
            if ((column.rows_outside >> i & 1u) == 0)
                beside[i].load(task, column, at + column.beside[i]);
            else
                beside[i].fill(outside_of(task, 1));
    }

    template <bool IsDynamic>
    __device__ __forceinline__ void add(const stream_task<T, Shape> &task, stream_sums<T, Shape> &sums) const
    {
        computed<T> values[points + 2 * radius];
#pragma unroll
        for (int i = 0; i < num_beside; ++i)
            if constexpr (Shape::is_box) {
                beside[i].convert(values);
                add_row<IsDynamic, true>(task, row(i), values, sums);
            } else {
                computed<T> own[points];
#pragma unroll
                for (int p = 0; p < points; ++p)
                    own[p] = to_computed(beside[i].own.at(p));
                add_row<IsDynamic, false>(task, row(i), own, sums);
            }
        middle.convert(values);
        add_row<IsDynamic, true>(task, has_rows ? radius : 0, values, sums);
    }
};

template <bool IsDynamic, class T, class Shape>
__device__ __forceinline__ void stream(const stream_task<T, Shape> &task, const stream_strip<T> &strip)
{
    constexpr int streamed = Shape::dimensions == 3 ? 0 : 1, points = stream_points<T>;
    const stream_column<T, Shape> column = column_of(task, strip);
    const int32_t begin = strip.s + task.first[streamed], end = strip.s_end + task.first[streamed] + Shape::width - 1;

    stream_sums<T, Shape> sums;
#pragma unroll
    for (int e = 0; e < Shape::width; ++e)
#pragma unroll
        for (int i = 0; i < points; ++i)
            sums[e][i] = 0;

    line_points<T, Shape> ahead[lines_ahead<Shape>];
#pragma unroll
    for (int i = 0; i < lines_ahead<Shape>; ++i)
        if (begin + i < end)
            ahead[i].load(task, column, begin + i);
#pragma unroll 1
    for (int32_t turn = begin; turn < end; turn += lines_ahead<Shape>) {
#pragma unroll
        for (int i = 0; i < lines_ahead<Shape>; ++i) {
            const int32_t line = turn + i;
            if (line >= end)
                break;
            if constexpr (lines_ahead < Shape >> 1) {
                ahead[i].template add<IsDynamic>(task, sums);
                if (line + lines_ahead<Shape> < end)
                    ahead[i].load(task, column, line + lines_ahead<Shape>);
            } else {
                const line_points<T, Shape> here = ahead[0];
                if (line + 1 < end)
                    ahead[0].load(task, column, line + 1);
                here.template add<IsDynamic>(task, sums);
            }
            const int32_t done = line - task.first[streamed] - (Shape::width - 1);
            if (done >= strip.s)
                store_row(task, strip, column, done, sums[0]);
#pragma unroll
            for (int e = 0; e < Shape::width; ++e)
#pragma unroll
                for (int p = 0; p < points; ++p)
                    sums[e][p] = e + 1 < Shape::width ? sums[e + 1][p] : computed<T>(0);
        }
    }
}

template <bool IsDynamic, int Blocks, class T, class Shape>
__global__ void __launch_bounds__(TCUI_STENCIL_STREAM_THREADS, Blocks)
    stencil_stream_kernel(const __grid_constant__ stream_task<T, Shape> task)
{
    if constexpr (IsDynamic)
        stage_weights(task);
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * stream_warps;
    for (uint64_t work = static_cast<uint64_t>(blockIdx.x) * stream_warps + threadIdx.x / 32; work < task.works;
         work += stride) {
        const stream_strip<T> strip = strip_of(task, work);
        if (strip.x < task.grid.axes[2].out && (Shape::dimensions == 2 || strip.y < task.grid.axes[1].out))
            stream<IsDynamic>(task, strip);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_STREAM_KERNEL_CUH */
