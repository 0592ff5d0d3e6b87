/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the kernels that sum real weights in order, and their sums. */
#ifndef TCUI_HISTOGRAM_CUDA_ORDERED_TASK_CUH
#define TCUI_HISTOGRAM_CUDA_ORDERED_TASK_CUH

#include "algorithms/histogram/cuda/bins/keys.cuh"
#include "algorithms/histogram/cuda/pixels.cuh"
#include "algorithms/histogram/cuda/tuning.h"
#include "primitives/tile/compensated_sum.cuh"

namespace tcu
{

constexpr int most_warps = TCUI_HISTOGRAM_ORDERED_WARPS;
enum class sums_place {
    columns,  /* of each lane, in shared memory: slots x lanes */
    shared,   /* of each warp, without turns */
    workspace /* the same, where they are left in any case */
};

/* Sums of weights of 1 to 4 bytes; those of f64 are a compensated_sum. */
struct plain_sum {
    f64 sum;
    __device__ __forceinline__ void add(f64 x) { sum += x; }
    __device__ __forceinline__ void add(const plain_sum &other) { add(other.sum); }
    __device__ __forceinline__ f64 value() const { return sum; }
};

struct ordered_task {
    pixel_rows pixels;
    task_bins bins;
    count_outputs outputs;
    level_verdicts verdicts;
    uint64_t slots;
    sums_place place;
    uint32_t turns;      /* warps that share a copy, side by side in a block */
    uint64_t num_copies; /* of the grid */
    void *copies;        /* num_copies x slots */
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_ORDERED_TASK_CUH */
