/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the host's operators, for each instruction set. */
#include "operators.h"
#include "primitives/reduce/host/sums.h"

/* Three numbers about the bits of reals: see extrema_template.h. */
typedef struct tcui_extrema_of_bits {
    uint64_t greatest, most, least;
} tcui_extrema_of_bits;

#define TCUI_LEVEL_TEMPLATE "primitives/reduce/host/operators/fold_template.h"
#include "primitives/tile/host/for_each_level.h"

tcui_host_fold tcui_reduce_host_fold(void)
{
    static const tcui_host_fold of_levels[TCUI_LEVEL_COUNT] = {TCUI_LEVELS(tcui_reduce_fold)};
    return of_levels[tcui_host_level()];
}
