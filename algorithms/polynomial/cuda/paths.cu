/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <iterator>

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

const tcui_path paths[] = {
    {"values", of_task<tcui_polynomial_values_applies>::call, of_task<tcui_polynomial_values_pays>::call,
     of_task<tcui_polynomial_values_plan>::call, of_task<tcui_polynomial_values_execute>::call},
    {"grid", of_task<tcui_polynomial_grid_applies>::call, of_task<tcui_polynomial_grid_pays>::call,
     of_task<tcui_polynomial_grid_plan>::call, of_task<tcui_polynomial_grid_execute>::call},
    {"table", of_task<tcui_polynomial_table_applies>::call, of_task<tcui_polynomial_table_pays>::call, nullptr,
     of_task<tcui_polynomial_table_execute>::call},
    {"giant", of_task<tcui_polynomial_giant_applies>::call, of_task<tcui_polynomial_giant_pays>::call, nullptr,
     of_task<tcui_polynomial_giant_execute>::call},
    {"plain", of_task<tcui_polynomial_plain_applies>::call, nullptr, of_task<tcui_polynomial_plain_plan>::call,
     of_task<tcui_polynomial_plain_execute>::call},
};

const tcui_polynomial_functions functions = {tcui_polynomial_cuda_allocate, tcui_polynomial_cuda_release,
                                             tcui_polynomial_cuda_prepare, tcui_polynomial_cuda_wait};

} // namespace

extern "C" const tcui_operation tcui_polynomial_cuda = {TCUI_POLYNOMIAL,  "polynomial", paths,
                                                        std::size(paths), nullptr,      &functions};
