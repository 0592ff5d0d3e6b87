/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that sum real weights in order: copies by warps (warp.cuh), and the copies' sums. */
#ifndef TCUI_HISTOGRAM_CUDA_ORDERED_KERNEL_CUH
#define TCUI_HISTOGRAM_CUDA_ORDERED_KERNEL_CUH

#include "warp.cuh"

namespace tcu
{

template <class In, class Weight, class Sum, bool Counted>
__global__ void __launch_bounds__(most_warps *TCUI_WARP_LANES, 1)
    sum_in_order(const __grid_constant__ ordered_task task)
{
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(task.verdicts);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        store_flags(task.outputs, bad);
    }
    if (!bad) {
        warp_of_sums<In, Weight, Sum, Counted>(task).run();
    }
}

template <class Out>
__device__ __forceinline__ void store_real(const count_outputs &to, int channel, uint64_t bin, f64 sum)
{
    Out *const out = static_cast<Out *>(to.counts[channel]) + bin;
    *out = from_accumulator<Out>((to.accumulate ? to_accumulator<f64>(*out) : 0.0) + sum);
}

constexpr int lanes_of_sum = TCUI_HISTOGRAM_ORDERED_SUM_SLOTS, groups_of_sum = TCUI_HISTOGRAM_ORDERED_SUM_GROUPS;

/* Sums of 32 slots, of every 32nd copy by a warp, and then of the warps. */
template <class Sum>
__global__ void __launch_bounds__(lanes_of_sum *groups_of_sum) store_in_order(const __grid_constant__ ordered_task task)
{
    __shared__ Sum part[groups_of_sum][lanes_of_sum];
    wait_for_previous_kernel();
    if (levels_are_bad(task.verdicts)) {
        return;
    }
    const uint32_t lane = threadIdx.x % lanes_of_sum, group = threadIdx.x / lanes_of_sum;
    const uint64_t slot = static_cast<uint64_t>(blockIdx.x) * lanes_of_sum + lane;
    Sum sum = {};
    if (slot < task.slots) {
#pragma unroll 4
        for (uint64_t copy = group; copy < task.num_copies; copy += groups_of_sum) {
            sum.add(static_cast<const Sum *>(task.copies)[copy * task.slots + slot]);
        }
    }
    part[group][lane] = sum;
    __syncthreads();
    if (group > 0 || slot >= task.slots) {
        return;
    }
    for (int g = 1; g < groups_of_sum; g++) {
        sum.add(part[g][lane]);
    }
    const int c = channel_of_slot(task.outputs, slot);
    const uint64_t bin = slot - task.outputs.first_slot[c];
    if (bin == task.outputs.num_bins[c]) {
        store_outside(task.outputs, c, static_cast<uint64_t>(sum.value()));
        return;
    }
    switch (task.outputs.out_type) {
    case TCU_TYPE_F16:
        store_real<f16>(task.outputs, c, bin, sum.value());
        break;
    case TCU_TYPE_BF16:
        store_real<bf16>(task.outputs, c, bin, sum.value());
        break;
    case TCU_TYPE_F32:
        store_real<f32>(task.outputs, c, bin, sum.value());
        break;
    default:
        store_real<f64>(task.outputs, c, bin, sum.value());
    }
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_ORDERED_KERNEL_CUH */
