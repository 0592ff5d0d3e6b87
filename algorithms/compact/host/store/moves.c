/* SPDX-License-Identifier: Apache-2.0 */
#include "moves.h"

#include <string.h>

#include "algorithms/compact/host/select/select.h"
#include "primitives/tile/host/target.h"

/* Where the bits of four marks are: what a permutation of four lanes takes from. */
#define ROWS(M)                                                                                                        \
    M(0, 0, 0, 0), M(0, 0, 0, 0), M(1, 0, 0, 0), M(0, 1, 0, 0), M(2, 0, 0, 0), M(0, 2, 0, 0), M(1, 2, 0, 0),           \
        M(0, 1, 2, 0), M(3, 0, 0, 0), M(0, 3, 0, 0), M(1, 3, 0, 0), M(0, 1, 3, 0), M(2, 3, 0, 0), M(0, 2, 3, 0),       \
        M(1, 2, 3, 0), M(0, 1, 2, 3)

/* Before a loop of up to eight steps that are to stand one after the other. */
#if defined(__clang__)
#define TCUI_UNROLL_8 _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__) && __GNUC__ >= 8
#define TCUI_UNROLL_8 _Pragma("GCC unroll 8")
#else
#define TCUI_UNROLL_8
#endif

#define TCUI_LEVEL_TEMPLATE "algorithms/compact/host/store/moves_template.h"
#include "primitives/tile/host/levels.h"

#define ROW(level, ...) &moves_##level,

static const tcui_moves *const moves[] = {TCUI_FOR_EACH_VECTOR_LEVEL(ROW, )};

const tcui_moves *tcui_moves_of_level(int level)
{
    return moves[level];
}

int tcui_moves_level(void)
{
    return tcui_host_vector_level();
}
