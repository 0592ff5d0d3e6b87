/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweeps of small footprints along the slowest axis that they have. A warp goes over lines (planes) one after the
 * other, each of which it loads once, and adds it to the sums of all the lines of out that it is a neighbour of: these
 * are a window in registers that slides down with the warp. The loads of the next lines are in flight meanwhile. (After
 * P. Micikevicius: "3D Finite Difference Computation on GPUs using CUDA", GPGPU-2, 2009, where the window holds the
 * sums' inputs.)
 */
#ifndef TCUI_STENCIL_SLIDING_KERNEL_CUH
#define TCUI_STENCIL_SLIDING_KERNEL_CUH

#include "addend.cuh"
#include "line.cuh"
#include "store.cuh"

namespace tcu
{

/* Lines whose loads are in flight while one is added. Larger footprints have enough products to hide the latency of
 * one, and no registers left. */
template <class Shape>
constexpr int lines_ahead = Shape::radius == 1 && Shape::dimensions == 2 ? 2 : 1;

/* (Whether a column of a volume is plain is asked once for a strip, so that the loop over its lines keeps no
 * registers for what only other columns need. Planes have one row a line: a second loop for them would take more
 * registers than it saves.) */
template <bool IsDynamic, bool IsPlain, class Addend, class T, class Shape, sliding_rows Rows>
__device__ __forceinline__ void slide(const sliding_task<T, Shape> &task, const Addend &addend,
                                      const sliding_strip<T> &strip, const sliding_column<T, Shape, Rows> &column)
{
    constexpr int points = sliding_points<T>, ahead_lines = lines_ahead<Shape>;
    const int32_t begin = strip.s + task.first[Shape::down],
                  end = strip.s_end + task.first[Shape::down] + Shape::width - 1;

    sliding_sums<T, Shape> sums;
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

    line_addends<Addend, Rows, T, Shape> addends(task, addend, strip);
    addends.load(task, addend, strip.s);
    line_points<T, Shape, Rows> ahead[ahead_lines];
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
                ahead[i].template add<IsDynamic, IsPlain>(task, column, sums);
                if (line + ahead_lines < end) {
                    ahead[i].template load<IsPlain>(task, column, line + ahead_lines);
                }
            } else {
                const line_points<T, Shape, Rows> here = ahead[0];
                if (line + 1 < end) {
                    ahead[0].template load<IsPlain>(task, column, line + 1);
                }
                here.template add<IsDynamic, IsPlain>(task, column, sums);
            }
            const int32_t done = line - task.first[Shape::down] - (Shape::width - 1);
            if (done >= strip.s) {
                addends.add(addend, sums[0]);
                store_rows(task, strip, column, done, sums[0]);
                if (line + 1 < end) {
                    addends.load(task, addend, done + 1);
                }
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

template <bool IsDynamic, sliding_rows Rows, int Blocks, class Addend, class T, class Shape>
__global__ void __launch_bounds__(TCUI_STENCIL_SLIDING_THREADS, Blocks)
    stencil_sliding_kernel(const __grid_constant__ sliding_task<T, Shape> task, const __grid_constant__ Addend addend)
{
    if constexpr (IsDynamic) {
        stage_weights(task);
    }
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * sliding_warps;
    for (uint64_t number = static_cast<uint64_t>(blockIdx.x) * sliding_warps + threadIdx.x / 32; number < task.strips;
         number += stride) {
        const sliding_strip<T> strip = strip_of<Rows>(task, number);
        /* (Where rows begin anywhere all lanes of a warp have to stay together.) */
        if ((Rows == sliding_rows::aligned && strip.x >= task.grid.axes[2].out) ||
            (Shape::dimensions == 3 && strip.y >= task.grid.axes[1].out)) {
            continue;
        }
        const sliding_column<T, Shape, Rows> column = column_of<Rows>(task, strip);
        if (Shape::dimensions == 3 && column.is_plain) {
            slide<IsDynamic, true>(task, addend, strip, column);
        } else {
            slide<IsDynamic, false>(task, addend, strip, column);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_KERNEL_CUH */
