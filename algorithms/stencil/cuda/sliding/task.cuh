/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel is given, and how its work is cut: a warp takes a strip, some lines that follow each other, as
 * wide as its lanes' vectors. */
#ifndef TCUI_STENCIL_SLIDING_TASK_CUH
#define TCUI_STENCIL_SLIDING_TASK_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/grid.cuh"
#include "algorithms/stencil/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"
#include "shapes.cuh"

namespace tcu
{

constexpr int sliding_warps = TCUI_STENCIL_SLIDING_THREADS / 32;

/* Neighbouring results of a thread: 16 bytes, but not more than registers hold. */
template <class T>
constexpr int sliding_points = sizeof(T) == 1 ? 8 : 16 / static_cast<int>(sizeof(T));

template <class T, class Shape>
struct sliding_task {
    tcu::grid<T> grid;
    near_axis near[TCUI_AXES];
    int32_t first[TCUI_AXES]; /* the shape's first offset along each axis */
    int32_t last_x, last_y;   /* the last coordinates that a result needs */
    bool vectors_in, vectors_out, has_keep;
    T constant;
    /* Strips of a grid, the last of an axis perhaps of less. */
    int32_t lines_a_strip, strips_down, strips_across, row_groups;
    int64_t outer;
    uint64_t strips; /* of all grids */
    computed<T> weights[Shape::num_slots];
    uint32_t slots;             /* with holes: a bit for each slot that is a tap */
    const computed<T> *dynamic; /* weights that are known on the device alone */
    bool is_reversed;
};

/*
 * Where rows begin: all rows of in and out at whole vectors, or some anywhere. Of the latter a lane loads and stores
 * the aligned vectors that its points begin in, and lanes join what they have with what the lane before has; for that
 * lane 0 has no results. Each is a kernel of its own: registers for joining make aligned rows slower. (u8 has no second
 * one.)
 */
enum class sliding_rows { aligned, anywhere };

/* Lanes of a warp that have results. */
template <sliding_rows Rows>
constexpr int sliding_lanes = Rows == sliding_rows::anywhere ? 31 : 32;

/* A warp's strip. */
template <class T>
struct sliding_strip {
    const T *in; /* of coordinates 0 */
    T *out;
    int32_t s, s_end; /* lines of out */
    int32_t y, x;     /* the thread's first row of out, its first point */
    bool is_last;     /* its grid (of planes: its plane) is the last of the last batch and copy */
};

/* Strip `number`: rows of a block beside each other first, which share what they read, then along the line. */
template <sliding_rows Rows, class T, class Shape>
__device__ __forceinline__ sliding_strip<T> strip_of(const sliding_task<T, Shape> &task, uint64_t number)
{
    constexpr bool has_rows = Shape::dimensions == 3;
    const grid<T> &g = task.grid;
    uint64_t rest = number;
    sliding_strip<T> strip;
    strip.y = has_rows ? static_cast<int32_t>(take_coordinate(rest, sliding_warps)) * Shape::rows_a_thread : 0;
    strip.x = static_cast<int32_t>(take_coordinate(rest, task.strips_across) * sliding_lanes<Rows> + threadIdx.x % 32) *
              sliding_points<T>;
    if constexpr (Rows == sliding_rows::anywhere) {
        strip.x -= sliding_points<T>;
    }
    if (has_rows) {
        strip.y +=
            static_cast<int32_t>(take_coordinate(rest, task.row_groups)) * (sliding_warps * Shape::rows_a_thread);
    }
    strip.s = static_cast<int32_t>(take_coordinate(rest, task.strips_down)) * task.lines_a_strip;
    strip.s_end = min(strip.s + task.lines_a_strip, static_cast<int32_t>(g.axes[Shape::down].out));
    const int64_t outer = has_rows ? 0 : take_coordinate(rest, task.outer);
    const int64_t copy = take_coordinate(rest, g.copies), batch = static_cast<int64_t>(rest);
    strip.is_last = outer == (has_rows ? 0 : task.outer - 1) && copy == g.copies - 1 && batch == g.batch - 1;
    strip.in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride + outer * g.axes[0].in_stride;
    strip.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + outer * g.axes[0].out_stride;
    return strip;
}

/* The weight of a slot: a constant of the launch, or in shared memory. */
template <bool IsDynamic, class T, class Shape>
__device__ __forceinline__ computed<T> sliding_weight(const sliding_task<T, Shape> &task, int slot)
{
    if constexpr (IsDynamic) {
        return reinterpret_cast<const computed<T> *>(dynamic_shared_memory())[slot];
    } else {
        return task.weights[slot];
    }
}

template <class T, class Shape>
__device__ __forceinline__ void stage_weights(const sliding_task<T, Shape> &task)
{
    computed<T> *const staged = reinterpret_cast<computed<T> *>(dynamic_shared_memory());
    for (int i = threadIdx.x; i < Shape::num_slots; i += TCUI_STENCIL_SLIDING_THREADS) {
        staged[i] = task.dynamic[task.is_reversed ? Shape::num_slots - 1 - i : i];
    }
    __syncthreads();
}

template <class T, class Shape>
__device__ __forceinline__ bool has_tap(const sliding_task<T, Shape> &task, int slot)
{
    return !Shape::has_holes || (task.slots >> slot & 1u) != 0;
}

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_TASK_CUH */
