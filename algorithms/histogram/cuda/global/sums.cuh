/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms in one copy (path.cu): kernel parameters, and the sums of a block. */
#ifndef TCUI_HISTOGRAM_CUDA_GLOBAL_SUMS_CUH
#define TCUI_HISTOGRAM_CUDA_GLOBAL_SUMS_CUH

#include "algorithms/histogram/cuda/pixels.cuh"
#include "algorithms/histogram/cuda/totals.cuh"
#include "algorithms/histogram/cuda/tuning.h"

namespace tcu
{

constexpr int global_threads = TCUI_HISTOGRAM_GLOBAL_THREADS, looks = TCUI_HISTOGRAM_LOOKS;
constexpr uint32_t cached_sums = TCUI_HISTOGRAM_CACHED_SUMS;

struct global_task {
    pixel_rows pixels;
    task_bins bins;
    slot_totals copy;
    uint32_t shared_slots; /* all slots; cached_sums where they do not fit; or 0 */
    bool caches;
};

/* A block's sums: slot s has the place s % cached_sums if it owns that. */
template <class Total>
class block_sums
{
  public:
    __device__ __forceinline__ explicit block_sums(const global_task &task)
        : task(task), sums(reinterpret_cast<Total *>(dynamic_shared_memory())),
          owner(reinterpret_cast<uint32_t *>(sums + task.shared_slots)), totals(static_cast<Total *>(task.copy.totals))
    {
    }

    __device__ __forceinline__ void clear() const
    {
        for (uint32_t i = threadIdx.x; i < task.shared_slots; i += global_threads) {
            sums[i] = 0;
            if (task.caches) {
                owner[i] = ~0u;
            }
        }
        __syncthreads();
    }

    /* Gives a place to the slot's sum, and takes it from the slot that had it. */
    __device__ __forceinline__ void own(uint64_t slot) const
    {
        atomicExch(owner + slot % cached_sums, static_cast<uint32_t>(slot / cached_sums));
    }

    __device__ __forceinline__ void add_to(uint64_t slot, uint64_t weight) const
    {
        const uint32_t place = static_cast<uint32_t>(task.caches ? slot % cached_sums : slot);
        if (task.caches ? owner[place] != static_cast<uint32_t>(slot / cached_sums) : slot >= task.shared_slots) {
            add_sum(totals + slot, weight);
        } else if (sizeof(Total) == sizeof(uint32_t) && task.pixels.weights == nullptr) {
            count_shared(shared_address(sums + place));
        } else {
            add_sum(sums + place, weight);
        }
    }

    __device__ __forceinline__ void leave() const
    {
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < task.shared_slots; i += global_threads) {
            if (sums[i] != 0) {
                add_sum(totals + (task.caches ? static_cast<uint64_t>(owner[i]) * cached_sums + i : i), sums[i]);
            }
        }
    }

  private:
    const global_task &task;
    Total *sums;
    uint32_t *owner;
    Total *totals;
};

/* A pseudo-random pixel of the array, another one each time. */
__device__ __forceinline__ uint64_t some_pixel(uint64_t thread, int look, uint64_t n)
{
    uint64_t x = (thread * looks + static_cast<uint64_t>(look) + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return __umul64hi(x ^ x >> 32, n);
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_GLOBAL_SUMS_CUH */
