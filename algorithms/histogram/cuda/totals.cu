/* SPDX-License-Identifier: Apache-2.0 */
/* One copy of the histogram in the workspace: the kernels before and behind those that add to it. */
#include <algorithm>

#include "algorithms/histogram/cuda/tuning.h"
#include "totals.cuh"

namespace
{

using namespace tcu;

constexpr int totals_threads = TCUI_HISTOGRAM_TOTALS_THREADS;

template <class Total>
__global__ void __launch_bounds__(totals_threads) clear_slots(const __grid_constant__ slot_totals to)
{
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(to.verdicts);
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * totals_threads + threadIdx.x;
    if (thread == 0) {
        store_flags(to.outputs, bad);
    }
    if (thread < TCU_MAX_CHANNELS && to.outside != nullptr) {
        to.outside[thread] = 0;
    }
    for (uint64_t slot = thread; slot < to.outputs.slots; slot += static_cast<uint64_t>(gridDim.x) * totals_threads) {
        static_cast<Total *>(to.totals)[slot] = 0;
    }
}

template <class Total>
__global__ void __launch_bounds__(totals_threads) store_slots(const __grid_constant__ slot_totals from)
{
    wait_for_previous_kernel();
    if (levels_are_bad(from.verdicts)) {
        return;
    }
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * totals_threads + threadIdx.x;
    for (uint64_t slot = thread; slot < from.outputs.slots; slot += static_cast<uint64_t>(gridDim.x) * totals_threads) {
        const slot_place place(from.outputs, slot);
        place.store(from.outputs, place.is_bin || from.outside == nullptr
                                      ? static_cast<const Total *>(from.totals)[slot]
                                      : from.outside[place.channel]);
    }
}

uint64_t blocks_of(const tcu_context *context, const slot_totals &all)
{
    const uint64_t resident = static_cast<uint64_t>(context->properties.multiprocessors) * 2;
    return std::min<uint64_t>(divide_up(all.outputs.slots, totals_threads), 8 * resident);
}

} // namespace

tcu_status tcu::clear_totals(tcu_context *context, const tcui_histogram_task *task, const slot_totals &to)
{
    return dispatch_totals(task, [&](auto zero) {
        return launch_as(launch_kind::overlapping, context, clear_slots<decltype(zero)>, blocks_of(context, to),
                         totals_threads, 0, to);
    });
}

tcu_status tcu::store_totals(tcu_context *context, const tcui_histogram_task *task, const slot_totals &from)
{
    return dispatch_totals(task, [&](auto zero) {
        return launch_as(launch_kind::overlapping, context, store_slots<decltype(zero)>, blocks_of(context, from),
                         totals_threads, 0, from);
    });
}
