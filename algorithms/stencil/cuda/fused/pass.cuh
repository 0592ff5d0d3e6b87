/* SPDX-License-Identifier: Apache-2.0 */
/* What passes over planes and over space share on the host: how long the pieces are into which columns of rows or planes
 * are cut, and which kernel makes so many steps. */
#ifndef TCUI_STENCIL_FUSED_PASS_CUH
#define TCUI_STENCIL_FUSED_PASS_CUH

#include <algorithm>

#include "algorithms/stencil/cuda/vectors.cuh"
#include "primitives/pipeline/launch.cuh"
#include "tuning.h"

namespace tcu
{

/*
 * An even length of pieces of `columns` columns, of which so many are resident at a time: that of the least time, if a
 * piece takes a turn of its length and what it reads of its neighbours, and one turn more goes by at the end, when not all
 * multiprocessors have work, or those at the rim, which are slower, are still at it.
 */
inline int32_t length_of_pieces(uint64_t columns, uint64_t length, uint64_t resident, int steps)
{
    const uint64_t fewest = divide_up(columns, resident);
    uint64_t best = length, least = UINT64_MAX;
    for (uint64_t turns = fewest; turns < fewest + TCUI_FUSED_MOST_TURNS; turns++) {
        const uint64_t most = std::max<uint64_t>(length / TCUI_FUSED_LEAST_LENGTH, 1);
        const uint64_t pieces = std::min(std::max<uint64_t>(turns * resident / columns, 1), most);
        const uint64_t piece = (divide_up(length, pieces) + 1) / 2 * 2;
        const uint64_t time =
            (divide_up(columns * divide_up(length, piece), resident) + 1) * (piece + 2 * static_cast<uint64_t>(steps));
        if (time < least) {
            least = time;
            best = piece;
        }
    }
    return static_cast<int32_t>(best);
}

/* function(std::integral_constant<int, steps>()), of powers of 2 up to the most. */
template <int MostSteps, class Function>
tcu_status with_steps(tcu_context *context, int steps, Function function)
{
    if (steps == MostSteps) {
        return function(std::integral_constant<int, MostSteps>());
    }
    if constexpr (MostSteps > 1) {
        return with_steps<MostSteps / 2>(context, steps, function);
    }
    return tcui_fail_unreachable(context, "a pass of so many time steps");
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_PASS_CUH */
