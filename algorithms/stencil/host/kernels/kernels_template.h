/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one type and level. Those of bands use those of sums. */

/* The accumulator's tile, by this level's name. */
typedef TCUI_JOIN(tcui_tile, TCUI_ACC) TCUI_V(tcui_tile);

#include "primitives/tile/host/element_template.h"

#include "sum_template.h"

#include "band_template.h"

static void TCUI_V(fill)(void *to, double value, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        ((TCUI_ACC_TYPE *)to)[i] = (TCUI_ACC_TYPE)value;
    }
}

static const tcui_stencil_kernels TCUI_V(kernels) = {TCUI_V(sum),   TCUI_V(sum_by_bands), TCUI_V(add),
                                                     TCUI_V(widen), TCUI_V(narrow),       TCUI_V(fill)};
