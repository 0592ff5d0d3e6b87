/* SPDX-License-Identifier: Apache-2.0 */
/* What a run of elements does to the x before it, and the scan of a warp's runs (Kogge and Stone, 1973). */
#ifndef TCUI_RECURRENCE_CUDA_PAIR_CUH
#define TCUI_RECURRENCE_CUDA_PAIR_CUH

#include "primitives/tile/element.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/*
 * Behind a run x is a times the x before it, plus b. Behind a run in which a segment begins it is b, and a says
 * nothing. (To have a = 0 there instead would make NaN of an infinity that comes before the segment.)
 */
template <class Real>
struct run_pair {
    Real a, b;
    bool has_head;

    __device__ __forceinline__ static run_pair of_nothing() { return {Real(1), Real(0), false}; }

    /* x behind the run, in the type in which it is known before. */
    template <class Wide>
    __device__ __forceinline__ Wide behind(Wide x) const
    {
        return has_head ? static_cast<Wide>(b) : fma(static_cast<Wide>(a), x, static_cast<Wide>(b));
    }

    /* This run and the one to its right. */
    __device__ __forceinline__ run_pair then(const run_pair &right) const
    {
        return {a * right.a, right.behind(b), has_head || right.has_head};
    }
};

/* Of a warp's runs, one a lane: those before the lane, and all. */
template <class Real>
struct warp_runs {
    run_pair<Real> before, all;
};

/* Call by a whole warp. */
template <class Real>
__device__ __forceinline__ warp_runs<Real> scan_runs(const run_pair<Real> &own)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const unsigned heads = __ballot_sync(all_lanes, own.has_head), up_to = heads & ((2u << lane) - 1u);
    const int start = up_to != 0 ? 31 - __clz(up_to) : 0; /* what is before it makes no difference */
    Real a = own.a, b = own.b;
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        const Real left_a = __shfl_up_sync(all_lanes, a, distance), left_b = __shfl_up_sync(all_lanes, b, distance);
        if (lane - distance >= start) {
            b = fma(a, left_b, b);
            a *= left_a;
        }
    }
    warp_runs<Real> runs;
    runs.all = {__shfl_sync(all_lanes, a, TCUI_WARP_LANES - 1), __shfl_sync(all_lanes, b, TCUI_WARP_LANES - 1),
                heads != 0};
    runs.before = {__shfl_up_sync(all_lanes, a, 1), __shfl_up_sync(all_lanes, b, 1),
                   (heads & ((1u << lane) - 1u)) != 0};
    if (lane == 0) {
        runs.before = run_pair<Real>::of_nothing();
    }
    return runs;
}

} // namespace tcu

#endif /* TCUI_RECURRENCE_CUDA_PAIR_CUH */
