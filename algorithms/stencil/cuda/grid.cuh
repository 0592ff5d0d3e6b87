/* SPDX-License-Identifier: Apache-2.0 */
/* A grid as kernels see it: strides, boundaries, and a point's value wherever it lies. */
#ifndef TCUI_STENCIL_GRID_CUH
#define TCUI_STENCIL_GRID_CUH

#include "boundary.cuh"
#include "element.cuh"

namespace tcu
{

/* As tcui_axis, with numbers that may be subtracted. */
struct grid_axis {
    int64_t in, out, in_stride, out_stride, step;
    int32_t low, high;
    tcu_boundary boundary;
};

/* `in` and `out` of one sweep. */
template <class T>
struct grid {
    const T *in;
    T *out;
    grid_axis axes[TCUI_AXES];
    int64_t channels;
    int64_t batch, in_batch_stride, out_batch_stride;
    int64_t copies, in_copy_stride, out_copy_stride;
    int64_t in_fields, out_fields, in_field_stride, out_field_stride;
    computed<T> constant;
};

/* A number that the type has, as an element. */
template <class T>
T element_of(double x)
{
    if constexpr (std::is_same_v<T, f16>) {
        return __double2half(x);
    } else if constexpr (std::is_same_v<T, bf16>) {
        return __double2bfloat16(x);
    } else {
        return static_cast<T>(x);
    }
}

template <class T>
grid<T> grid_of(const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    const auto number = [](uint64_t x) { return static_cast<int64_t>(x); };
    grid<T> g = {};
    g.in = static_cast<const T *>(task->in);
    g.out = static_cast<T *>(task->out);
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis &axis = s.axes[a];
        g.axes[a] = {
            number(axis.in), number(axis.out), number(axis.in_stride), number(axis.out_stride), number(axis.step),
            axis.low,        axis.high,        axis.boundary};
    }
    g.channels = number(s.channels);
    g.batch = number(s.batch);
    g.in_batch_stride = number(s.in_batch_stride);
    g.out_batch_stride = number(s.out_batch_stride);
    g.copies = number(s.copies);
    g.in_copy_stride = number(s.in_copy_stride);
    g.out_copy_stride = number(s.out_copy_stride);
    g.in_fields = s.in_fields;
    g.out_fields = s.out_fields;
    g.in_field_stride = number(s.in_field_stride);
    g.out_field_stride = number(s.out_field_stride);
    g.constant = static_cast<computed<T>>(s.constant);
    return g;
}

/* Whether an output point of an axis keeps its value, since the footprint's box leaves the axis. */
__device__ __forceinline__ bool keeps(const grid_axis &axis, int64_t i)
{
    return axis.boundary == TCU_BOUNDARY_KEEP && (i + axis.low < 0 || i + axis.high >= axis.in);
}

template <class T>
__device__ __forceinline__ bool keeps(const grid<T> &g, const int64_t (&i)[TCUI_AXES])
{
    return keeps(g.axes[0], i[0]) || keeps(g.axes[1], i[1]) || keeps(g.axes[2], i[2]);
}

/* The element at any coordinates; `in` is that of coordinates 0. ZERO and CONSTANT prevail, of two the slower axis. */
template <class T>
__device__ __forceinline__ computed<T> value_at(const grid<T> &g, const T *in, const int64_t (&i)[TCUI_AXES])
{
    int64_t place = 0, outside = 0;
#pragma unroll
    for (int a = 0; a < TCUI_AXES; a++) {
        const int64_t at = tcui_map_coordinate(i[a], g.axes[a].in, g.axes[a].boundary);
        outside = outside == 0 && at < 0 ? at : outside;
        place += at * g.axes[a].in_stride;
    }
    if (outside != 0) {
        return outside == TCUI_OUTSIDE_ZERO ? computed<T>(0) : g.constant;
    }
    return to_computed(in[place]);
}

} // namespace tcu

#endif /* TCUI_STENCIL_GRID_CUH */
