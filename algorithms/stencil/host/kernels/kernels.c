/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"

#include "primitives/tile/host/tile.h"

#define TCUI_TEMPLATE "algorithms/stencil/host/kernels/kernels_template.h"
#include "primitives/tile/host/vectors.h"

#define ROW(level, acc) &kernels_##acc##_##level,

static const tcui_stencil_kernels *const kernels_f32[] = {TCUI_FOR_EACH_VECTOR_LEVEL(ROW, f32)};
static const tcui_stencil_kernels *const kernels_f64[] = {TCUI_FOR_EACH_VECTOR_LEVEL(ROW, f64)};

const tcui_stencil_kernels *tcui_stencil_host_kernels(tcu_type type)
{
    return (type == TCU_TYPE_F64 ? kernels_f64 : kernels_f32)[tcui_host_vector_level()];
}
