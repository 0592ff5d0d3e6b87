/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <iterator>

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

const tcui_path paths[] = {
    {"difference", of_task<tcui_stencil_difference_applies>::call, nullptr, of_task<tcui_stencil_difference_plan>::call,
     of_task<tcui_stencil_difference_execute>::call},
    {"fused", of_task<tcui_stencil_fused_applies>::call, of_task<tcui_stencil_fused_pays>::call,
     of_task<tcui_stencil_fused_plan>::call, of_task<tcui_stencil_fused_execute>::call},
    {"sweeps", of_task<tcui_stencil_sweeps_applies>::call, nullptr, of_task<tcui_stencil_sweeps_plan>::call,
     of_task<tcui_stencil_sweeps_execute>::call},
    {"matrix", of_task<tcui_stencil_matrix_applies>::call, of_task<tcui_stencil_matrix_pays>::call, nullptr,
     of_task<tcui_stencil_matrix_execute>::call},
    {"lines", of_task<tcui_stencil_lines_applies>::call, of_task<tcui_stencil_lines_pays>::call, nullptr,
     of_task<tcui_stencil_lines_execute>::call},
    {"images", of_task<tcui_stencil_images_applies>::call, of_task<tcui_stencil_images_pays>::call, nullptr,
     of_task<tcui_stencil_images_execute>::call},
    {"separable", of_task<tcui_stencil_separable_applies>::call, of_task<tcui_stencil_separable_pays>::call, nullptr,
     of_task<tcui_stencil_separable_execute>::call},
    {"stream", of_task<tcui_stencil_stream_applies>::call, of_task<tcui_stencil_stream_pays>::call, nullptr,
     of_task<tcui_stencil_stream_execute>::call},
    {"boxes", of_task<tcui_stencil_boxes_applies>::call, of_task<tcui_stencil_boxes_pays>::call, nullptr,
     of_task<tcui_stencil_boxes_execute>::call},
    {"general", of_task<tcui_stencil_general_applies>::call, nullptr, nullptr,
     of_task<tcui_stencil_general_execute>::call},
};

const tcui_stencil_functions functions = {tcui_stencil_cuda_prepare, tcui_stencil_cuda_release};

} // namespace

extern "C" const tcui_operation tcui_stencil_cuda = {TCUI_STENCIL,     "stencil", paths,
                                                     std::size(paths), nullptr,   &functions};
