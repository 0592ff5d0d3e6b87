/* SPDX-License-Identifier: Apache-2.0 */
/* The grids of a task that have nothing to do with each other: batches, copies, and points of axes without neighbours. */
#ifndef TCUI_STENCIL_FUSED_GRIDS_CUH
#define TCUI_STENCIL_FUSED_GRIDS_CUH

#include "algorithms/stencil/backend.h"
#include "algorithms/stencil/cuda/coordinates.cuh"

namespace tcu
{

/* Grid number ((b * copies + k) * points of axis 0 + i) * points of axis 1 + j, as far as these axes are none of a grid. */
struct fused_grids {
    uint64_t count;
    uint64_t counts[4], strides[4]; /* fastest first */

    __device__ __forceinline__ uint64_t offset(uint64_t grid) const
    {
        uint64_t place = 0;
#pragma unroll
        for (int d = 0; d < 4; d++) {
            /* (Most are 1, and divisions take long.) */
            if (counts[d] > 1) {
                place += take_coordinate(grid, counts[d]) * strides[d];
            }
        }
        return place;
    }
};

/* Grids of the last `dimensions` axes. */
inline fused_grids fused_grids_of(const tcui_stencil &stencil, int dimensions)
{
    fused_grids grids = {};
    const auto axis = [&](int a) { return dimensions < TCUI_AXES - a ? stencil.axes[a].in : 1; };
    const uint64_t counts[4] = {axis(1), axis(0), stencil.copies, stencil.batch};
    const uint64_t strides[4] = {stencil.axes[1].in_stride, stencil.axes[0].in_stride, stencil.in_copy_stride,
                                 stencil.in_batch_stride};
    grids.count = 1;
    for (int d = 0; d < 4; d++) {
        grids.counts[d] = counts[d];
        grids.strides[d] = strides[d];
        grids.count *= counts[d];
    }
    return grids;
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_GRIDS_CUH */
