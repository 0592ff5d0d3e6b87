/* SPDX-License-Identifier: Apache-2.0 */
/* x to t for kernels whose points seldom have to be mapped. */
#ifndef TCUI_POLYNOMIAL_MAPPING_CUH
#define TCUI_POLYNOMIAL_MAPPING_CUH

#include "points.cuh"

namespace tcu
{

/* (Not inlined: else its f64 instructions are issued for points that are t as they are, too.) */
template <class Compute>
__device__ __noinline__ Compute map_far(Compute x, double scale, double centre, double centre_low)
{
    return map_point(x, variable{scale, centre, centre_low, false});
}

template <class Compute, int N>
__device__ __forceinline__ void map_seldom(Compute (&x)[N], const variable &map)
{
    if (map.same) {
        return;
    }
#pragma unroll
    for (int n = 0; n < N; n++) {
        x[n] = map_far(x[n], map.scale, map.centre, map.centre_low);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_MAPPING_CUH */
