/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks that a staged tile is in order, and repairs it. A tile is staged at places that atomic additions handed out.
 * Since these are atomic, the places are a permutation of the tile with each digit's keys together; but the order
 * within a digit is that in which the hardware served the additions, which no document promises. So the tile is checked
 * while it is stored (store.cuh); a tile that fails is put in order in shared memory and stored again, at the same
 * places of the output.
 *
 * Why that is enough, for pass p with digits of bits [s, s + b):
 *
 *     bare keys     need not be stable, only sorted by the bits below s + b, from the lowest bit on that the passes
 *                   sort by (those below it are sorted later, or equal). By induction the pass's input is sorted by
 *                   the bits below s in each run. A staged tile is required to be non-decreasing in the bits below
 *                   s + b. A digit's keys in the output are the tiles' parts for that digit one after the other, in the
 *                   tiles' order, and no key of a tile is less in the bits below s than a key of a tile before it. So
 *                   each digit's keys are sorted by the bits below s, and the output by those below s + b. After the
 *                   last pass these are all bits: the output is the one sorted arrangement of the keys.
 *
 *     tagged keys   carry their index in the tile, and (digit, index) is required to ascend. Then each digit's keys are
 *                   in the order of the input, in the tile and hence in the output: the pass is stable, whatever the
 *                   keys and what they carry, and so is the sort.
 *
 * Comparing neighbours is enough to check either order, and odd-even transposition to reach it: it exchanges neighbours
 * only where they are in the wrong order, until none are. What is relied on: shared-memory atomics are atomic, and
 * barriers order.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_STAGED_ORDER_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_STAGED_ORDER_CUH

#include "algorithms/radix_sort/cuda/ranking/injected_order.cuh"
#include "task.cuh"

namespace tcu
{

#ifdef TCU_COUNT_REPAIRS
inline uint64_t repaired_tiles; /* for tests on the emulated device */
#endif

template <class Shape>
class pass_order
{
    using key_type = typename Shape::key_type;

  public:
    __device__ explicit pass_order(pass_shared<Shape> &shared)
        : step(shared.step), keys(shared.keys.elements()), tags(shared.tags.elements())
    {
    }

    /* What has to ascend. */
    __device__ __forceinline__ static auto rank(key_type key, uint32_t tag, sort_digit digit, key_type sorted_bits)
    {
        if constexpr (Shape::is_tagged) {
            return digit.in(key) << 16 | tag;
        } else {
            return static_cast<key_type>(key & sorted_bits);
        }
    }

    __device__ __forceinline__ uint32_t tag_of(int i) const { return Shape::is_tagged ? tags[i] : 0; }

    __device__ __forceinline__ auto rank_of(int i) const
    {
        return rank(keys[i], tag_of(i), step.digit, step.sorted_bits);
    }

    /* By all threads: puts the tile in order. Ends with a barrier. */
    __device__ __forceinline__ void repair(const sort_tile &tile)
    {
#ifdef TCU_COUNT_REPAIRS
        repaired_tiles += threadIdx.x == 0;
#endif
        bool exchanged;
        do {
            exchanged = false;
#pragma unroll 1
            for (uint32_t parity = 0; parity < 2; parity++) {
#pragma unroll 1
                for (uint32_t i = 2 * threadIdx.x + parity; i + 1 < tile.items; i += 2 * Shape::threads) {
                    if (rank_of(i) > rank_of(i + 1)) {
                        exchange(i);
                        exchanged = true;
                    }
                }
                __syncthreads();
            }
        } while (__syncthreads_or(exchanged));
    }

#ifdef TCU_INJECT_WRONG_ORDER
    __device__ __forceinline__ void inject(const sort_tile &tile)
    {
        constexpr uint32_t rounds = 8;
        inject_wrong_order<Shape::threads, rounds>(
            tile.items, static_cast<uint32_t>(tile.begin),
            [&](uint32_t i) { return step.digit.in(keys[i]) == step.digit.in(keys[i + 1]); },
            [&](uint32_t i) { exchange(i); });
    }
#endif

  private:
    __device__ __forceinline__ void exchange(uint32_t i)
    {
        const key_type key = keys[i];
        keys[i] = keys[i + 1];
        keys[i + 1] = key;
        if constexpr (Shape::is_tagged) {
            const uint16_t tag = tags[i];
            tags[i] = tags[i + 1];
            tags[i + 1] = tag;
        }
    }

    const sort_pass_step<key_type> &step;
    key_type *keys;
    uint16_t *tags;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_STAGED_ORDER_CUH */
