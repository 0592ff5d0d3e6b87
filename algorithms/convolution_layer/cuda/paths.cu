/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <iterator>

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

const tcui_path paths[] = {
    {"matrix", of_task<tcui_convolution_layer_matrix_applies>::call, of_task<tcui_convolution_layer_matrix_pays>::call,
     of_task<tcui_convolution_layer_matrix_plan>::call, of_task<tcui_convolution_layer_matrix_execute>::call},
    {"plain", nullptr, nullptr, nullptr, of_task<tcui_convolution_layer_plain_execute>::call},
};

} // namespace

extern "C" const tcui_operation tcui_convolution_layer_cuda = {
    TCUI_CONVOLUTION_LAYER, "convolution_layer", paths, std::size(paths), nullptr, nullptr};
