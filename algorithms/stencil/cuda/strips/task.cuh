/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes in a plane, as a kernel that goes over strips of lines sees them. */
#ifndef TCUI_STENCIL_STRIPS_TASK_CUH
#define TCUI_STENCIL_STRIPS_TASK_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/segment.cuh"
#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

constexpr int strips_warps = TCUI_STENCIL_STRIPS_THREADS / 32, strips_stages = TCUI_STENCIL_STRIPS_STAGES;

/* Results of a thread in a line. */
template <class T>
constexpr int strips_points = sizeof(T) == 8 ? 2 : 4;

/*
 * How a line's part of the sums is formed, and which points a thread has:
 *     dense    every weight for itself; points a warp apart, so that channels may lie between neighbours
 *     product  the line's sum first, then times the factor of the line; points a warp apart
 *     window   the same of one channel: neighbouring points
 */
enum class strips_form { dense, product, window };

template <class T>
struct strips_task {
    tcu::grid<T> grid;
    const computed<T> *weights;      /* dense: count_y x count_x */
    const computed<T> *row, *column; /* product: count_x and count_y; NULL: one factor, 1 */
    int count_y, count_x;
    bool is_reversed, vectors_out, has_keep;
    T constant;
    int elements, stage; /* of a line that a warp copies; that its memory is for */
    int64_t lines_a_strip, strips, chunks;
    uint64_t works;
};

/* A warp's strip. */
template <class T>
struct strips_place {
    const T *in; /* of coordinates 0 */
    T *out;
    int64_t y, y_end; /* lines of out */
    int64_t first;    /* the first element of the lines */
};

template <class T>
__device__ __forceinline__ strips_place<T> place_of(const strips_task<T> &task, uint64_t work)
{
    const grid<T> &g = task.grid;
    uint64_t rest = work;
    strips_place<T> place;
    place.first = take_coordinate(rest, task.chunks) * 32 * strips_points<T>;
    place.y = take_coordinate(rest, task.strips) * task.lines_a_strip;
    place.y_end = min(place.y + task.lines_a_strip, g.axes[1].out);
    const int64_t z = take_coordinate(rest, g.axes[0].out), copy = take_coordinate(rest, g.copies),
                  batch = static_cast<int64_t>(rest);
    place.in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride + z * g.axes[0].in_stride;
    place.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + z * g.axes[0].out_stride;
    return place;
}

/* The segment of line y of in. */
template <class T>
__device__ __forceinline__ segment<T> line_segment(const strips_task<T> &task, const strips_place<T> &place, int64_t y)
{
    const grid<T> &g = task.grid;
    const int64_t at = tcui_map_coordinate(y, g.axes[1].in, g.axes[1].boundary);
    const T *const row = at < 0 ? nullptr : place.in + at * g.axes[1].in_stride;
    return segment_at(row, place.first + g.axes[2].low * g.channels, task.elements, g.axes[2].in * g.channels,
                      at == TCUI_OUTSIDE_CONSTANT ? task.constant : T());
}

/* Whether the element of line y keeps its value. */
template <class T>
__device__ __forceinline__ bool keeps_element(const strips_task<T> &task, int64_t y, int64_t element)
{
    return keeps(task.grid.axes[1], y) || keeps(task.grid.axes[2], element / task.grid.channels);
}

} // namespace tcu

#endif /* TCUI_STENCIL_STRIPS_TASK_CUH */
