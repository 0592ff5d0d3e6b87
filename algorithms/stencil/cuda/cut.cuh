/* SPDX-License-Identifier: Apache-2.0 */
/* Lines cut into strips, each of which a warp goes over from its first line to its last. */
#ifndef TCUI_STENCIL_CUT_CUH
#define TCUI_STENCIL_CUT_CUH

#include "primitives/pipeline/launch.cuh"
#include "tuning.h"

namespace tcu
{

/* How many strips to cut `lines` into, of each of which there are `beside` others: so that warps which run at a time are
 * done at a time, and few lines are loaded twice. */
inline uint64_t choose_strips(uint64_t beside, uint64_t resident, uint64_t lines, uint64_t width)
{
    const uint64_t most = lines / (TCUI_STENCIL_STRIP_LEAST_LINES * width) + 1;
    uint64_t best = 1, least_cost = ~uint64_t{0};
    for (uint64_t i = 0; i < TCUI_STENCIL_STRIP_WAVES + 8; ++i) {
        uint64_t strips = i < 8 ? i + 1 : (i - 7) * resident / beside;
        strips = strips < 1 ? 1 : strips > most ? most : strips;
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
