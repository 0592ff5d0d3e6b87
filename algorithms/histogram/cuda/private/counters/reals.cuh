/* SPDX-License-Identifier: Apache-2.0 */
/* Counters of one channel of reals in even bins: large tasks look at a table of edges, others do without one. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_REALS_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_REALS_CUH

#include "algorithms/histogram/cuda/private/kernel.cuh"

namespace tcu
{

/* ---- with a table of edges ---- */

/*
 * Even bins of reals that f32 holds. The estimate y = x * scale + shift is not more than `margin` off; where an integer
 * r is so near to it, the bin is found by a look at the edge between the bins r - 1 and r, as the least f32 that is at
 * or above it. Estimates are kept between the edges -0.75 and num_bins + 0.75, a NaN's is the lower of the two.
 */
template <class In, class Counters = lane_counters>
struct real_counter {
    using in = In;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = 2;
    using slot_counters = Counters;
    const real_bins bins;
    Counters counters;
    f32 *const edges; /* in shared memory */

    __device__ __forceinline__ real_counter(const private_task &task)
        : bins(task.special.reals), counters(task),
          edges(reinterpret_cast<f32 *>(dynamic_shared_memory()) + Counters::place_of(task.slots) * task.replicas)
    {
        for (uint32_t k = threadIdx.x; k <= bins.num_bins; k += blockDim.x) {
            edges[k] = bins.edges[k];
        }
        __syncthreads();
    }

    __device__ __forceinline__ uint32_t bin_of(In sample) const
    {
        constexpr f32 to_integer = 12582912.0f; /* 1.5 * 2^23: sums are rounded to integers */
        const f32 x = to_accumulator<f32>(sample);
        const f32 y = fminf(fmaxf(fmaf(x, bins.scale, bins.shift), -0.75f), bins.most);
        const f32 sum = y + to_integer, r = sum - to_integer;
        const int32_t integer = static_cast<int32_t>(__float_as_uint(sum) - __float_as_uint(to_integer));
        f32 value = y, edge = r;
        if (fabsf(y - r) <= bins.margin) {
            value = x;
            edge = edges[integer];
        }
        const uint32_t bin = static_cast<uint32_t>(integer) - (value < edge);
        return bin < bins.num_bins ? bin : bins.num_bins;
    }
    __device__ __forceinline__ void one(In sample, int64_t) const { counters.count(bin_of(sample)); }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i++) {
            one(x.at(i), 0);
        }
    }
};

/* ---- without a table ---- */

/*
 * Even bins of reals that f32 holds, where it holds the edges' numerators, too (is_exact): edge k is (first + k *
 * width) / factor. The estimate is not half a bin off, so that rounded it is the number r of one of the two edges next
 * to the sample; and the sample is below that one where factor * x - (first + r * width) is negative. In f32 that
 * difference is rounded once, and its sign is right. Of samples far outside, and of NaNs, r is no bin, whatever it is.
 */
template <class In>
struct single_counter {
    using in = In;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = 2;
    using slot_counters = lane_counters;
    const real_bins bins;
    lane_counters counters;

    __device__ __forceinline__ single_counter(const private_task &task) : bins(task.special.reals), counters(task) {}

    __device__ __forceinline__ void one(In sample, int64_t) const
    {
        constexpr f32 to_integer = 12582912.0f; /* 1.5 * 2^23: sums are rounded to integers */
        const f32 x = to_accumulator<f32>(sample);
        const f32 sum = fmaf(x, bins.scale, bins.shift) + to_integer, r = sum - to_integer;
        const bool is_below = fmaf(bins.factor, x, -fmaf(r, bins.width, bins.first)) < 0;
        const uint32_t bin = __float_as_uint(sum) - (__float_as_uint(to_integer) + is_below);
        counters.count(min(bin, bins.num_bins));
    }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i++) {
            one(x.at(i), 0);
        }
    }
};

/* Which bins single_counter takes. Larger tasks have a table of edges. */
inline bool is_single(const private_task &task)
{
    return task.is_exact && !task.has_edges && task.parts == 1;
}

/* Even bins of reals in double precision, by an estimate as on the host. */
template <class In>
struct double_counter {
    using in = In;
    static constexpr int batch = 4, threads = TCUI_HISTOGRAM_GENERAL_THREADS, blocks = 2;
    using slot_counters = lane_counters;
    const tcui_real_bins &bins;
    const f64 lower, upper, scale, margin;
    const uint32_t num_bins;
    lane_counters counters;

    __device__ __forceinline__ double_counter(const private_task &task)
        : bins(task.bins.channels[0].reals), lower(bins.lower), upper(bins.upper), scale(bins.scale),
          margin(bins.margin), num_bins(task.bins.channels[0].num_bins), counters(task)
    {
    }

    __device__ __forceinline__ void one(In sample, int64_t) const
    {
        const f64 x = to_accumulator<f64>(sample);
        constexpr f64 to_integer = 6755399441055744.0; /* 1.5 * 2^52: sums are rounded to integers */
        const f64 y = (x - lower) * scale, sum = y + to_integer, r = sum - to_integer;
        const bool is_inside = x >= lower && x < upper;
        uint32_t bin = static_cast<uint32_t>(__double2loint(sum)) - (y < r);
        if (is_inside && fabs(y - r) <= margin) {
            bin = bin_beside_edge(bins, x, static_cast<uint32_t>(__double2loint(sum)));
        }
        counters.count(is_inside ? bin : num_bins);
    }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t sample) const
    {
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i++) {
            one(x.at(i), sample);
        }
    }
};

/* Which bins double_counter takes. */
inline bool is_real_even(const private_task &task)
{
    const channel_bins &bins = task.bins.channels[0];
    return task.bins.num_channels == 1 && task.parts == 1 && bins.rule == bin_rule::reals && bins.reals.estimated;
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_REALS_CUH */
