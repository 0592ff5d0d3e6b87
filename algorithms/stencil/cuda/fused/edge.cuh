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
    last,     /* CLAMP, SYMMETRIC; REFLECT of one point; KEEP, where it is not read */
    previous  /* REFLECT */
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
    fused_axis<Compute> fused = {static_cast<int32_t>(axis.in), beyond::last, keeps && axis.low < 0,
                                 keeps && axis.high > 0, Compute(0)};
    if (axis.boundary == TCU_BOUNDARY_PERIODIC) {
        fused.rule = beyond::unrolled;
    }
    if (axis.boundary == TCU_BOUNDARY_ZERO || axis.boundary == TCU_BOUNDARY_CONSTANT) {
        fused.rule = beyond::constant;
    }
    if (axis.boundary == TCU_BOUNDARY_REFLECT && axis.in > 1) {
        fused.rule = beyond::previous;
    }
    if (axis.boundary == TCU_BOUNDARY_CONSTANT) {
        fused.outside = static_cast<Compute>(constant);
    }
    return fused;
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

/* The substitute of the point beyond an end: `last` is the value at the end, `previous` of the point before it. */
template <class Compute>
__device__ __forceinline__ Compute substitute(const fused_axis<Compute> &axis, Compute last, Compute previous)
{
    return axis.rule == beyond::constant ? axis.outside : axis.rule == beyond::previous ? previous : last;
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_EDGE_CUH */
