/* SPDX-License-Identifier: Apache-2.0 */
/* The histograms of the CUDA backend: which code path a call takes. Only what a query has decides: types and sizes. */
#include "paths.h"
#include "primitives/pipeline/of_task.cuh"

namespace
{

using namespace tcu;

bool sums_reals(const tcu_context *, const tcui_histogram_task *task)
{
    return task->weighted && tcui_is_real(task->weight_type);
}

bool counts_exactly(const tcu_context *context, const tcui_histogram_task *task)
{
    return !sums_reals(context, task);
}

/* Name, and functions: applies, pays, reserve, execute. */
const tcui_path paths[] = {
    path_row<tcui_histogram_fits_buckets, tcui_histogram_buckets_pay, tcui_histogram_buckets_reserve,
             tcui_histogram_buckets_execute>("buckets"),
    path_row<tcui_histogram_fits_private, tcui_histogram_private_pays, tcui_histogram_private_reserve,
             tcui_histogram_private_execute>("private"),
    path_row<sums_reals, nullptr, tcui_histogram_ordered_reserve, tcui_histogram_ordered_execute>("ordered"),
    path_row<counts_exactly, nullptr, tcui_histogram_global_reserve, tcui_histogram_global_execute>("global"),
};

} // namespace

extern "C" const tcui_operation tcui_histogram_cuda = operation_of(TCUI_HISTOGRAM, "histogram", paths);
