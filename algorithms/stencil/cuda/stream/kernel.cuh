/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweeps of small footprints along the slowest axis that they have. A warp goes over lines (planes) one after the other,
 * each of which it loads once, and adds it to the sums of all the lines of out that it is a neighbour of: these are a ring
 * of registers. The next line is on its way meanwhile. (As in the streaming stencils of P. Micikevicius: "3D Finite
 * Difference Computation on GPUs using CUDA", GPGPU-2, 2009; the loaded line stays in registers, not the sums' inputs.)
 */
#ifndef TCUI_STENCIL_STREAM_KERNEL_CUH
#define TCUI_STENCIL_STREAM_KERNEL_CUH

#include "row.cuh"

namespace tcu
{

template <class T, class Shape>
using stream_sums = computed<T>[Shape::width][stream_points<T>];

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

/* The rows beside the middle one, of plane s of in (as map_near() gave it). */
template <bool IsDynamic, class T, class Shape>
__device__ __forceinline__ void add_rows_beside(const stream_task<T, Shape> &task, const stream_strip<T> &strip,
                                                int32_t s, int32_t x, stream_sums<T, Shape> &sums)
{
    constexpr int points = stream_points<T>;
    using row_points = std::conditional_t<Shape::is_box, window_points<T, Shape::radius>, own_points<T>>;
    row_points rows[2 * Shape::radius];
#pragma unroll
    for (int i = 0; i < 2 * Shape::radius; ++i) {
        const int y = i < Shape::radius ? i : i + 1;
        const int32_t at = map_near(task.near[1], strip.y + task.first[1] + y);
        rows[i].load(task, row_at(task, strip.in, s, at), x);
    }
#pragma unroll
    for (int i = 0; i < 2 * Shape::radius; ++i) {
        const int y = i < Shape::radius ? i : i + 1;
        if constexpr (Shape::is_box) {
            computed<T> values[points + 2 * Shape::radius];
            rows[i].convert(values);
            add_row<IsDynamic, true>(task, y, values, sums);
        } else {
            computed<T> values[points];
#pragma unroll
            for (int p = 0; p < points; ++p)
                values[p] = to_computed(rows[i].own.at(p));
            add_row<IsDynamic, false>(task, y, values, sums);
        }
    }
}

template <bool IsDynamic, class T, class Shape>
__device__ __forceinline__ void stream(const stream_task<T, Shape> &task, const stream_strip<T> &strip)
{
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int streamed = has_rows ? 0 : 1, points = stream_points<T>, middle = has_rows ? Shape::radius : 0;
    const int32_t x = strip.x + task.first[2] + Shape::radius;
    const int32_t y = has_rows ? map_near(task.near[1], strip.y + task.first[1] + middle) : 0;
    const int32_t begin = strip.s + task.first[streamed], end = strip.s_end + task.first[streamed] + Shape::width - 1;

    stream_sums<T, Shape> sums;
#pragma unroll
    for (int e = 0; e < Shape::width; ++e)
#pragma unroll
        for (int i = 0; i < points; ++i)
            sums[e][i] = 0;

    window_points<T, Shape::radius> next;
    int32_t s = map_near(task.near[streamed], begin);
    next.load(task, row_at(task, strip.in, s, y), x);
#pragma unroll 1
    for (int32_t line = begin; line < end; ++line) {
        const window_points<T, Shape::radius> here = next;
        const int32_t s_here = s;
        if (line + 1 < end) {
            s = map_near(task.near[streamed], line + 1);
            next.load(task, row_at(task, strip.in, s, y), x);
        }
        if constexpr (has_rows)
            add_rows_beside<IsDynamic>(task, strip, s_here, x, sums);
        computed<T> values[points + 2 * Shape::radius];
        here.convert(values);
        add_row<IsDynamic, true>(task, middle, values, sums);

        const int32_t done = line - task.first[streamed] - (Shape::width - 1);
        if (done >= strip.s)
            store_row(task, strip, done, sums[0]);
#pragma unroll
        for (int e = 0; e < Shape::width; ++e)
#pragma unroll
            for (int i = 0; i < points; ++i)
                sums[e][i] = e + 1 < Shape::width ? sums[e + 1][i] : computed<T>(0);
    }
}

template <bool IsDynamic, int Blocks, class T, class Shape>
__global__ void __launch_bounds__(TCUI_STENCIL_STREAM_THREADS, Blocks) stencil_stream_kernel(stream_task<T, Shape> task)
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
