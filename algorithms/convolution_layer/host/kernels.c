/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"

#include "primitives/tile/host/tile.h"

#define TCUI_TEMPLATE "algorithms/convolution_layer/host/kernels_template.h"
#include "primitives/tile/host/vectors.h"

static const tcui_layer_kernels *const kernels[] = {TCUI_LEVELS(&kernels_f32)};

const tcui_layer_kernels *tcui_layer_host_kernels(void)
{
    return kernels[tcui_host_level()];
}
