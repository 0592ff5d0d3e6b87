/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several steps of a stencil along lines in one pass over memory. A warp has a piece of a line in registers, neighbouring
 * elements of each lane, makes all steps there, and writes the piece less a margin at each side, which the steps have used
 * up; neighbours come by shuffles. Pieces that reach beyond an end of the line are stepped in shared memory, where a
 * boundary can refer to any of their elements.
 */
#ifndef TCUI_STENCIL_FUSED_LINE_KERNEL_CUH
#define TCUI_STENCIL_FUSED_LINE_KERNEL_CUH

#include "algorithms/stencil/cuda/fused/grids.cuh"
#include "algorithms/stencil/cuda/fused/row.cuh"
#include "algorithms/stencil/cuda/fused/tuning.h"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr int line_columns = TCUI_FUSED_LINE_COLUMNS, line_piece = TCUI_WARP_LANES * line_columns;
constexpr int line_warps = TCUI_FUSED_LINE_THREADS / TCUI_WARP_LANES;

template <class Compute, int R>
struct line_stencil {
    int64_t n;
    tcu_boundary boundary;
    int32_t low, high;
    Compute constant;
    Compute weights[2 * R + 1]; /* of offsets -R to R */
    uint32_t taps;              /* bits of those that are any; others are not multiplied by 0 */
};

template <class T, int R>
struct line_task {
    const T *in;
    T *out;
    line_stencil<computed<T>, R> stencil;
    fused_grids grids;
    bool vectors_in, vectors_out;
    uint64_t pieces_a_line, pieces;
    int32_t steps, margin; /* steps * R rounded up to whole lanes */
};

/* In registers: all of the piece is inside the line. `first` is the lane's first element. */
template <class T, int R>
__device__ __forceinline__ void step_in_registers(const line_task<T, R> &task, const T *in, T *out, int64_t first)
{
    using compute = computed<T>;
    constexpr int C = line_columns;
    const line_stencil<compute, R> &stencil = task.stencil;
    const auto elements = load_columns<C>(in + first, task.vectors_in);
    compute now[C];
#pragma unroll
    for (int c = 0; c < C; c++) {
        now[c] = to_computed(elements.at(c));
    }
#pragma unroll 1
    for (int s = 0; s < task.steps; s++) {
        compute around[C + 2 * R], sum[C] = {};
#pragma unroll
        for (int r = 0; r < R; r++) {
            around[r] = __shfl_up_sync(all_lanes, now[C - R + r], 1);
            around[R + C + r] = __shfl_down_sync(all_lanes, now[r], 1);
        }
#pragma unroll
        for (int c = 0; c < C; c++) {
            around[R + c] = now[c];
        }
#pragma unroll
        for (int t = 0; t < 2 * R + 1; t++) {
            if ((stencil.taps >> t & 1) != 0) {
#pragma unroll
                for (int c = 0; c < C; c++) {
                    sum[c] += stencil.weights[t] * around[c + t];
                }
            }
        }
#pragma unroll
        for (int c = 0; c < C; c++) {
            now[c] = sum[c];
        }
    }
    const int column = threadIdx.x % TCUI_WARP_LANES * C;
    if (column >= task.margin && column < line_piece - task.margin) {
        store_columns(out + first, now, task.vectors_out);
    }
}

/*
 * What point i of the line is at the next step; `now` holds elements from number `begin` on. (Elements that it would have
 * to read beyond the piece are only read for what the margin has lost already.)
 */
template <class Compute, int R>
__device__ __forceinline__ Compute step_point(const line_stencil<Compute, R> &stencil, const Compute *now,
                                              int64_t begin, int64_t i)
{
    const bool is_periodic = stencil.boundary == TCU_BOUNDARY_PERIODIC;
    const bool is_kept =
        stencil.boundary == TCU_BOUNDARY_KEEP && (i + stencil.low < 0 || i + stencil.high >= stencil.n);
    if (is_kept || (!is_periodic && (i < 0 || i >= stencil.n))) {
        return now[i - begin];
    }
    Compute sum = 0;
#pragma unroll
    for (int t = 0; t < 2 * R + 1; t++) {
        if ((stencil.taps >> t & 1) != 0) {
            const int64_t j = i + t - R;
            const int64_t from = is_periodic ? j : map_coordinate(j, stencil.n, stencil.boundary);
            const int64_t place = min(max(from - begin, int64_t{0}), int64_t{line_piece - 1});
            const Compute x = from == outside_is_zero && !is_periodic       ? Compute(0)
                              : from == outside_is_constant && !is_periodic ? stencil.constant
                                                                            : now[place];
            sum += stencil.weights[t] * x;
        }
    }
    return sum;
}

/* In shared memory: elements of the piece are lanes apart. */
template <class T, int R>
__device__ __forceinline__ void step_in_shared_memory(const line_task<T, R> &task, const T *in, T *out, int64_t begin)
{
    using compute = computed<T>;
    compute *now = reinterpret_cast<compute *>(dynamic_shared_memory()) +
                   threadIdx.x / TCUI_WARP_LANES * static_cast<unsigned>(2 * line_piece);
    compute *next = now + line_piece;
    const line_stencil<compute, R> &stencil = task.stencil;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    for (int e = lane; e < line_piece; e += TCUI_WARP_LANES) {
        const int64_t i = begin + e;
        const int64_t from =
            stencil.boundary == TCU_BOUNDARY_PERIODIC ? modulo(i, stencil.n) : min(max(i, int64_t{0}), stencil.n - 1);
        now[e] = to_computed(in[from]);
    }
    __syncwarp();
    for (int s = 0; s < task.steps; s++) {
        for (int e = lane; e < line_piece; e += TCUI_WARP_LANES) {
            next[e] = step_point(stencil, now, begin, begin + e);
        }
        __syncwarp();
        compute *const before = now;
        now = next;
        next = before;
    }
    for (int e = task.margin + lane; e < line_piece - task.margin; e += TCUI_WARP_LANES) {
        if (begin + e < stencil.n) {
            out[begin + e] = from_computed<T>(now[e]);
        }
    }
}

template <class T, int R>
__global__ void __launch_bounds__(TCUI_FUSED_LINE_THREADS,
                                  sizeof(T) == 8 ? TCUI_FUSED_LINE_BLOCKS_F64 : TCUI_FUSED_LINE_BLOCKS)
    fused_line_kernel(const __grid_constant__ line_task<T, R> task)
{
    const uint64_t number = static_cast<uint64_t>(blockIdx.x) * line_warps + threadIdx.x / TCUI_WARP_LANES;
    if (number >= task.pieces) {
        return;
    }
    const uint64_t line = task.grids.count > 1 ? number / task.pieces_a_line : 0;
    const uint64_t offset = task.grids.offset(line);
    const int64_t begin =
        static_cast<int64_t>(number - line * task.pieces_a_line) * (line_piece - 2 * task.margin) - task.margin;
    const T *const in = task.in + offset;
    T *const out = task.out + offset;
    if (begin < 0 || begin + line_piece > task.stencil.n) {
        step_in_shared_memory(task, in, out, begin);
    } else {
        step_in_registers(task, in, out, begin + threadIdx.x % TCUI_WARP_LANES * line_columns);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_LINE_KERNEL_CUH */
