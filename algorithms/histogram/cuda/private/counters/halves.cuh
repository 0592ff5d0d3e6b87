/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even bins of f16 and bf16, at the speed of memory: 10 instructions a sample or fewer, and no branch.
 * Samples of so few bits lie on the edges of bins, or very near to them, all the time, so that a look at the edge
 * (real_counter) is for all of them or for none.
 *
 * A sample's place among the bins is y = x * scale + shift. The sum of x * scale and of 1.5 * 2^23 + T, T an integer
 * near to the shift, is rounded to an integer m, in its bits. From there are two methods:
 *
 * - by_sign: where 0 is an edge the shift is T, and m = floor(y) but for the error of the scale. Samples on edges are
 * in the bins above these if the scale is rounded up, where x > 0, and to the number below that where it is not.
 * - nearest, below (of an integer): with the rest r = x * scale - (m - T), which has few bits or is small, and what the
 *   scale and the shift are more than the numbers of 24 bits that stand for them, y - m is known to 2^-24, or, where it
 *   is near 0 and so is the shift's distance from T, to 2^-24 of the rest. It is in [-1, 1), and where it is negative
 *   the bin is m - 1. A tolerance for what these errors are makes y on edges not less than m. Or does so at the lowest
 *   edge only, and the opposite 16 bins from there and farther: for levels such as 1.01, where samples that would be on
 *   edges are just below them. "below" is for shifts about half an integer, where m from rounding to nearest may be too
 *   small by two.
 *
 * That is right except very near edges. Whether a method is right for all samples is tried in each call, as there are
 * only 65,536 of them. Where none is, real_counter's is taken.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_CUH

#include "halves.h"
#include "reals.cuh"

namespace tcu
{

template <half_method Method>
__device__ __forceinline__ uint32_t half_bin(const half_bins &bins, f32 x)
{
    f32 sum;
    uint32_t zero = bins.zero;
    if constexpr (Method == half_method::by_sign) {
        const uint32_t less_if_negative = static_cast<uint32_t>(static_cast<int32_t>(__float_as_uint(x)) >> 31);
        sum = __fmaf_rd(x, __uint_as_float(bins.scale_up + less_if_negative), bins.base);
    } else {
        sum = Method == half_method::nearest ? fmaf(x, bins.scale, bins.base) : __fmaf_rd(x, bins.scale, bins.base);
        const f32 rest = fmaf(x, bins.scale, bins.base - sum);
        zero = rest < fmaf(x, bins.less_scale, bins.less) ? bins.zero_and_one : bins.zero;
    }
    return min(__float_as_uint(sum) - zero, bins.num_bins);
}

/* Blocks: of a multiprocessor; one has registers for more in flight. */
template <class In, int Blocks = 2>
struct half_counter {
    using in = In;
    static constexpr int batch = Blocks == 1 ? 4 : 2, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = Blocks;
    using slot_counters = spread_counters;
    const private_task &task;
    const spread_counters counters;
    half_bins bins; /* method is none: by a look at edges */

    __device__ __forceinline__ half_counter(const private_task &task) : task(task), counters(task), bins{}
    {
        const half_candidates &candidates = task.halves;
        const uint32_t verdict = threadIdx.x < half_check_blocks ? candidates.verdicts[threadIdx.x] : ~0u;
#pragma unroll
        for (int i = half_candidates::count - 1; i >= 0; i--) {
            if (__syncthreads_count((verdict >> i & 1) == 0) == 0) {
                bins = candidates.bins[i];
            }
        }
    }
};

template <class In, int Blocks>
constexpr bool loads_first<half_counter<In, Blocks>> = true;
template <class In, int Blocks>
constexpr bool counts_rounds<half_counter<In, Blocks>> = false;

template <class In, half_method Method>
struct half_method_counter {
    const half_bins bins;
    const spread_counters counters;

    __device__ __forceinline__ void count(f32 x) const { counters.count(half_bin<Method>(bins, x)); }
    __device__ __forceinline__ void one(In x, int64_t) const { count(to_accumulator<f32>(x)); }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i++) {
            if constexpr (std::is_same_v<In, bf16>) { /* the upper half of an f32: one instruction */
                count(__uint_as_float(i % 2 == 0 ? x.words[i / 2] << 16 : x.words[i / 2] & 0xffff0000u));
            } else {
                count(to_accumulator<f32>(x.at(i)));
            }
        }
    }
};

template <half_method Method, class In, int Blocks, class Use>
__device__ __forceinline__ void use_half_counter(const half_counter<In, Blocks> &counter, Use use)
{
    const half_method_counter<In, Method> chosen = {counter.bins, counter.counters};
    use(chosen);
}

template <class In, int Blocks, class Use>
__device__ __forceinline__ void use_counter(half_counter<In, Blocks> &counter, Use use)
{
    if (counter.bins.method == half_method::by_sign) {
        use_half_counter<half_method::by_sign>(counter, use);
    } else if (counter.bins.method == half_method::nearest) {
        use_half_counter<half_method::nearest>(counter, use);
    } else if (counter.bins.method == half_method::below) {
        use_half_counter<half_method::below>(counter, use);
    } else {
        const real_counter<In, spread_counters> exact(counter.task);
        use(exact);
    }
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_HALVES_CUH */
