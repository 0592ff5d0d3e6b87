/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of one type and level. */

#include "primitives/tile/host/element_template.h"

#include "sum_template.h"

static void TCUI_V(fill)(void *to, double value, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        ((TCUI_ACC_TYPE *)to)[i] = (TCUI_ACC_TYPE)value;
    }
}

static const tcui_stencil_kernels TCUI_V(kernels) = {TCUI_V(sum), TCUI_V(add), TCUI_V(widen), TCUI_V(narrow),
                                                     TCUI_V(fill)};
