/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of a line at which the footprint's box is inside the grid: a lane has elements that are a warp apart, so that each
 * tap is a load of neighbouring elements for the warp. */
#ifndef TCUI_STENCIL_GENERAL_INSIDE_CUH
#define TCUI_STENCIL_GENERAL_INSIDE_CUH

#include "task.cuh"

namespace tcu
{

template <class T>
__device__ __forceinline__ bool is_piece_inside(const grid<T> &g, int64_t z, int64_t y, int64_t first, int64_t behind)
{
    const grid_axis &x = g.axes[2];
    const auto inside = [](const grid_axis &axis, int64_t i) {
        return i * axis.step + axis.low >= 0 && i * axis.step + axis.high < axis.in;
    };
    return x.step == 1 && inside(g.axes[0], z) && inside(g.axes[1], y) && first + x.low * g.channels >= 0 &&
           behind - 1 + x.high * g.channels < x.in * g.channels;
}

/* sums += weight * the elements at these distances from `from`. */
template <class T>
__device__ __forceinline__ void add_tap(computed<T> (&sums)[general_points], computed<T> weight, const T *from,
                                        const int (&distances)[general_points])
{
#pragma unroll
    for (int p = 0; p < general_points; p++) {
        sums[p] += weight * to_computed(from[distances[p]]);
    }
}

template <class C>
__device__ __forceinline__ void add_product(C (&sums)[general_points], C factor, const C (&values)[general_points])
{
#pragma unroll
    for (int p = 0; p < general_points; p++) {
        sums[p] += factor * values[p];
    }
}

/* A dense box from its first offset on, or one factor an axis. */
template <bool IsProduct, class T>
__device__ __forceinline__ void sum_box_inside(const general_task<T> &task, const T *from,
                                               const int (&distances)[general_points],
                                               computed<T> (&sums)[general_points])
{
    const grid<T> &g = task.grid;
    int64_t count[TCUI_AXES];
    for (int a = 0; a < TCUI_AXES; a++) {
        count[a] = static_cast<int64_t>(g.axes[a].high) - g.axes[a].low + 1;
    }
    const int64_t all = count[0] * count[1] * count[2];
    for (int64_t z = 0; z < count[0]; z++) {
        computed<T> plane[general_points] = {};
        for (int64_t y = 0; y < count[1]; y++) {
            computed<T> line[general_points] = {};
            const T *at = from + z * g.axes[0].in_stride + y * g.axes[1].in_stride;
            for (int64_t x = 0; x < count[2]; x++, at += g.channels) {
                if constexpr (IsProduct) {
                    add_tap(line, weight_of(task.factors[2], x, count[2], task.is_reversed), at, distances);
                } else {
                    add_tap(sums, weight_of(task.weights, (z * count[1] + y) * count[2] + x, all, task.is_reversed), at,
                            distances);
                }
            }
            if constexpr (IsProduct) {
                add_product(plane, weight_of(task.factors[1], y, count[1], task.is_reversed), line);
            }
        }
        if constexpr (IsProduct) {
            add_product(sums, weight_of(task.factors[0], z, count[0], task.is_reversed), plane);
        }
    }
}

/* Elements first to behind - 1 of a line; `in` is coordinates 0 of input field 0, `out` the line. */
template <class T>
__device__ __forceinline__ void sum_piece(const general_task<T> &task, const T *in, T *out, int64_t field, int64_t z,
                                          int64_t y, int64_t first, int64_t behind)
{
    const grid<T> &g = task.grid;
    const int lane = static_cast<int>(threadIdx.x % 32), count = static_cast<int>(behind - first);
    const T *const middle =
        in + z * g.axes[0].step * g.axes[0].in_stride + y * g.axes[1].step * g.axes[1].in_stride + first;
    int distances[general_points];
#pragma unroll
    for (int p = 0; p < general_points; p++) {
        distances[p] = min(lane + 32 * p, count - 1);
    }
    computed<T> sums[general_points] = {};
    if (task.fields != nullptr) {
        for (uint64_t t = task.fields[field]; t < task.fields[field + 1]; t++) {
            add_tap(sums, task.weights[t], middle + task.places[t].distance, distances);
        }
    } else {
        const T *const corner = middle + g.axes[0].low * g.axes[0].in_stride + g.axes[1].low * g.axes[1].in_stride +
                                g.axes[2].low * g.channels;
        if (task.weights != nullptr) {
            sum_box_inside<false>(task, corner, distances, sums);
        } else {
            sum_box_inside<true>(task, corner, distances, sums);
        }
    }
#pragma unroll
    for (int p = 0; p < general_points; p++) {
        if (lane + 32 * p < count) {
            out[first + lane + 32 * p] = from_computed<T>(sums[p]);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_GENERAL_INSIDE_CUH */
