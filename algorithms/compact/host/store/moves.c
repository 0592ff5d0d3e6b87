/* SPDX-License-Identifier: Apache-2.0 */
#include "moves.h"

#include <string.h>

#include "algorithms/compact/host/select/select.h"

/* Where the bits of four marks are: what a permutation of four lanes takes from. */
#define ROWS(M)                                                                                                        \
    M(0, 0, 0, 0), M(0, 0, 0, 0), M(1, 0, 0, 0), M(0, 1, 0, 0), M(2, 0, 0, 0), M(0, 2, 0, 0), M(1, 2, 0, 0),           \
        M(0, 1, 2, 0), M(3, 0, 0, 0), M(0, 3, 0, 0), M(1, 3, 0, 0), M(0, 1, 3, 0), M(2, 3, 0, 0), M(0, 2, 3, 0),       \
        M(1, 2, 3, 0), M(0, 1, 2, 3)

#define TCUI_LEVEL_TEMPLATE "algorithms/compact/host/store/moves_template.h"
#include "primitives/tile/host/for_each_level.h"

static const tcui_moves *const moves[] = {TCUI_LEVELS(&moves)};

const tcui_moves *tcui_moves_of_level(int level)
{
    return moves[level];
}
