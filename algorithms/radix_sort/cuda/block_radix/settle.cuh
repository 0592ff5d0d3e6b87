/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of staged items. Places were handed out by additions, whose order among equal digits no document promises,
 * and items may hold only the highest bits that vary in the segment. So neighbours are compared:
 *
 *     all bits in the items   they must ascend as numbers. With indices below the bits there is one such arrangement,
 *                             and it is the stable one; of bare keys equal ones are the same.
 *     the highest bits        these must ascend. Neighbours with equal ones are put in order by one thread, by all
 *                             compared bits and then by their indices, if they are few.
 *
 * What is in another order after all digits is put in order by odd-even transposition, which exchanges neighbours only
 * where they are in the wrong order, until none are. What is relied on: atomics are atomic, and barriers order.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SETTLE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SETTLE_CUH

#include <type_traits>

#include "window.cuh"

namespace tcu
{

#ifdef TCU_COUNT_REPAIRS
inline uint64_t repaired_segments, segments_with_long_ties; /* for tests on the emulated device */
#endif

template <class Shape>
class radix_order
{
    using key_type = typename Shape::key_type;
    static constexpr int thread_items = Shape::thread_items;

  public:
    __device__ explicit radix_order(radix_shared<Shape> &shared) : shared(shared) {}

    /* Of items that hold all compared bits. This and the others: by all threads; they end with a barrier. */
    __device__ __forceinline__ bool ascends() const
    {
        const radix_rows rows = radix_rows::of<Shape>(shared.segment.items);
        bool is_wrong = false;
#pragma unroll TCUI_BLOCK_RADIX_MOVED_AT_ONCE
        for (int k = 0; k < rows.count; k++) {
            const uint32_t i = rows.at(k);
            if (rows.has(k) && i > 0) {
                is_wrong |= shared.items[i - 1] > shared.items[i];
            }
        }
        return !__syncthreads_or(is_wrong);
    }

    /* Of items that hold the highest bits: puts neighbours in order where these are equal; false if that was too much or
     * not all that is in a wrong order. */
    __device__ __forceinline__ bool put_ties_in_order(const radix_items<Shape> &items)
    {
        const radix_rows rows = radix_rows::of<Shape>(shared.segment.items);
        using marks = std::conditional_t<(thread_items > 32), uint64_t, uint32_t>;
        const int shift = items.begin();
        bool is_wrong = false;
        marks begins = 0; /* of runs with equal bits, at the second item */
#pragma unroll TCUI_BLOCK_RADIX_MOVED_AT_ONCE
        for (int k = 0; k < rows.count; k++) {
            const uint32_t i = rows.at(k);
            if (!rows.has(k) || i == 0) {
                continue;
            }
            const uint32_t before = shared.items[i - 1] >> shift, own = shared.items[i] >> shift;
            is_wrong |= before > own;
            if (before == own && (i == 1 || shared.items[i - 2] >> shift != own)) {
                begins |= marks(1) << k;
            }
        }
        if (!__syncthreads_or(is_wrong || begins != 0)) {
            return true;
        }
        for (; begins != 0; begins &= begins - 1) {
            is_wrong |= !put_run_in_order(items, rows.at(lowest_bit(begins)) - 1);
        }
        return !__syncthreads_or(is_wrong) || is_in_order(items);
    }

    /* By all compared bits of the keys. */
    __device__ __forceinline__ void repair(const radix_items<Shape> &items)
    {
        const uint32_t count = shared.segment.items;
        bool exchanged;
        do {
            exchanged = false;
#pragma unroll 1
            for (uint32_t parity = 0; parity < 2; parity++) {
#pragma unroll 1
                for (uint32_t i = 2 * threadIdx.x + parity; i + 1 < count; i += 2 * Shape::threads) {
                    const uint32_t a = shared.items[i], b = shared.items[i + 1];
                    if (is_less(items, b, a)) {
                        shared.items[i] = b;
                        shared.items[i + 1] = a;
                        exchanged = true;
                    }
                }
                __syncthreads();
            }
        } while (__syncthreads_or(exchanged));
    }

  private:
    static __device__ __forceinline__ int lowest_bit(uint32_t bits) { return highest_bit(bits & (0u - bits)); }
    static __device__ __forceinline__ int lowest_bit(uint64_t bits)
    {
        const uint32_t lower = static_cast<uint32_t>(bits);
        return lower != 0 ? lowest_bit(lower) : 32 + lowest_bit(static_cast<uint32_t>(bits >> 32));
    }

    /* All compared bits, and then the index. (Items that hold them all are such numbers; `side` may then have values.) */
    __device__ __forceinline__ bool is_less(const radix_items<Shape> &items, uint32_t a, uint32_t b) const
    {
        if constexpr (Shape::is_tagged) {
            if (items.bits.count < shared.segment.window.count && (a ^ b) >> items.index_bits == 0) {
                const key_type window = mask_of<key_type>(shared.segment.window);
                const key_type x = shared.side[items.index_of(a)] & window, y = shared.side[items.index_of(b)] & window;
                if (x != y) {
                    return x < y;
                }
            }
        }
        return a < b;
    }

    __device__ __forceinline__ bool is_in_order(const radix_items<Shape> &items) const
    {
        const uint32_t count = shared.segment.items;
        bool is_wrong = false;
#pragma unroll 1
        for (uint32_t i = threadIdx.x + 1; i < count; i += Shape::threads) {
            is_wrong |= is_less(items, shared.items[i], shared.items[i - 1]);
        }
        return !__syncthreads_or(is_wrong);
    }

    /* By insertion. What another run begins with may just be moved there, but has the same highest bits. */
    __device__ __forceinline__ bool put_run_in_order(const radix_items<Shape> &items, uint32_t begin)
    {
        constexpr uint32_t most = TCUI_BLOCK_RADIX_TIES;
        volatile uint32_t *run = shared.items + begin;
        const int shift = items.begin();
        const uint32_t bits = run[0] >> shift, left = shared.segment.items - begin;
        if (left > most && run[most] >> shift == bits) {
            return false;
        }
#pragma unroll 1
        for (uint32_t k = 1; k < left; k++) {
            const uint32_t item = run[k];
            if (item >> shift != bits) {
                break;
            }
            uint32_t to = k;
#pragma unroll 1
            for (; to > 0; to--) {
                const uint32_t other = run[to - 1];
                if (!is_less(items, item, other)) {
                    break;
                }
                run[to] = other;
            }
            if (to != k) {
                run[to] = item;
            }
        }
        return true;
    }

    radix_shared<Shape> &shared;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SETTLE_CUH */
