/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials on the CUDA backend: which code path a call takes. */
#include "paths.h"

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_polynomial_values_applies, tcui_polynomial_values_pays, tcui_polynomial_values_reserve,
             tcui_polynomial_values_execute>("values"),
    path_row<tcui_polynomial_grid_applies, tcui_polynomial_grid_pays, tcui_polynomial_grid_reserve,
             tcui_polynomial_grid_execute>("grid"),
    path_row<tcui_polynomial_table_applies, tcui_polynomial_table_pays, nullptr, tcui_polynomial_table_execute>(
        "table"),
    path_row<tcui_polynomial_plain_applies, nullptr, tcui_polynomial_plain_reserve, tcui_polynomial_plain_execute>(
        "plain"),
};

const tcui_polynomial_functions functions = {tcui_polynomial_cuda_allocate, tcui_polynomial_cuda_release,
                                             tcui_polynomial_cuda_prepare, tcui_polynomial_cuda_wait};

/* Which path a grid takes depends on how rows of results lie, which queries do not know: there is room for rows of whole
 * vectors, and for others. (Columns go by one of these paths, too, or by products in place of values, whose tables take more
 * room than coefficients that fit a block.) */
tcu_status reserve_any_rows(tcu_context *context, const void *of, tcui_layout *layout)
{
    tcui_polynomial_task task = *static_cast<const tcui_polynomial_task *>(of);
    if (task.form != TCUI_POLYNOMIAL_GRID) {
        return tcui_reserve_path(context, &tcui_polynomial_cuda, &task, layout);
    }
    constexpr uint64_t vector = 8; /* elements, at most */
    tcui_layout of_others = *layout;
    task.out = nullptr;
    task.order = TCU_ORDER_ROW_MAJOR;
    task.out_stride = divide_up(task.n, vector) * vector;
    tcu_status status = tcui_reserve_path(context, &tcui_polynomial_cuda, &task, layout);
    if (status == TCU_SUCCESS) {
        task.out_stride++;
        status = tcui_reserve_path(context, &tcui_polynomial_cuda, &task, &of_others);
        layout->bytes = std::max(layout->bytes, of_others.bytes);
    }
    return status;
}

} // namespace

extern "C" const tcui_operation tcui_polynomial_cuda =
    operation_of(TCUI_POLYNOMIAL, "polynomial", paths, reserve_any_rows, &functions);
