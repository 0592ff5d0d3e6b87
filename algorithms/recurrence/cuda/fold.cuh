/* SPDX-License-Identifier: Apache-2.0 */
/* What the recurrences' chain of tiles (primitives/pipeline/tile_chain.cuh) carries: pairs, and the x before a tile. */
#ifndef TCUI_RECURRENCE_CUDA_FOLD_CUH
#define TCUI_RECURRENCE_CUDA_FOLD_CUH

#include "algorithms/recurrence/cuda/tuning.h"
#include "pair.cuh"
#include "primitives/pipeline/tile_chain.cuh"

namespace tcu
{

constexpr int recurrence_threads = TCUI_RECURRENCE_THREADS, recurrence_warps = recurrence_threads / TCUI_WARP_LANES;

template <class Real>
struct recurrence_fold {
    static constexpr int threads = recurrence_threads;
    enum : uint32_t { without_head = 1, with_head = 2 };
    struct published {
        Real a, b;
    };
    using part = run_pair<Real>;
    using before = f64; /* an x */

    __device__ __forceinline__ static uint32_t tag_of(const part &pair)
    {
        return pair.has_head ? with_head : without_head;
    }

    __device__ __forceinline__ part part_of(const published &pair, uint32_t tag, int) const
    {
        return {pair.a, pair.b, tag == with_head};
    }

    __device__ __forceinline__ part part_of_nothing() const { return part::of_nothing(); }
    __device__ __forceinline__ part of_warp(const part &own) const { return scan_runs(own).all; }
    __device__ __forceinline__ part join(const part &left, const part &right) const { return left.then(right); }
    __device__ __forceinline__ f64 behind(const part &pair, f64 x) const { return pair.behind(x); }
};

} // namespace tcu

#endif /* TCUI_RECURRENCE_CUDA_FOLD_CUH */
