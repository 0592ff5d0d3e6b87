/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <iterator>

#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

const tcui_path paths[] = {
    {.name = "values",
     .applies = of_task<tcui_polynomial_values_applies>::call,
     .pays = of_task<tcui_polynomial_values_pays>::call,
     .reserve = of_task<tcui_polynomial_values_reserve>::call,
     .execute = of_task<tcui_polynomial_values_execute>::call},
    {.name = "grid",
     .applies = of_task<tcui_polynomial_grid_applies>::call,
     .pays = of_task<tcui_polynomial_grid_pays>::call,
     .reserve = of_task<tcui_polynomial_grid_reserve>::call,
     .execute = of_task<tcui_polynomial_grid_execute>::call},
    {.name = "table",
     .applies = of_task<tcui_polynomial_table_applies>::call,
     .pays = of_task<tcui_polynomial_table_pays>::call,
     .reserve = nullptr,
     .execute = of_task<tcui_polynomial_table_execute>::call},
    {.name = "plain",
     .applies = of_task<tcui_polynomial_plain_applies>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_polynomial_plain_reserve>::call,
     .execute = of_task<tcui_polynomial_plain_execute>::call},
};

const tcui_polynomial_functions functions = {tcui_polynomial_cuda_allocate, tcui_polynomial_cuda_release,
                                             tcui_polynomial_cuda_prepare, tcui_polynomial_cuda_wait};

/* Whether the grid pays depends on how rows of results lie, which queries do not know: the room that it takes where they are
 * whole vectors does for all, since then it pays most. */
tcu_status reserve_any_rows(tcu_context *context, const void *of, tcui_layout *layout)
{
    tcui_polynomial_task task = *static_cast<const tcui_polynomial_task *>(of);
    if (task.form == TCUI_POLYNOMIAL_GRID) {
        task.out = nullptr;
        task.order = TCU_ORDER_ROW_MAJOR;
        task.out_stride = (task.n + 7) / 8 * 8;
    }
    return tcui_reserve_path(context, &tcui_polynomial_cuda, &task, layout);
}

} // namespace

extern "C" const tcui_operation tcui_polynomial_cuda = {.id = TCUI_POLYNOMIAL,
                                                        .name = "polynomial",
                                                        .paths = paths,
                                                        .num_paths = std::size(paths),
                                                        .reserve = reserve_any_rows,
                                                        .extension = &functions};
