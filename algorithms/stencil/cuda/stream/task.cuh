/* SPDX-License-Identifier: Apache-2.0 */
/* What a streaming kernel is given, and how its work is cut: a warp takes a strip, some lines that follow each other, as
 * wide as its lanes' vectors. */
#ifndef TCUI_STENCIL_STREAM_TASK_CUH
#define TCUI_STENCIL_STREAM_TASK_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/grid.cuh"
#include "algorithms/stencil/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"
#include "shapes.cuh"

namespace tcu
{

constexpr int stream_warps = TCUI_STENCIL_STREAM_THREADS / 32;

/* Neighbouring results of a thread: 16 bytes, but not more than registers hold. */
template <class T>
constexpr int stream_points = sizeof(T) == 1 ? 8 : 16 / static_cast<int>(sizeof(T));

template <class T, class Shape>
struct stream_task {
    tcu::grid<T> grid;
    near_axis near[TCUI_AXES];
    int32_t first[TCUI_AXES]; /* the shape's first offset along each axis */
    int32_t last_x, last_y;   /* the last coordinates that a result needs */
    bool vectors_in, vectors_out, has_keep;
    T constant;
    /* Strips of a grid, the last of an axis perhaps of less. */
    int32_t lines_a_strip, strips, chunks, row_groups;
    int64_t outer;
    uint64_t works;
    computed<T> weights[Shape::num_slots];
    uint32_t slots;             /* with holes: a bit for each slot that is a tap */
    const computed<T> *dynamic; /* weights that are known on the device alone */
    bool is_reversed;
};

/* Whether rows of results that are no whole vectors are stored as vectors all the same (unaligned.cuh). f16 and bf16 go to
 * the matrix unit then; f64, and volumes, are no faster. */
template <class T, class Shape>
constexpr bool joins_vectors = std::is_same_v<T, f32> && Shape::dimensions == 2;

/* A warp's strip. */
template <class T>
struct stream_strip {
    const T *in; /* of coordinates 0 */
    T *out;
    int32_t s, s_end; /* lines of out */
    int32_t y, x;     /* the thread's first row of out, its first point */
};

/* Strip number `work`: rows of a block beside each other first, which share what they read, then along the line. */
template <class T, class Shape>
__device__ __forceinline__ stream_strip<T> strip_of(const stream_task<T, Shape> &task, uint64_t work)
{
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int s = has_rows ? 0 : 1;
    const grid<T> &g = task.grid;
    uint64_t rest = work;
    stream_strip<T> strip;
    strip.y = has_rows ? static_cast<int32_t>(take_coordinate(rest, stream_warps)) * Shape::rows_a_thread : 0;
    strip.x = static_cast<int32_t>(take_coordinate(rest, task.chunks) * 32 + threadIdx.x % 32) * stream_points<T>;
    if constexpr (joins_vectors<T, Shape>) {
        /* Lanes behind the end of the line do the last one's work once more. */
        strip.x = min(strip.x, (static_cast<int32_t>(g.axes[2].out) - 1) / stream_points<T> * stream_points<T>);
    }
    if (has_rows) {
        strip.y += static_cast<int32_t>(take_coordinate(rest, task.row_groups)) * (stream_warps * Shape::rows_a_thread);
    }
    strip.s = static_cast<int32_t>(take_coordinate(rest, task.strips)) * task.lines_a_strip;
    strip.s_end = min(strip.s + task.lines_a_strip, static_cast<int32_t>(g.axes[s].out));
    const int64_t outer = has_rows ? 0 : take_coordinate(rest, task.outer);
    const int64_t copy = take_coordinate(rest, g.copies), batch = static_cast<int64_t>(rest);
    strip.in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride + outer * g.axes[0].in_stride;
    strip.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + outer * g.axes[0].out_stride;
    return strip;
}

/* The weight of a slot: a constant of the launch, or in shared memory. */
template <bool IsDynamic, class T, class Shape>
__device__ __forceinline__ computed<T> stream_weight(const stream_task<T, Shape> &task, int slot)
{
    if constexpr (IsDynamic) {
        return reinterpret_cast<const computed<T> *>(dynamic_shared_memory())[slot];
    } else {
        return task.weights[slot];
    }
}

template <class T, class Shape>
__device__ __forceinline__ void stage_weights(const stream_task<T, Shape> &task)
{
    computed<T> *const staged = reinterpret_cast<computed<T> *>(dynamic_shared_memory());
    for (int i = threadIdx.x; i < Shape::num_slots; i += TCUI_STENCIL_STREAM_THREADS) {
        staged[i] = task.dynamic[task.is_reversed ? Shape::num_slots - 1 - i : i];
    }
    __syncthreads();
}

template <class T, class Shape>
__device__ __forceinline__ bool has_tap(const stream_task<T, Shape> &task, int slot)
{
    return !Shape::has_holes || (task.slots >> slot & 1u) != 0;
}

} // namespace tcu

#endif /* TCUI_STENCIL_STREAM_TASK_CUH */
