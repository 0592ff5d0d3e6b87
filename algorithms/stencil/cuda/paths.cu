/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_stencil_difference_applies, nullptr, tcui_stencil_difference_reserve,
             tcui_stencil_difference_execute>("difference"),
    path_row<tcui_stencil_fused_applies, tcui_stencil_fused_pays, tcui_stencil_fused_reserve,
             tcui_stencil_fused_execute>("fused"),
    path_row<tcui_stencil_exchange_applies, tcui_stencil_exchange_pays, nullptr, tcui_stencil_exchange_execute>(
        "exchange"),
    path_row<tcui_stencil_sweeps_applies, nullptr, tcui_stencil_sweeps_reserve, tcui_stencil_sweeps_execute>("sweeps"),
    path_row<tcui_stencil_fields_applies, tcui_stencil_fields_pays, nullptr, tcui_stencil_fields_execute>("fields"),
    path_row<tcui_stencil_matrix_applies, tcui_stencil_matrix_pays, nullptr, tcui_stencil_matrix_execute>("matrix"),
    path_row<tcui_stencil_lines_applies, tcui_stencil_lines_pays, nullptr, tcui_stencil_lines_execute>("lines"),
    path_row<tcui_stencil_images_applies, tcui_stencil_images_pays, nullptr, tcui_stencil_images_execute>("images"),
    path_row<tcui_stencil_separable_applies, tcui_stencil_separable_pays, nullptr, tcui_stencil_separable_execute>(
        "separable"),
    path_row<tcui_stencil_sliding_applies, tcui_stencil_sliding_pays, nullptr, tcui_stencil_sliding_execute>("sliding"),
    path_row<tcui_stencil_boxes_applies, tcui_stencil_boxes_pays, nullptr, tcui_stencil_boxes_execute>("boxes"),
    path_row<tcui_stencil_general_applies, nullptr, nullptr, tcui_stencil_general_execute>("general"),
};

const tcui_stencil_functions functions = {tcui_stencil_cuda_prepare, tcui_stencil_cuda_release};

} // namespace

extern "C" const tcui_operation tcui_stencil_cuda = operation_of(TCUI_STENCIL, "stencil", paths, nullptr, &functions);
