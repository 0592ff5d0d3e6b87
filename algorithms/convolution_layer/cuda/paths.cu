/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_convolution_layer_matrix_applies, tcui_convolution_layer_matrix_pays,
             tcui_convolution_layer_matrix_reserve, tcui_convolution_layer_matrix_execute>("matrix"),
    path_row<nullptr, nullptr, nullptr, tcui_convolution_layer_plain_execute>("plain"),
};

} // namespace

extern "C" const tcui_operation tcui_convolution_layer_cuda =
    operation_of(TCUI_CONVOLUTION_LAYER, "convolution_layer", paths);
