/* SPDX-License-Identifier: Apache-2.0 */
/* Moments of a range of an array by a few lanes, a warp or a block. */
#ifndef TCUI_MOMENTS_CUDA_RANGE_MOMENTS_CUH
#define TCUI_MOMENTS_CUDA_RANGE_MOMENTS_CUH

#include "run_sums.cuh"

namespace tcu
{

/* By `lanes` lanes, a power of two, of which `lane` is one: up to lanes * Vectors vectors. In all of these lanes. */
template <class In, class Real, int Vectors>
__device__ __forceinline__ moments group_moments(const array_range<In> &of, int lane, int lanes, f64 inverse,
                                                 cache_policy policy)
{
    const int count = static_cast<int>(of.end - of.begin);
    vector_batch<In, Vectors> batch;
    batch.thread = lane;
    batch.stride = lanes;
    const bool full = batch.load(of, of.first(), policy);
    run_sums<In, Real, Real> sums;
    if (__all_sync(all_lanes, full)) {
        sums.template start<true>(batch, lanes, static_cast<Real>(inverse));
        sums.template add<true>(batch);
    } else {
        sums.template start<false>(batch, lanes, static_cast<Real>(inverse));
        sums.template add<false>(batch);
    }
    moments result = sums.finish(lanes, count, inverse);
    return count > 0 ? result : moments{};
}

/* By `Threads` threads, a warp or a block, of which each warp gets the moments of what it read, in all its lanes. */
template <class In, class Real, int Threads>
__device__ __forceinline__ moments share_of_range(const array_range<In> &of, int thread, cache_policy policy)
{
    constexpr int Vectors = TCUI_MOMENTS_VECTORS, warp = TCUI_WARP_LANES;
    constexpr int batch_elements = Threads * Vectors * vector_elements<In>;
    moments all = {};
    int64_t at = of.first();
    while (at < of.end) {
        run_sums<In, Real, f64> sums;
        int count = 0;
#pragma unroll 1
        for (int b = 0; b < TCUI_MOMENTS_RUN_BATCHES && at < of.end; b++, at += batch_elements) {
            vector_batch<In, Vectors> batch;
            batch.thread = thread;
            batch.stride = Threads;
            const bool full = batch.load(of, at, policy);
            if (full) {
                if (count == 0) {
                    sums.template start<true>(batch, warp, Real(1) / Real(warp * Vectors * vector_elements<In>));
                }
                sums.template add<true>(batch);
                count += warp * Vectors * vector_elements<In>;
            } else {
                const int some = static_cast<int>(__reduce_add_sync(all_lanes, static_cast<unsigned>(batch.count())));
                if (count == 0) {
                    sums.template start<false>(batch, warp, Real(1) / static_cast<Real>(some));
                }
                sums.template add<false>(batch);
                count += some;
            }
        }
        if (count > 0) {
            all = join(all, sums.finish(warp, count, 1.0 / count));
        }
    }
    return all;
}

/* The same of a whole block, in thread 0. */
template <class In, class Real, int Threads>
__device__ __forceinline__ moments block_moments(const array_range<In> &of, cache_policy policy,
                                                 moments (&of_warps)[Threads / TCUI_WARP_LANES])
{
    return join_block<Threads>(share_of_range<In, Real, Threads>(of, threadIdx.x, policy), of_warps);
}

} // namespace tcu

#endif /* TCUI_MOMENTS_CUDA_RANGE_MOMENTS_CUH */
