/* SPDX-License-Identifier: Apache-2.0 */
/* How long the pieces are into which columns of rows or planes are cut, on the host. */
#ifndef TCUI_STENCIL_FUSED_CUT_CUH
#define TCUI_STENCIL_FUSED_CUT_CUH

#include <algorithm>

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

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_CUT_CUH */
