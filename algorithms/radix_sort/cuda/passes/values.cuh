/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads the values of a tile into shared memory, in the order of the input: whole vectors of 16 bytes by one bulk copy
 * while the keys are ranked, the rest by single loads. On devices without bulk copies all threads copy vectors.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_VALUES_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_VALUES_CUH

#include "task.cuh"

namespace tcu
{

template <class Shape>
class pass_values
{
  public:
    __device__ explicit pass_values(pass_shared<Shape> &shared) : shared(shared) {}

    /* By one thread, before a block barrier. */
    __device__ __forceinline__ void init()
    {
#if __CUDA_ARCH__ >= 900
        shared.values_are_here.init(1);
        fence_barrier_init();
#endif
    }

    /* Call by all threads when the values of the tile before are no longer read; a block barrier has to follow, and
     * then wait(). */
    __device__ __forceinline__ void start(const void *all, int value_bytes, const sort_tile &tile)
    {
        const unsigned char *from = static_cast<const unsigned char *>(all) + tile.begin * value_bytes;
        const uint32_t bytes = tile.items * value_bytes;
        phase = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(from) % 16);
        const uint32_t head = min(bytes, (16 - phase) % 16), body = (bytes - head) / 16 * 16;
        unsigned char *to = shared.values + phase;
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x == 0) {
            fence_before_bulk_copy();
            shared.values_are_here.arrive_expect(body);
            if (body > 0) {
                bulk_load(to + head, from + head, body, shared.values_are_here);
            }
        }
#else
        for (uint32_t i = head + 16 * threadIdx.x; i < head + body; i += 16 * Shape::threads) {
            copy_vector_async(to + i, from + i);
        }
#endif
        for (uint32_t i = threadIdx.x; i < head; i += Shape::threads) {
            to[i] = from[i];
        }
        for (uint32_t i = head + body + threadIdx.x; i < bytes; i += Shape::threads) {
            to[i] = from[i];
        }
    }

    /* Before the barrier. */
    __device__ __forceinline__ void finish_own()
    {
#if __CUDA_ARCH__ < 900
        wait_for_vector_copies();
#endif
    }

    /* Behind the barrier. */
    __device__ __forceinline__ void wait()
    {
#if __CUDA_ARCH__ >= 900
        shared.values_are_here.wait(parity);
        parity ^= 1;
#endif
    }

    template <class Value>
    __device__ __forceinline__ Value at(uint32_t i) const
    {
        return reinterpret_cast<const Value *>(shared.values + phase)[i];
    }

  private:
    pass_shared<Shape> &shared;
    uint32_t phase = 0, parity = 0;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_VALUES_CUH */
