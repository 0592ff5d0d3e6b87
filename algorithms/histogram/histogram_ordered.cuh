/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of real weights, in an order that depends on the task and the device alone: each warp has a copy of the sums for
 * itself, in shared memory or, where not even one fits there, in the workspace. It takes 32 pixels at a time. Where
 * there are so few bins that several warps have room for it, each lane has a column of its own; otherwise, of the lanes
 * whose pixels fall into one bin, the first adds all weights, in the order of the lanes. Then columns and copies are
 * added up, in their order.
 *
 * Sums are doubles. Of f64 weights what rounding loses is summed beside them, since a warp adds up more in a row than
 * the error bound of reduce.h allows.
 */
#ifndef TCUI_HISTOGRAM_ORDERED_CUH
#define TCUI_HISTOGRAM_ORDERED_CUH

#include "histogram_keys.cuh"
#include "histogram_pixels.cuh"

namespace tcu
{

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int most_warps = 8; /* of a block */
enum class sums_place {
    columns,  /* of each lane, in shared memory: slots x lanes */
    shared,   /* of each warp */
    workspace /* the same, where they are left in any case */
};

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
    uint64_t warps; /* of the grid */
    sums_place place;
    void *copies; /* warps x slots */
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

/* Weights of `Ahead` pixels a lane as they are in memory, with the samples of the first channel: loads in flight while
 * the pixels before are summed. */
template <class In, class Weight, int Ahead>
struct pixels_ahead {
    In sample[Ahead];
    Weight weight[Ahead];

    /* Pixel first + lane, and every 32nd from there. */
    __device__ __forceinline__ void load(const pixel_rows &pixels, uint64_t first, uint32_t lane)
    {
        if (pixels.n <= pixels.columns && first + Ahead * TCUI_WARP_LANES <= pixels.n) {
            const pixel_place<In> place(pixels, first + lane);
            const Weight *const weights = reinterpret_cast<const Weight *>(place.weights) + place.column;
            const uint64_t step = static_cast<uint64_t>(pixels.channels) * TCUI_WARP_LANES;
#pragma unroll
            for (int i = 0; i < Ahead; ++i) {
                sample[i] = place.samples[i * step];
                weight[i] = weights[i * TCUI_WARP_LANES];
            }
            return;
        }
#pragma unroll
        for (int i = 0; i < Ahead; ++i) {
            const uint64_t pixel = first + lane + i * TCUI_WARP_LANES;
            const pixel_place<In> place(pixels, pixel < pixels.n ? pixel : pixels.n - 1);
            sample[i] = place.samples[0];
            weight[i] = reinterpret_cast<const Weight *>(place.weights)[place.column];
        }
    }
};

template <class In, class Weight, class Sum>
class warp_of_sums
{
  public:
    __device__ __forceinline__ explicit warp_of_sums(const ordered_task &task)
        : task(task), lane(threadIdx.x % TCUI_WARP_LANES),
          warp(static_cast<uint64_t>(blockIdx.x) * (blockDim.x / TCUI_WARP_LANES) + threadIdx.x / TCUI_WARP_LANES),
          left(static_cast<Sum *>(task.copies) + warp * task.slots),
          width(task.place == sums_place::columns ? TCUI_WARP_LANES : 1)
    {
        Sum *const shared = reinterpret_cast<Sum *>(dynamic_shared_memory());
        copy = task.place == sums_place::workspace ? left : shared + threadIdx.x / TCUI_WARP_LANES * task.slots * width;
    }

    __device__ __forceinline__ void run()
    {
        for (uint64_t i = lane; i < task.slots * width; i += TCUI_WARP_LANES)
            copy[i] = {};
        __syncwarp();
        const uint64_t step = task.warps * TCUI_WARP_LANES * ahead, n = task.pixels.n;
        pixels_ahead<In, Weight, ahead> now, next;
        uint64_t first = warp * TCUI_WARP_LANES * ahead;
        if (first < n)
            now.load(task.pixels, first, lane);
        for (; first < n; first += step) {
            if (first + step < n)
                next.load(task.pixels, first + step, lane);
            sum_batch(first, now);
            now = next;
        }
        leave();
    }

  private:
    static constexpr int ahead = 16, together = 4;

    __device__ __forceinline__ void sum_batch(uint64_t first, const pixels_ahead<In, Weight, ahead> &pixels)
    {
        f64 weight[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i)
            weight[i] = weight_of_bits(task.pixels.weight_type, pixels.weight[i]);
        if (task.bins.num_channels == 1) {
            sum_channel(0, first, pixels.sample, weight);
            return;
        }
#pragma unroll 1
        for (int c = 0; c < task.bins.num_channels; ++c)
            if (task.bins.channels[c].num_bins > 0) {
                In sample[ahead];
#pragma unroll
                for (int i = 0; i < ahead; ++i) {
                    const uint64_t pixel = first + i * TCUI_WARP_LANES + lane;
                    sample[i] = pixel_place<In>(task.pixels, pixel < task.pixels.n ? pixel : 0).samples[c];
                }
                sum_channel(c, first, sample, weight);
            }
    }

    /* A channel's last slot counts what no bin holds; a double does so exactly, up to 2^53. */
    __device__ __forceinline__ void sum_channel(int channel, uint64_t first, const In (&sample)[ahead],
                                                const f64 (&weight)[ahead])
    {
        const channel_bins &bins = task.bins.channels[channel];
        Sum *const sums = copy + task.bins.first_slot[channel] * width;
        uint32_t bin[ahead];
        bins_of(bins, sample, bin);
        if (task.place == sums_place::columns) {
#pragma unroll
            for (int i = 0; i < ahead; i += together)
                add_to_columns(sums, first + i * TCUI_WARP_LANES + lane, &bin[i], &weight[i], bins.num_bins);
            return;
        }
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const bool is_pixel = first + i * TCUI_WARP_LANES + lane < task.pixels.n;
            add_in_order(sums, is_pixel, bin[i], bin[i] == bins.num_bins ? 1.0 : weight[i]);
        }
    }

    /* Sums of several pixels on their way at a time: a bin that is one before's takes what that made of it. */
    __device__ __forceinline__ void add_to_columns(Sum *sums, uint64_t pixel, const uint32_t *bin, const f64 *weight,
                                                   uint32_t num_bins) const
    {
        Sum sum[together];
#pragma unroll
        for (int i = 0; i < together; ++i)
            sum[i] = sums[bin[i] * TCUI_WARP_LANES + lane];
#pragma unroll
        for (int i = 0; i < together; ++i) {
#pragma unroll
            for (int before = 0; before < i; ++before)
                if (bin[before] == bin[i])
                    sum[i] = sum[before];
            if (pixel + i * TCUI_WARP_LANES < task.pixels.n)
                sum[i].add(bin[i] == num_bins ? 1.0 : weight[i]);
        }
#pragma unroll
        for (int i = 0; i < together; ++i)
            sums[bin[i] * TCUI_WARP_LANES + lane] = sum[i];
    }

    __device__ __forceinline__ void leave()
    {
        __syncwarp();
        if (task.place == sums_place::workspace)
            return;
        for (uint64_t slot = lane; slot < task.slots; slot += TCUI_WARP_LANES) {
            Sum sum = copy[slot * width + lane % width];
            for (uint32_t i = 1; i < width; ++i) /* each lane at another bank */
                sum.add(copy[slot * width + (lane + i) % width]);
            left[slot] = sum;
        }
    }

    const ordered_task &task;
    const uint32_t lane;
    const uint64_t warp;
    Sum *left, *copy;
    const uint32_t width;
};

template <class In, class Weight, class Sum>
__global__ void __launch_bounds__(most_warps *TCUI_WARP_LANES, 1)
    sum_in_order(const __grid_constant__ ordered_task task)
{
    wait_for_previous_kernel();
    const bool bad = levels_are_bad(task.verdicts);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        store_flags(task.outputs, bad);
    if (!bad)
        warp_of_sums<In, Weight, Sum>(task).run();
}

template <class Out>
__device__ __forceinline__ void store_real(const count_outputs &to, int channel, uint64_t bin, f64 sum)
{
    Out *const out = static_cast<Out *>(to.counts[channel]) + bin;
    *out = from_accumulator<Out>((to.accumulate ? to_accumulator<f64>(*out) : 0.0) + sum);
}

/* Sums of 32 slots, of every 32nd copy by a warp, and then of the warps. */
template <class Sum>
__global__ void __launch_bounds__(lanes_of_sum *groups_of_sum) store_in_order(const __grid_constant__ ordered_task task)
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

#endif /* TCUI_HISTOGRAM_ORDERED_CUH */
