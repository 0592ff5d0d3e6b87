/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep of any kind. Weights come as a list of taps, as a dense box, or as one factor an axis. A warp takes a piece of a
 * line; where the footprint's box is inside the grid at all of it, taps are distances (inside.cuh), else each element maps
 * each tap's coordinates.
 */
#ifndef TCUI_STENCIL_GENERAL_KERNEL_CUH
#define TCUI_STENCIL_GENERAL_KERNEL_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "inside.cuh"

namespace tcu
{

/* An output element: where its footprint's offset 0 is. */
template <class T>
struct general_point {
    const T *in;              /* of coordinates 0, in input field 0 */
    int64_t first[TCUI_AXES]; /* coordinates of offset 0 */
    bool is_inside;           /* the footprint's box is */
};

template <class T>
__device__ computed<T> sum_of_list(const general_task<T> &task, const general_point<T> &point, int64_t field)
{
    const grid<T> &g = task.grid;
    const T *const middle = point.in + point.first[0] * g.axes[0].in_stride + point.first[1] * g.axes[1].in_stride +
                            point.first[2] * g.axes[2].in_stride;
    computed<T> sum = 0;
    for (uint64_t t = task.fields[field]; t < task.fields[field + 1]; t++) {
        const tcui_stencil_place &place = task.places[t];
        if (point.is_inside) {
            sum += task.weights[t] * to_computed(middle[place.distance]);
        } else {
            const int64_t i[TCUI_AXES] = {point.first[0] + place.offset[0], point.first[1] + place.offset[1],
                                          point.first[2] + place.offset[2]};
            sum += task.weights[t] * value_at(g, point.in + place.in_field * g.in_field_stride, i);
        }
    }
    return sum;
}

/* A dense box: row by row, each row's sum times the factors of the other axes where there are factors. */
template <bool IsProduct, class T>
__device__ computed<T> sum_of_box(const general_task<T> &task, const general_point<T> &point)
{
    const grid<T> &g = task.grid;
    int64_t count[TCUI_AXES];
    for (int a = 0; a < TCUI_AXES; a++) {
        count[a] = static_cast<int64_t>(g.axes[a].high) - g.axes[a].low + 1;
    }
    const int64_t all = count[0] * count[1] * count[2];
    computed<T> sum = 0;
    for (int64_t z = 0; z < count[0]; z++) {
        computed<T> plane = 0;
        for (int64_t y = 0; y < count[1]; y++) {
            computed<T> row = 0;
            for (int64_t x = 0; x < count[2]; x++) {
                const int64_t i[TCUI_AXES] = {point.first[0] + g.axes[0].low + z, point.first[1] + g.axes[1].low + y,
                                              point.first[2] + g.axes[2].low + x};
                const computed<T> value =
                    point.is_inside ? to_computed(point.in[i[0] * g.axes[0].in_stride + i[1] * g.axes[1].in_stride +
                                                           i[2] * g.axes[2].in_stride])
                                    : value_at(g, point.in, i);
                if constexpr (IsProduct) {
                    row += weight_of(task.factors[2], x, count[2], task.is_reversed) * value;
                } else {
                    sum += weight_of(task.weights, (z * count[1] + y) * count[2] + x, all, task.is_reversed) * value;
                }
            }
            if constexpr (IsProduct) {
                plane += weight_of(task.factors[1], y, count[1], task.is_reversed) * row;
            }
        }
        if constexpr (IsProduct) {
            sum += weight_of(task.factors[0], z, count[0], task.is_reversed) * plane;
        }
    }
    return sum;
}

/* One element, wherever it is; i: its point. */
template <class T>
__device__ void sum_element(const general_task<T> &task, const T *in, T *to, int64_t field,
                            const int64_t (&i)[TCUI_AXES])
{
    const grid<T> &g = task.grid;
    general_point<T> point;
    point.in = in;
    point.is_inside = true;
    for (int a = 0; a < TCUI_AXES; a++) {
        const grid_axis &axis = g.axes[a];
        point.first[a] = i[a] * axis.step;
        point.is_inside &= point.first[a] + axis.low >= 0 && point.first[a] + axis.high < axis.in;
    }
    if (!point.is_inside && keeps(g, i)) {
        *to = in[field * g.in_field_stride + i[0] * g.axes[0].in_stride + i[1] * g.axes[1].in_stride +
                 i[2] * g.axes[2].in_stride];
        return;
    }
    computed<T> sum;
    if (task.fields != nullptr) {
        sum = sum_of_list(task, point, field);
    } else if (task.weights != nullptr) {
        sum = sum_of_box<false>(task, point);
    } else {
        sum = sum_of_box<true>(task, point);
    }
    *to = from_computed<T>(sum);
}

template <class T>
__global__ void __launch_bounds__(TCUI_STENCIL_GENERAL_THREADS, TCUI_STENCIL_GENERAL_RESIDENT)
    stencil_general_kernel(general_task<T> task)
{
    const grid<T> &g = task.grid;
    const grid_axis &x = g.axes[2];
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int64_t elements = x.out * g.channels;
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * general_warps;
    for (uint64_t piece = static_cast<uint64_t>(blockIdx.x) * general_warps + threadIdx.x / 32; piece < task.all;
         piece += stride) {
        uint64_t rest = piece;
        int64_t i[TCUI_AXES];
        const int64_t first = take_coordinate_of_few(rest, task.pieces) * general_piece;
        i[1] = take_coordinate_of_few(rest, g.axes[1].out);
        i[0] = take_coordinate_of_few(rest, g.axes[0].out);
        const int64_t field = take_coordinate_of_few(rest, g.out_fields), copy = take_coordinate_of_few(rest, g.copies);
        const int64_t batch = static_cast<int64_t>(rest), behind = min(first + general_piece, elements);
        const T *const in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride;
        T *const out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + field * g.out_field_stride +
                       i[0] * g.axes[0].out_stride + i[1] * g.axes[1].out_stride;
        if (is_piece_inside(g, i[0], i[1], first, behind)) {
            sum_piece(task, in, out, field, i[0], i[1], first, behind);
            continue;
        }
        for (int64_t element = first + lane; element < behind; element += 32) {
            rest = static_cast<uint64_t>(element);
            const int64_t channel = take_coordinate_of_few(rest, g.channels);
            i[2] = static_cast<int64_t>(rest);
            sum_element(task, in + channel, out + element, field, i);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_GENERAL_KERNEL_CUH */
