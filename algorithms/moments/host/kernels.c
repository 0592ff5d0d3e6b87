/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the host's moments, for each instruction set. */
#include "kernels.h"

/* X(name) for each type of elements. */
#define TCUI_MOMENTS_TYPES(X) X(f16) X(bf16) X(f32) X(f64) X(i8) X(u8) X(i16) X(u16)

#define TCUI_LEVEL_TEMPLATE "algorithms/moments/host/moments_template.h"
#include "primitives/tile/host/for_each_level.h"

const tcui_moments_kernels *tcui_moments_host_kernels(void)
{
    static const tcui_moments_kernels *const of_levels[TCUI_LEVEL_COUNT] = {TCUI_LEVELS(&tcui_moments_kernels)};
    return of_levels[tcui_host_level()];
}
