/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes in a plane, as a kernel that goes over strips of lines sees them. */
#ifndef TCUI_STENCIL_STRIPS_TASK_CUH
#define TCUI_STENCIL_STRIPS_TASK_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "algorithms/stencil/cuda/line_strip.cuh"
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
    strip_cut cut;
};

/* The segment of line y of in. */
template <class T>
__device__ __forceinline__ segment<T> line_segment(const strips_task<T> &task, const line_strip<T> &strip, int64_t y)
{
    const grid<T> &g = task.grid;
    const int64_t at = tcui_map_coordinate(y, g.axes[1].in, g.axes[1].boundary);
    const T *const row = at < 0 ? nullptr : strip.in + at * g.axes[1].in_stride;
    return segment_at(row, strip.first + g.axes[2].low * g.channels, task.elements, g.axes[2].in * g.channels,
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
