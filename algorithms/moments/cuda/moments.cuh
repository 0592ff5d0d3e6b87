/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The moments of some elements, how those of two parts are joined (Chan, Golub, LeVeque 1983), and where results go.
 *
 * Parts are joined in f64: a part has dozens of elements or more, so that few instructions are f64, and a mean that is
 * 2^24 times the standard deviation still has 29 bits behind it.
 */
#ifndef TCUI_MOMENTS_CUDA_MOMENTS_CUH
#define TCUI_MOMENTS_CUDA_MOMENTS_CUH

#include "algorithms/moments/backend.h"
#include "primitives/tile/element.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace tcu
{

/* Of no elements: zeros. */
struct moments {
    f64 count;
    f64 mean;
    f64 squares; /* M2: the sum of squared deviations from the mean */
};

template <class Real>
__device__ __forceinline__ bool is_finite(Real x)
{
    return x - x == 0;
}

/* Where a mean is no finite number, the sum of both is what a loop of additions gives: infinity or NaN. */
__device__ __forceinline__ moments join(const moments &a, const moments &b)
{
    if (a.count == 0 || b.count == 0) {
        return a.count == 0 ? b : a;
    }
    const f64 count = a.count + b.count, weight = a.count == b.count ? 0.5 : b.count / count;
    const f64 delta = b.mean - a.mean;
    return {count, is_finite(delta) ? a.mean + delta * weight : a.mean + b.mean,
            a.squares + b.squares + delta * delta * (a.count * weight)};
}

/* The moments that lane + distance has, joined to the lane's own. */
__device__ __forceinline__ moments join_lane(const moments &own, int distance)
{
    return join(own, {__shfl_down_sync(all_lanes, own.count, distance), __shfl_down_sync(all_lanes, own.mean, distance),
                      __shfl_down_sync(all_lanes, own.squares, distance)});
}

/* Those of all lanes, in lane 0. */
__device__ __forceinline__ moments join_warp(moments own)
{
#pragma unroll
    for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
        own = join_lane(own, distance);
    }
    return own;
}

/* Of a block of `Threads`: each warp's lane 0 has its own. The result is thread 0's. `of_warps` is shared memory. */
template <int Threads>
__device__ __forceinline__ moments join_block(const moments &own, moments (&of_warps)[Threads / TCUI_WARP_LANES])
{
    constexpr int warps = Threads / TCUI_WARP_LANES;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    __syncthreads();
    if (lane == 0) {
        of_warps[threadIdx.x / TCUI_WARP_LANES] = own;
    }
    __syncthreads();
    moments all = {};
    if (threadIdx.x < TCUI_WARP_LANES) {
        all = join_warp(lane < warps ? of_warps[lane] : moments{});
    }
    return all;
}

/* Parts from + thread, from + thread + threads, ... up to `to`, joined in two levels, so that errors grow with the root of
 * their number. */
__device__ __forceinline__ moments join_parts(const moments *parts, uint64_t from, uint64_t to, int thread, int threads)
{
    constexpr int at_once = 64;
    moments all = {};
    for (uint64_t i = from + thread; i < to;) {
        moments some = {};
#pragma unroll 4
        for (int j = 0; j < at_once && i < to; j++, i += threads) {
            some = join(some, parts[i]);
        }
        all = join(all, some);
    }
    return all;
}

/* Where results are stored; `size` is that of most segments, with the inverses that spare most of them two divisions. */
template <class Out>
struct moment_results {
    uint64_t *count;
    Out *mean, *variance;
    uint64_t correction;
    uint64_t size;
    f64 inverse_size, inverse_degrees; /* 1 / size and 1 / (size - correction) */

    __device__ __forceinline__ f64 inverse_of(uint64_t elements) const
    {
        return elements == size ? inverse_size : 1.0 / static_cast<f64>(elements);
    }

    __device__ __forceinline__ void store(uint64_t k, uint64_t elements, const moments &of) const
    {
        const f64 nan = __longlong_as_double(0x7ff8000000000000);
        if (count != nullptr) {
            count[k] = elements;
        }
        if (mean != nullptr) {
            mean[k] = static_cast<Out>(elements > 0 ? of.mean : nan);
        }
        if (variance != nullptr) {
            f64 result = nan;
            if (elements > correction && is_finite(of.mean)) {
                result = elements == size ? of.squares * inverse_degrees
                                          : of.squares / static_cast<f64>(elements - correction);
            }
            variance[k] = static_cast<Out>(result);
        }
    }
};

/* `size` 0: segments have many. */
template <class Out>
moment_results<Out> results_of(const tcui_moments_task *task, uint64_t size)
{
    moment_results<Out> results = {};
    results.count = task->count;
    results.mean = static_cast<Out *>(task->mean);
    results.variance = static_cast<Out *>(task->variance);
    results.correction = task->correction;
    results.size = size;
    if (size > 0) {
        results.inverse_size = 1.0 / static_cast<f64>(size);
        results.inverse_degrees = size > task->correction ? 1.0 / static_cast<f64>(size - task->correction) : 0.0;
    }
    return results;
}

/* The types of a task. */
template <class In, class Real, class Out>
struct moment_types {
    using in = In;
    using real = Real;
    using out = Out;
};

/* function(moment_types<...>()) for a pair of TCUI_MOMENTS_PAIRS. (`context`: for an error.) */
template <class Function>
tcu_status dispatch_moments(tcu_context *context, const tcui_moments_task *task, Function function)
{
#define TCUI_DISPATCH(IN, OUT, in, real)                                                                               \
    if (task->in_type == TCU_TYPE_##IN && task->out_type == TCU_TYPE_##OUT)                                            \
        return function(moment_types<tcu::in, tcu::real, tcu::real>());
    TCUI_MOMENTS_PAIRS(TCUI_DISPATCH)
#undef TCUI_DISPATCH
    return tcui_fail_unreachable(context, "moments of a pair of types without kernels");
}

} // namespace tcu

#endif /* TCUI_MOMENTS_CUDA_MOMENTS_CUH */
