/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"

#include "primitives/tile/host/tile.h"

#define TCUI_TEMPLATE "algorithms/stencil/host/kernels/kernels_template.h"
#include "primitives/tile/host/vectors.h"

static const tcui_stencil_kernels *const kernels_f32[] = {TCUI_LEVELS(&kernels_f32)};
static const tcui_stencil_kernels *const kernels_f64[] = {TCUI_LEVELS(&kernels_f64)};

const tcui_stencil_kernels *tcui_stencil_host_kernels(tcu_type type)
{
    return (type == TCU_TYPE_F64 ? kernels_f64 : kernels_f32)[tcui_host_level()];
}
