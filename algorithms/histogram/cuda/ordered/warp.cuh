/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of real weights, in an order that depends on the task and the device alone: each warp, or each few warps that
 * take turns, have a copy of the sums, in shared memory or, where not even one fits there, in the workspace. A warp
 * takes 32 pixels at a time. Where there are few bins, each lane has a column of its own; otherwise, of the lanes whose
 * pixels fall into one bin, the first adds all weights, in the order of the lanes. Then columns and copies are added
 * up, in their order.
 *
 * Columns leave room for so few copies (3, of 256 bins) that a warp for each cannot have enough loads in flight, nor
 * find bins fast enough. So warps share a copy: while one adds, the others load and find their pixels' bins.
 *
 * Sums are doubles. Of f64 weights what rounding loses is summed beside them (but for four that a lane adds up first),
 * since a warp adds up more in a row than the error bound of reduce.h allows.
 */
#ifndef TCUI_HISTOGRAM_CUDA_ORDERED_WARP_CUH
#define TCUI_HISTOGRAM_CUDA_ORDERED_WARP_CUH

#include "task.cuh"

namespace tcu
{

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
        if (rest != 0) {
            sum.add(next);
        }
        rest &= rest - 1;
    }
    if (adds) {
        sums[bin] = sum;
    }
    __syncwarp();
}

/* Weights of `Ahead` pixels a lane as they are in memory, with the samples of the first channel: loads in flight while
 * the pixels before are summed. */
template <class In, class Weight, int Ahead>
struct pixels_ahead {
    In sample[Ahead];
    Weight weight[Ahead];

    /* Pixel first + lane, and every 32nd from there, of n pixels. */
    __device__ __forceinline__ void load(const pixel_rows &pixels, uint64_t n, uint64_t first, uint32_t lane)
    {
        if (pixels.n <= pixels.columns && first + Ahead * TCUI_WARP_LANES <= n) {
            const pixel_place<In> place(pixels, first + lane);
            const Weight *const weights = reinterpret_cast<const Weight *>(place.weights) + place.column;
            const uint64_t step = static_cast<uint64_t>(pixels.channels) * TCUI_WARP_LANES;
#pragma unroll
            for (int i = 0; i < Ahead; i++) {
                sample[i] = place.samples[i * step];
                weight[i] = weights[i * TCUI_WARP_LANES];
            }
            return;
        }
#pragma unroll
        for (int i = 0; i < Ahead; i++) {
            const uint64_t pixel = first + lane + i * TCUI_WARP_LANES;
            const pixel_place<In> place(pixels, pixel < n ? pixel : n - 1);
            sample[i] = place.samples[0];
            weight[i] = reinterpret_cast<const Weight *>(place.weights)[place.column];
        }
    }
};

/* Counted: how many pixels there are is in memory. (Else n takes no registers, of which there are none left.) */
template <class In, class Weight, class Sum, bool Counted>
class warp_of_sums
{
  public:
    __device__ __forceinline__ explicit warp_of_sums(const ordered_task &task)
        : task(task), counted(Counted ? task.pixels.pixels() : 0), lane(threadIdx.x % TCUI_WARP_LANES),
          warp(threadIdx.x / TCUI_WARP_LANES), member(warp % task.turns),
          number(static_cast<uint64_t>(blockIdx.x) * (blockDim.x / TCUI_WARP_LANES / task.turns) + warp / task.turns),
          left(static_cast<Sum *>(task.copies) + number * task.slots),
          width(task.place == sums_place::columns ? TCUI_WARP_LANES : 1)
    {
        Sum *const shared = reinterpret_cast<Sum *>(dynamic_shared_memory());
        copy = task.place == sums_place::workspace ? left : shared + warp / task.turns * task.slots * width;
    }

    __device__ __forceinline__ void run()
    {
        for (uint64_t i = member * TCUI_WARP_LANES + lane; i < task.slots * width; i += task.turns * TCUI_WARP_LANES) {
            copy[i] = {};
        }
        __syncthreads();
        if (member + 1 == task.turns) {
            pass_turn();
        }
        constexpr uint64_t batch = TCUI_WARP_LANES * ahead;
        const uint64_t step = task.num_copies * task.turns * batch,
                       own = member * task.num_copies * batch; /* from the pixels of the first warp with this copy */
        pixels_ahead<In, Weight, ahead> now, next;
        uint64_t first = number * batch;
        if (first < num_pixels()) {
            now.load(task.pixels, num_pixels(), first + own, lane);
        }
        for (; first < num_pixels(); first += step) { /* the same number of turns for all that share the copy */
            if (first + step < num_pixels()) {
                next.load(task.pixels, num_pixels(), first + step + own, lane);
            }
            sum_batch(first + own, now);
            now = next;
        }
        if (member == 0) {
            take_turn();
        }
        __syncthreads();
        leave();
    }

  private:
    __device__ __forceinline__ uint64_t num_pixels() const { return Counted ? counted : task.pixels.n; }

    /* Pixels of a lane in a batch, and of these that are added together. */
    static constexpr int ahead = TCUI_HISTOGRAM_ORDERED_PIXELS, together = TCUI_HISTOGRAM_ORDERED_TOGETHER;

    /* Each warp waits at its own barrier for the one before it, which does not wait. (Racecheck reports this. What it
     * follows, bar.sync in both or an mbarrier a warp, is slower: 49 and 53 % of reading for 63.) */
    __device__ __forceinline__ void take_turn() const
    {
        if (task.turns > 1) {
            sync_threads<2 * TCUI_WARP_LANES>(static_cast<int>(1 + warp));
        }
    }
    __device__ __forceinline__ void pass_turn() const
    {
        const uint32_t next = member + 1 == task.turns ? warp - member : warp + 1;
        if (task.turns > 1) {
            arrive_threads<2 * TCUI_WARP_LANES>(static_cast<int>(1 + next));
        }
    }

    __device__ __forceinline__ void sum_batch(uint64_t first, const pixels_ahead<In, Weight, ahead> &pixels)
    {
        f64 weight[ahead];
#pragma unroll
        for (int i = 0; i < ahead; i++) {
            weight[i] = weight_of_bits(task.pixels.weight_type, pixels.weight[i]);
        }
        if (task.bins.num_channels == 1) {
            sum_channel(0, first, pixels.sample, weight);
            return;
        }
#pragma unroll 1
        for (int c = 0; c < task.bins.num_channels; c++) {
            if (task.bins.channels[c].num_bins > 0) {
                In sample[ahead];
#pragma unroll
                for (int i = 0; i < ahead; i++) {
                    const uint64_t pixel = first + i * TCUI_WARP_LANES + lane;
                    sample[i] = pixel_place<In>(task.pixels, pixel < num_pixels() ? pixel : 0).samples[c];
                }
                sum_channel(c, first, sample, weight);
            }
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
            f64 added[ahead];
            combine(first + lane, bin, weight, bins.num_bins, added);
            take_turn();
            add_to_columns(sums, bin, added);
            pass_turn();
            return;
        }
#pragma unroll
        for (int i = 0; i < ahead; i++) {
            const bool is_pixel = first + i * TCUI_WARP_LANES + lane < num_pixels();
            add_in_order(sums, is_pixel, bin[i], bin[i] == bins.num_bins ? 1.0 : weight[i]);
        }
    }

    /* The new sums of the bins of several pixels. Of those `together`, one adds too what an earlier one of the same
     * bin adds: so they need not wait for each other's sums. */
    __device__ __forceinline__ void combine(uint64_t pixel, const uint32_t (&bin)[ahead], const f64 (&weight)[ahead],
                                            uint32_t num_bins, f64 (&added)[ahead]) const
    {
#pragma unroll
        for (int i = 0; i < ahead; i++) {
            added[i] = bin[i] == num_bins ? 1.0 : weight[i];
            if (pixel + i * TCUI_WARP_LANES >= num_pixels()) {
                added[i] = 0;
            }
            f64 before = 0;
#pragma unroll
            for (int k = i / together * together; k < i; k++) {
                if (bin[k] == bin[i]) {
                    before = added[k];
                }
            }
            added[i] += before;
        }
    }

    /* Sums of several pixels in flight at a time. Of those in one bin, the last is stored last. */
    __device__ __forceinline__ void add_to_columns(Sum *sums, const uint32_t (&bin)[ahead],
                                                   const f64 (&added)[ahead]) const
    {
#pragma unroll
        for (int first = 0; first < ahead; first += together) {
            Sum sum[together];
#pragma unroll
            for (int i = 0; i < together; i++) {
                sum[i] = sums[bin[first + i] * TCUI_WARP_LANES + lane];
            }
#pragma unroll
            for (int i = 0; i < together; i++) {
                sum[i].add(added[first + i]);
            }
#pragma unroll
            for (int i = 0; i < together; i++) {
                sums[bin[first + i] * TCUI_WARP_LANES + lane] = sum[i];
            }
        }
    }

    __device__ __forceinline__ void leave()
    {
        if (task.place == sums_place::workspace) {
            return;
        }
        for (uint64_t slot = member * TCUI_WARP_LANES + lane; slot < task.slots; slot += task.turns * TCUI_WARP_LANES) {
            Sum sum = copy[slot * width + lane % width];
            for (uint32_t i = 1; i < width; i++) { /* a bank for each lane */
                sum.add(copy[slot * width + (lane + i) % width]);
            }
            left[slot] = sum;
        }
    }

    const ordered_task &task;
    const uint64_t counted;            /* pixels that there are, if Counted */
    const uint32_t lane, warp, member; /* warp of the block, and which of those that share its copy */
    const uint64_t number;             /* of the copy */
    Sum *left, *copy;
    const uint32_t width;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_ORDERED_WARP_CUH */
