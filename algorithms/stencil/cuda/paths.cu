/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <iterator>

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

const tcui_path paths[] = {
    {.name = "difference",
     .applies = of_task<tcui_stencil_difference_applies>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_stencil_difference_reserve>::call,
     .execute = of_task<tcui_stencil_difference_execute>::call},
    {.name = "fused",
     .applies = of_task<tcui_stencil_fused_applies>::call,
     .pays = of_task<tcui_stencil_fused_pays>::call,
     .reserve = of_task<tcui_stencil_fused_reserve>::call,
     .execute = of_task<tcui_stencil_fused_execute>::call},
    {.name = "sweeps",
     .applies = of_task<tcui_stencil_sweeps_applies>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_stencil_sweeps_reserve>::call,
     .execute = of_task<tcui_stencil_sweeps_execute>::call},
    {.name = "matrix",
     .applies = of_task<tcui_stencil_matrix_applies>::call,
     .pays = of_task<tcui_stencil_matrix_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_matrix_execute>::call},
    {.name = "lines",
     .applies = of_task<tcui_stencil_lines_applies>::call,
     .pays = of_task<tcui_stencil_lines_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_lines_execute>::call},
    {.name = "images",
     .applies = of_task<tcui_stencil_images_applies>::call,
     .pays = of_task<tcui_stencil_images_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_images_execute>::call},
    {.name = "separable",
     .applies = of_task<tcui_stencil_separable_applies>::call,
     .pays = of_task<tcui_stencil_separable_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_separable_execute>::call},
    {.name = "sliding",
     .applies = of_task<tcui_stencil_sliding_applies>::call,
     .pays = of_task<tcui_stencil_sliding_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_sliding_execute>::call},
    {.name = "boxes",
     .applies = of_task<tcui_stencil_boxes_applies>::call,
     .pays = of_task<tcui_stencil_boxes_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_boxes_execute>::call},
    {.name = "general",
     .applies = of_task<tcui_stencil_general_applies>::call,
     .pays = nullptr,
     .reserve = nullptr,
     .execute = of_task<tcui_stencil_general_execute>::call},
};

const tcui_stencil_functions functions = {tcui_stencil_cuda_prepare, tcui_stencil_cuda_release};

} // namespace

extern "C" const tcui_operation tcui_stencil_cuda = {.id = TCUI_STENCIL,
                                                     .name = "stencil",
                                                     .paths = paths,
                                                     .num_paths = std::size(paths),
                                                     .reserve = nullptr,
                                                     .extension = &functions};
