/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of real weights, in an order that depends on the task and the device alone: each warp has a copy of the sums for
 * itself, in shared memory or, where not even one fits there, in the workspace. It takes 32 pixels at a time; of those
 * that fall into one bin, the first lane adds all weights, in the order of the lanes. Then copies are added up in the
 * order of their warps.
 *
 * Sums are doubles. Of f64 weights what rounding loses is summed beside them, since a warp adds up more in a row than
 * the error bound of reduce.h allows.
 */
#include <algorithm>

#include "histogram_cuda.h"
#include "histogram_keys.cuh"
#include "histogram_pixels.cuh"
#include "histogram_tuning.h"

namespace
{

using namespace tcu;

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int most_warps = 16; /* of a block */
/* Copies in the workspace take no more than this, but for one. */
constexpr uint64_t most_copy_bytes = uint64_t{256} << 20;
constexpr uint64_t least_pixels_of_warp = 256;

struct plain_sum {
    f64 sum;
    __device__ __forceinline__ void add(f64 x) { sum += x; }
    __device__ __forceinline__ void add(const plain_sum &other) { add(other.sum); }
    __device__ __forceinline__ f64 value() const { return sum; }
};

/* Knuth's TwoSum: the rounding error of a sum, exactly. Infinities have none. */
struct sum_and_lost {
    f64 sum, lost;
    __device__ __forceinline__ void add(f64 x)
    {
        const f64 before = sum, after = before + x, part = after - before;
        const f64 error = (before - (after - part)) + (x - part);
        sum = after;
        lost += isfinite(after) ? error : 0.0;
    }
    __device__ __forceinline__ void add(const sum_and_lost &other)
    {
        add(other.sum);
        lost += other.lost;
    }
    __device__ __forceinline__ f64 value() const { return sum + lost; }
};

struct ordered_task {
    pixel_rows pixels;
    task_bins bins;
    count_outputs outputs;
    level_verdicts verdicts;
    uint64_t slots;
    uint64_t warps;     /* of the grid */
    bool in_shared;     /* copies are summed in shared memory, and left in the workspace */
    void *copies;       /* warps x slots */
    uint64_t *outsides; /* warps x TCU_MAX_CHANNELS */
};

/* Adds the weights of a warp's lanes to the sums of their bins, of lanes that have one. */
template <class Sum>
__device__ __forceinline__ void add_in_order(Sum *sums, bool wanted, uint32_t bin, f64 weight)
{
    const int lane = static_cast<int>(threadIdx.x % TCUI_WARP_LANES);
    const unsigned same = __match_any_sync(all_lanes, wanted ? bin : ~0u);
    const bool adds = wanted && (same & ((1u << lane) - 1)) == 0;
    Sum sum = {};
    if (adds) {
        sum = sums[bin];
        sum.add(weight);
    }
    unsigned rest = adds ? same & ~(1u << lane) : 0;
    while (__any_sync(all_lanes, rest != 0)) {
        const f64 next = __shfl_sync(all_lanes, weight, rest != 0 ? __ffs(static_cast<int>(rest)) - 1 : lane);
        if (rest != 0)
            sum.add(next);
        rest &= rest - 1;
    }
    if (adds)
        sums[bin] = sum;
    __syncwarp();
}

template <class In, class Sum>
__global__ void __launch_bounds__(most_warps *TCUI_WARP_LANES)
    sum_in_order(const __grid_constant__ ordered_task task)
{
    const uint64_t warp = static_cast<uint64_t>(blockIdx.x) * (blockDim.x / TCUI_WARP_LANES) +
                          threadIdx.x / TCUI_WARP_LANES;
    const unsigned lane = threadIdx.x % TCUI_WARP_LANES;
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(task.verdicts);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        store_flags(task.outputs, bad);
    if (bad)
        return;
    Sum *const left = static_cast<Sum *>(task.copies) + warp * task.slots;
    Sum *const copy = task.in_shared ? reinterpret_cast<Sum *>(dynamic_shared_memory()) +
                                           threadIdx.x / TCUI_WARP_LANES * task.slots
                                     : left;
    for (uint64_t slot = lane; slot < task.slots; slot += TCUI_WARP_LANES)
        copy[slot] = {};
    __syncwarp();
    uint64_t outside[TCU_MAX_CHANNELS] = {};
    for (uint64_t first = warp * TCUI_WARP_LANES; first < task.pixels.n; first += task.warps * TCUI_WARP_LANES) {
        const bool is_pixel = first + lane < task.pixels.n;
        const pixel_place<In> place(task.pixels, is_pixel ? first + lane : first);
        const f64 weight = real_weight(task.pixels.weight_type, place.weights, place.column);
#pragma unroll
        for (int c = 0; c < TCU_MAX_CHANNELS; ++c) {
            if (c >= task.bins.num_channels || task.bins.channels[c].num_bins == 0)
                continue;
            const uint32_t bin = bin_of(task.bins.channels[c], place.samples[c]);
            const bool is_inside = bin < task.bins.channels[c].num_bins;
            outside[c] += is_pixel && !is_inside;
            add_in_order(copy + task.bins.first_slot[c], is_pixel && is_inside, bin, weight);
        }
    }
    if (task.in_shared)
        for (uint64_t slot = lane; slot < task.slots; slot += TCUI_WARP_LANES)
            left[slot] = copy[slot];
#pragma unroll
    for (int c = 0; c < TCU_MAX_CHANNELS; ++c) {
        uint64_t sum = outside[c];
        for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(all_lanes, static_cast<unsigned long long>(sum), distance);
        if (lane == 0)
            task.outsides[warp * TCU_MAX_CHANNELS + c] = sum;
    }
}

template <class Out>
__device__ __forceinline__ void store_real(const count_outputs &to, int channel, uint64_t bin, f64 sum)
{
    Out *const out = static_cast<Out *>(to.counts[channel]) + bin;
    *out = from_accumulator<Out>((to.accumulate ? to_accumulator<f64>(*out) : 0.0) + sum);
}

constexpr int lanes_of_sum = 32, groups_of_sum = 32;

/* Sums of 32 slots, of every 32nd copy by a warp, and then of the warps. */
template <class Sum>
__global__ void __launch_bounds__(lanes_of_sum *groups_of_sum)
    store_in_order(const __grid_constant__ ordered_task task)
{
    __shared__ Sum part[groups_of_sum][lanes_of_sum];
    wait_for_previous_kernel();
    if (levels_are_bad(task.verdicts))
        return;
    const uint32_t lane = threadIdx.x % lanes_of_sum, group = threadIdx.x / lanes_of_sum;
    const uint64_t slot = static_cast<uint64_t>(blockIdx.x) * lanes_of_sum + lane;
    Sum sum = {};
    if (slot < task.slots)
#pragma unroll 4
        for (uint64_t warp = group; warp < task.warps; warp += groups_of_sum)
            sum.add(static_cast<const Sum *>(task.copies)[warp * task.slots + slot]);
    part[group][lane] = sum;
    __syncthreads();
    if (group > 0 || slot >= task.slots)
        return;
    for (int g = 1; g < groups_of_sum; ++g)
        sum.add(part[g][lane]);
    const int c = channel_of_slot(task.outputs, slot);
    const uint64_t bin = slot - task.outputs.first_slot[c];
    if (bin == task.outputs.num_bins[c]) {
        uint64_t outside = 0;
        for (uint64_t warp = 0; warp < task.warps; ++warp)
            outside += task.outsides[warp * TCU_MAX_CHANNELS + c];
        store_outside(task.outputs, c, outside);
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

struct ordered_plan {
    key_places keys;
    uint64_t slots, blocks, warps_of_block;
    bool in_shared;
    size_t sum_bytes, copies, outsides;
};

/* The number of copies never decreases with growing n. */
ordered_plan plan_of(const tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    ordered_plan plan = {};
    plan.keys = reserve_keys(task, layout);
    plan.slots = slots_of(task);
    plan.sum_bytes = task->weight_type == TCU_TYPE_F64 ? sizeof(sum_and_lost) : sizeof(plain_sum);
    const uint64_t copy_bytes = plan.slots * plan.sum_bytes;
    const uint64_t room = std::min<uint64_t>(TCUI_HISTOGRAM_WHOLE_BYTES, context->properties.shared_memory_per_block);
    const uint64_t multiprocessors = static_cast<uint64_t>(context->properties.multiprocessors);
    plan.in_shared = copy_bytes <= room;
    const uint64_t useful = std::max<uint64_t>(1, task->n / least_pixels_of_warp);
    if (plan.in_shared) {
        plan.warps_of_block = std::min<uint64_t>(most_warps, room / copy_bytes);
        const uint64_t blocks = (useful + plan.warps_of_block - 1) / plan.warps_of_block;
        plan.blocks = std::min(blocks, multiprocessors);
    } else {
        plan.warps_of_block = 1;
        plan.blocks = std::min({useful, 4 * multiprocessors, std::max<uint64_t>(1, most_copy_bytes / copy_bytes)});
    }
    const uint64_t warps = plan.blocks * plan.warps_of_block;
    plan.copies = tcui_layout_reserve(layout, warps * plan.slots, plan.sum_bytes);
    plan.outsides = tcui_layout_reserve(layout, warps * TCU_MAX_CHANNELS, sizeof(uint64_t));
    return plan;
}

template <class Sum>
tcu_status run(tcu_context *context, const tcui_histogram_task *task, const ordered_plan &plan,
               const ordered_task &described)
{
    const size_t shared = plan.in_shared ? plan.warps_of_block * plan.slots * plan.sum_bytes : 0;
    const tcu_status status = with_sample_type(task->sample_type, [&](auto sample) {
        return launch_as(launch_kind::overlapping, context, sum_in_order<decltype(sample), Sum>, plan.blocks,
                         static_cast<int>(plan.warps_of_block * TCUI_WARP_LANES), shared, described);
    });
    if (status != TCU_SUCCESS)
        return status;
    return launch_as(launch_kind::overlapping, context, store_in_order<Sum>,
                     (plan.slots + lanes_of_sum - 1) / lanes_of_sum, lanes_of_sum * groups_of_sum, 0, described);
}

} // namespace

tcu_status tcui_histogram_ordered_plan(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout)
{
    plan_of(context, task, layout);
    return TCU_SUCCESS;
}

tcu_status tcui_histogram_ordered_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace)
{
    tcui_layout layout = {};
    const ordered_plan plan = plan_of(context, task, &layout);
    unsigned char *const base = static_cast<unsigned char *>(workspace);
    ordered_task described = {};
    described.pixels = pixels_of(task);
    described.bins = bins_of(task, plan.keys, workspace);
    described.outputs = outputs_of(task);
    described.verdicts = verdicts_of(task, plan.keys, workspace);
    described.slots = plan.slots;
    described.warps = plan.blocks * plan.warps_of_block;
    described.in_shared = plan.in_shared;
    described.copies = base + plan.copies;
    described.outsides = reinterpret_cast<uint64_t *>(base + plan.outsides);
    const tcu_status status = enqueue_keys(context, task, plan.keys, workspace);
    if (status != TCU_SUCCESS)
        return status;
    return task->weight_type == TCU_TYPE_F64 ? run<sum_and_lost>(context, task, plan, described)
                                             : run<plain_sum>(context, task, plan, described);
}
