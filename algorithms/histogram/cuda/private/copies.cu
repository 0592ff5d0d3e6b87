/* SPDX-License-Identifier: Apache-2.0 */
/* Sums over the copies that the blocks of a grid leave: stored as results, or, of 8-bit values, kept as totals, from
 * which another kernel makes the results. */
#include "copies.cuh"

#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/lanes.h"

namespace
{

using namespace tcu;

/* Of a block: slots side by side, and groups of threads that take every so many copies. */
constexpr uint32_t slots_of_sum = TCUI_HISTOGRAM_COPIES_SLOTS, groups_of_slots = TCUI_HISTOGRAM_COPIES_GROUPS;
constexpr int sum_threads = slots_of_sum * groups_of_slots;

/* The sum of a slot's counts, in the first of its groups. */
__device__ __forceinline__ uint64_t sum_of_copies(const uint32_t *counts, uint64_t copies, uint32_t slots,
                                                  uint32_t slot)
{
    constexpr uint32_t at_once = 5; /* of as many copies as an H200 has multiprocessors, all */
    constexpr uint32_t warps = sum_threads / TCUI_WARP_LANES;
    __shared__ uint64_t part[warps][slots_of_sum];
    const uint32_t group = threadIdx.x / slots_of_sum;
    uint64_t sum = 0;
    if (slot < slots) {
        for (uint64_t copy = group; copy < copies; copy += at_once * groups_of_slots) {
            uint32_t count[at_once];
#pragma unroll
            for (uint32_t i = 0; i < at_once; i++) {
                count[i] =
                    copy + i * groups_of_slots < copies ? counts[(copy + i * groups_of_slots) * slots + slot] : 0;
            }
#pragma unroll
            for (uint32_t i = 0; i < at_once; i++) {
                sum += count[i];
            }
        }
    }
#pragma unroll
    for (uint32_t distance = slots_of_sum; distance < TCUI_WARP_LANES; distance *= 2) {
        sum += __shfl_xor_sync(all_lanes, sum, distance);
    }
    if (threadIdx.x % TCUI_WARP_LANES < slots_of_sum) {
        part[threadIdx.x / TCUI_WARP_LANES][threadIdx.x % TCUI_WARP_LANES] = sum;
    }
    __syncthreads();
    if (group > 0) {
        return 0;
    }
    sum = 0;
#pragma unroll
    for (uint32_t warp = 0; warp < warps; warp++) {
        sum += part[warp][threadIdx.x];
    }
    return sum;
}

__global__ void __launch_bounds__(sum_threads)
    sum_to_results(const uint32_t *counts, uint64_t copies, uint32_t slots, const __grid_constant__ count_outputs to,
                   level_verdicts verdicts)
{
    const uint32_t slot = blockIdx.x * slots_of_sum + threadIdx.x % slots_of_sum;
    const slot_place place(to, slot);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (levels_are_bad(verdicts)) {
        return;
    }
    const uint64_t total = sum_of_copies(counts, copies, slots, slot);
    if (threadIdx.x < slots_of_sum && slot < slots) {
        place.store(to, total);
    }
}

__global__ void __launch_bounds__(sum_threads)
    sum_to_totals(const uint32_t *counts, uint64_t copies, uint32_t slots, uint64_t *totals)
{
    wait_for_previous_kernel();
    const uint32_t slot = blockIdx.x * slots_of_sum + threadIdx.x % slots_of_sum;
    const uint64_t total = sum_of_copies(counts, copies, slots, slot);
    if (threadIdx.x < slots_of_sum && slot < slots) {
        totals[slot] = total;
    }
}

constexpr uint32_t bins_of_block = TCUI_HISTOGRAM_BINS_OF_BLOCK;

/* A block stores some bins of the channel; the first one also the count of samples outside. */
__global__ void __launch_bounds__(byte_values)
    store_bins_of_values(const __grid_constant__ private_task task, const uint64_t *totals, int channel)
{
    using count = unsigned long long;
    __shared__ count sums[bins_of_block], outside;
    const channel_bins &bins = task.bins.channels[channel];
    const uint64_t first = static_cast<uint64_t>(blockIdx.x) * bins_of_block;
    for (uint32_t i = threadIdx.x; i < bins_of_block; i += blockDim.x) {
        sums[i] = 0;
    }
    if (threadIdx.x == 0) {
        outside = 0;
    }
    wait_for_previous_kernel();
    if (levels_are_bad(task.verdicts)) {
        return;
    }
    __syncthreads();
    const uint32_t bin = bin_of(bins, static_cast<u8>(threadIdx.x));
    const count total = totals[task.value_slot[channel] + threadIdx.x];
    if (bin == bins.num_bins) {
        atomicAdd(&outside, total);
    } else if (bin >= first && bin - first < bins_of_block) {
        atomicAdd(&sums[bin - first], total);
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < bins_of_block && i < bins.num_bins - first; i += blockDim.x) {
        store_bin(task.outputs, channel, first + i, sums[i]);
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        store_outside(task.outputs, channel, outside);
    }
}

} // namespace

tcu_status tcu::store_copies(tcu_context *context, const private_task &task, uint64_t copies)
{
    return launch_as(launch_kind::overlapping, context, sum_to_results, divide_up(task.result_slots, slots_of_sum),
                     sum_threads, 0, static_cast<const uint32_t *>(task.copies), copies, task.result_slots,
                     task.outputs, task.verdicts);
}

tcu_status tcu::store_copies_of_values(tcu_context *context, const private_task &task, uint64_t copies,
                                       uint64_t *totals)
{
    tcu_status status =
        launch_as(launch_kind::overlapping, context, sum_to_totals, divide_up(task.result_slots, slots_of_sum),
                  sum_threads, 0, static_cast<const uint32_t *>(task.copies), copies, task.result_slots, totals);
    for (int c = 0; c < task.bins.num_channels && status == TCU_SUCCESS; c++) {
        if (task.bins.channels[c].num_bins > 0) {
            status = launch_as(launch_kind::overlapping, context, store_bins_of_values,
                               divide_up(task.bins.channels[c].num_bins, bins_of_block), byte_values, 0, task,
                               static_cast<const uint64_t *>(totals), c);
        }
    }
    return status;
}
