/* SPDX-License-Identifier: Apache-2.0 */
/* Lines cut into strips, each of which a warp goes over from its first line to its last. */
#ifndef TCUI_STENCIL_CUT_CUH
#define TCUI_STENCIL_CUT_CUH

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace tcu
{

/* Warps that run at a time where a multiprocessor has so many blocks. */
inline uint64_t warps_on(int multiprocessors, int blocks, int threads)
{
    return static_cast<uint64_t>(multiprocessors) * blocks * (threads / TCUI_WARP_LANES);
}

/* On those of the stream. */
inline uint64_t resident_warps(const tcu_context *context, int blocks, int threads)
{
    return warps_on(tcui_stream_multiprocessors(context), blocks, threads);
}

/* Blocks of a grid whose warps take `count` pieces of work in turns. */
inline uint64_t blocks_for(uint64_t count, int threads)
{
    return std::min(divide_up(count, threads / TCUI_WARP_LANES), most_grid_blocks);
}

/* Warps of a kernel that the device runs at a time. (Asked of CUDA, since how many registers the compiler has given a kernel
 * decides it.) */
template <class... Parameters>
tcu_status find_resident_warps(tcu_context *context, void (*kernel)(Parameters...), int threads, size_t shared_bytes,
                               uint64_t *warps)
{
    int blocks = 0;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes);
    if (error != cudaSuccess) {
        cudaGetLastError();
        return tcui_fail(context, TCU_ERROR_DEVICE, "a kernel's occupancy cannot be found: %s (%s)",
                         cudaGetErrorString(error), cudaGetErrorName(error));
    }
    *warps = resident_warps(context, blocks > 0 ? blocks : 1, threads);
    return TCU_SUCCESS;
}

/* How many strips to cut each of `beside` columns of `lines` lines into: so many that warps which begin together also end
 * together, and so few that few lines are loaded twice. */
inline uint64_t choose_strips(uint64_t beside, uint64_t resident, uint64_t lines, uint64_t width,
                              uint64_t most_lines = ~uint64_t{0})
{
    const uint64_t least = divide_up(lines, most_lines);
    uint64_t best = least, least_cost = ~uint64_t{0};
    for (uint64_t i = 1; i <= TCUI_STENCIL_STRIP_FEW + TCUI_STENCIL_STRIP_WAVES; i++) {
        uint64_t strips = i <= TCUI_STENCIL_STRIP_FEW ? i : (i - TCUI_STENCIL_STRIP_FEW) * resident / beside;
        strips = strips < least ? least : strips > lines ? lines : strips;
        const uint64_t cost = divide_up(beside * strips, resident) * (divide_up(lines, strips) + width - 1);
        if (cost < least_cost) {
            least_cost = cost;
            best = strips;
        }
    }
    return best;
}

} // namespace tcu

#endif /* TCUI_STENCIL_CUT_CUH */
