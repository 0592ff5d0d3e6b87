/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <iterator>

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

const tcui_path paths[] = {
    {.name = "matrix",
     .applies = of_task<tcui_convolution_layer_matrix_applies>::call,
     .pays = of_task<tcui_convolution_layer_matrix_pays>::call,
     .reserve = of_task<tcui_convolution_layer_matrix_reserve>::call,
     .execute = of_task<tcui_convolution_layer_matrix_execute>::call},
    {.name = "plain",
     .applies = nullptr,
     .pays = nullptr,
     .reserve = nullptr,
     .execute = of_task<tcui_convolution_layer_plain_execute>::call},
};

} // namespace

extern "C" const tcui_operation tcui_convolution_layer_cuda = {.id = TCUI_CONVOLUTION_LAYER,
                                                               .name = "convolution_layer",
                                                               .paths = paths,
                                                               .num_paths = std::size(paths),
                                                               .reserve = nullptr,
                                                               .extension = nullptr};
