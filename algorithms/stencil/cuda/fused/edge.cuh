/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stencils of radius 1 find beyond the ends of an axis, at every step of a pass. But for PERIODIC axes, which are
 * unrolled (coordinates are wrapped where the input is read, and points beyond the ends are computed like all others),
 * the values of points outside have no meaning: whoever reads one takes its substitute at the same step instead.
 */
#ifndef TCUI_STENCIL_FUSED_EDGE_CUH
#define TCUI_STENCIL_FUSED_EDGE_CUH

#include "algorithms/stencil/cuda/boundary.cuh"
#include "algorithms/stencil/cuda/element.cuh"

namespace tcu
{

enum class beyond {
    unrolled, /* PERIODIC */
    constant, /* ZERO, CONSTANT */
    last,     /* CLAMP, SYMMETRIC; REFLECT of one point */
    previous, /* REFLECT */
    unread    /* KEEP */
};

template <class Compute>
struct fused_axis {
    int32_t n;
    beyond rule;
    bool keeps_first, keeps_last; /* those points have their value for ever */
    Compute outside;              /* of `constant` */
};

/* Extents below 2^30. */
template <class Compute>
fused_axis<Compute> fused_axis_of(const tcui_axis &axis, double constant)
{
    const bool keeps = axis.boundary == TCU_BOUNDARY_KEEP;
    const int64_t before = tcui_map_coordinate(-1, static_cast<int64_t>(axis.in), axis.boundary);
    const beyond rule = keeps                                    ? beyond::unread
                        : axis.boundary == TCU_BOUNDARY_PERIODIC ? beyond::unrolled
                        : before < 0                             ? beyond::constant
                        : before == 0                            ? beyond::last
                                                                 : beyond::previous;
    return {static_cast<int32_t>(axis.in), rule, keeps && axis.low < 0, keeps && axis.high > 0,
            static_cast<Compute>(before == TCUI_OUTSIDE_CONSTANT ? constant : 0)};
}

/* The point whose input is read for coordinate i; any that is inside where it has no meaning. */
template <class Compute>
__device__ __forceinline__ int32_t readable(const fused_axis<Compute> &axis, int32_t i)
{
    if (axis.rule != beyond::unrolled) {
        return min(max(i, 0), axis.n - 1);
    }
    const int32_t rest = i % axis.n;
    return rest < 0 ? rest + axis.n : rest;
}

/* The points that change, from the first to the one behind the last: others have their values for ever, at ends that KEEP
 * holds, and beyond ends where it is the constant. */
template <class Compute>
__device__ __forceinline__ int32_t first_free(const fused_axis<Compute> &axis)
{
    return axis.keeps_first ? 1 : axis.rule == beyond::constant ? 0 : INT32_MIN;
}

template <class Compute>
__device__ __forceinline__ int32_t end_free(const fused_axis<Compute> &axis)
{
    return axis.keeps_last ? axis.n - 1 : axis.rule == beyond::constant ? axis.n : INT32_MAX;
}

/* A point of an axis that is unrolled whatever its rule, but for those that hold values: where its input is read, and
 * whether what lies before and behind it is exchanged there, as in a mirror. */
struct unrolled_point {
    int32_t from;
    bool is_turned;
};

template <class Compute>
__device__ __forceinline__ bool is_mirror(const fused_axis<Compute> &axis)
{
    return axis.rule == beyond::last || axis.rule == beyond::previous;
}

template <class Compute>
__device__ __forceinline__ unrolled_point unroll(const fused_axis<Compute> &axis, int32_t i)
{
    if (!is_mirror(axis)) {
        return {readable(axis, i), false};
    }
    /* The axis and its image behind it, which have one or two points in common or none, are repeated. */
    const uint32_t n = static_cast<uint32_t>(axis.n), common = axis.rule == beyond::previous ? 1 : 0;
    const uint32_t period = 2 * n - 2 * common;
    const uint32_t rest = static_cast<uint32_t>(i >= 0 ? i : -i - 1 + static_cast<int32_t>(common)) % period;
    const bool is_image = rest >= n;
    return {static_cast<int32_t>(is_image ? period - 1 + common - rest : rest), (i < 0) != is_image};
}

/* The substitute of the point beyond an end: `last` is the value at the end, `previous` of the point before it. */
template <class Compute>
__device__ __forceinline__ Compute substitute(const fused_axis<Compute> &axis, Compute last, Compute previous)
{
    return axis.rule == beyond::constant ? axis.outside : axis.rule == beyond::previous ? previous : last;
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_EDGE_CUH */
