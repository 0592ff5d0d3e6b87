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

/* What the task's path needs, and products, by which fewer points may go. */
tcu_status reserve_of_grid(tcu_context *context, const tcui_polynomial_task &task, tcui_layout *layout)
{
    tcui_layout by_products = *layout;
    tcu_status status = tcui_reserve_path(context, &tcui_polynomial_cuda, &task, layout);
    if (status == TCU_SUCCESS && tcui_polynomial_grid_applies(context, &task) &&
        tcui_polynomial_grid_pays(context, &task)) {
        status = tcui_polynomial_grid_reserve(context, &task, &by_products);
        layout->bytes = std::max(layout->bytes, by_products.bytes);
    }
    return status;
}

/* Which path a grid takes depends on how rows of results lie, which queries do not know: in whole vectors, anywhere, or in
 * columns. There is room for each. */
tcu_status reserve_any_rows(tcu_context *context, const void *of, tcui_layout *layout)
{
    tcui_polynomial_task task = *static_cast<const tcui_polynomial_task *>(of);
    if (task.form != TCUI_POLYNOMIAL_GRID) {
        return tcui_reserve_path(context, &tcui_polynomial_cuda, &task, layout);
    }
    constexpr uint64_t vector = 8; /* elements, at most */
    const uint64_t whole = divide_up(task.n, vector) * vector;
    const struct {
        tcu_order order;
        uint64_t stride;
    } rows[] = {{TCU_ORDER_ROW_MAJOR, whole}, {TCU_ORDER_ROW_MAJOR, whole + 1}, {TCU_ORDER_COLUMN_MAJOR, whole}};
    const tcui_layout before = *layout;
    task.out = nullptr;
    for (const auto &lie : rows) {
        tcui_layout one = before;
        task.order = lie.order;
        task.out_stride = lie.stride;
        const tcu_status status = reserve_of_grid(context, task, &one);
        if (status != TCU_SUCCESS) {
            return status;
        }
        layout->bytes = std::max(layout->bytes, one.bytes);
    }
    return TCU_SUCCESS;
}

} // namespace

extern "C" const tcui_operation tcui_polynomial_cuda =
    operation_of(TCUI_POLYNOMIAL, "polynomial", paths, reserve_any_rows, &functions);
