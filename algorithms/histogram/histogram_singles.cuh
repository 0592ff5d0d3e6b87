/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins of reals that f32 holds, where an estimate in f32 is exact (is_exact). */
#ifndef TCUI_HISTOGRAM_SINGLES_CUH
#define TCUI_HISTOGRAM_SINGLES_CUH

#include "histogram_private.cuh"

namespace tcu
{

/*
 * From 0 on and with a power of two as the scale, x * scale is not rounded: the bin is its floor. Products are kept
 * between the edges -0.75 and num_bins + 0.75, a NaN's is the lower of the two.
 */
template <class In>
struct single_counter {
    using in = In;
    static constexpr int batch = 4, threads = 1024, blocks = 2;
    using slot_counters = lane_counters;
    const real_bins bins;
    lane_counters counters;

    __device__ __forceinline__ single_counter(const private_task &task) : bins(task.special.reals), counters(task) {}

    __device__ __forceinline__ void one(In sample, int64_t) const
    {
        constexpr f32 to_integer = 12582912.0f; /* 1.5 * 2^23: sums are rounded to integers */
        const f32 y = fminf(fmaxf(to_accumulator<f32>(sample) * bins.scale, -0.75f), bins.most);
        const f32 sum = y + to_integer, r = sum - to_integer;
        const uint32_t bin = __float_as_uint(sum) - __float_as_uint(to_integer) - (y < r);
        counters.count(bin < bins.num_bins ? bin : bins.num_bins);
    }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
#pragma unroll
        for (int i = 0; i < vector_elements<In>; ++i)
            one(x.at(i), 0);
    }
};

/* What it is for. Larger tasks have a table of edges. */
inline bool is_single(const private_task &task)
{
    return task.is_exact && !task.has_edges && task.parts == 1;
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_SINGLES_CUH */
