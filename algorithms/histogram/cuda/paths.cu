/* SPDX-License-Identifier: Apache-2.0 */
/* The histograms of the CUDA backend: which code path a call takes. Only what a query has decides: types and sizes. */
#include <iterator>

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

const tcui_path paths[] = {
    {.name = "private",
     .applies = of_task<tcui_histogram_fits_private>::call,
     .pays = of_task<tcui_histogram_private_pays>::call,
     .reserve = of_task<tcui_histogram_private_reserve>::call,
     .execute = of_task<tcui_histogram_private_execute>::call},
    {.name = "ordered",
     .applies = of_task<sums_reals>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_histogram_ordered_reserve>::call,
     .execute = of_task<tcui_histogram_ordered_execute>::call},
    {.name = "global",
     .applies = of_task<counts_exactly>::call,
     .pays = nullptr,
     .reserve = of_task<tcui_histogram_global_reserve>::call,
     .execute = of_task<tcui_histogram_global_execute>::call},
};

} // namespace

extern "C" const tcui_operation tcui_histogram_cuda = {.id = TCUI_HISTOGRAM,
                                                       .name = "histogram",
                                                       .paths = paths,
                                                       .num_paths = std::size(paths),
                                                       .reserve = nullptr,
                                                       .extension = nullptr};
