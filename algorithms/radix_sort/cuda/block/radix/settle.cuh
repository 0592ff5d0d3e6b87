/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of staged items. Places were handed out by additions, whose order among equal digits no document promises,
 * and items may hold only the highest bits that vary in the segment. So neighbours are compared:
 *
 *     all bits in the items   they must ascend as numbers. With indices below the bits there is one such arrangement,
 *                             and it is the stable one; of bare keys equal ones are the same.
 *     the highest bits        these must ascend. Neighbours with equal ones are put in order by one thread, by all
 *                             compared bits and then by their indices, if they are few. Where such a run begins and ends
 *                             is kept in a bit for each item: items next to the run may be moved at the same time.
 *
 * What is in another order after all digits is put in order by odd-even transposition, which exchanges neighbours only
 * where they are in the wrong order, until none are. What is relied on: atomics are atomic, and barriers order.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SETTLE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SETTLE_CUH

#include "window.cuh"

namespace tcu
{

#ifdef TCU_COUNT_REPAIRS
inline uint64_t repaired_segments, segments_with_long_ties, reversed_segments; /* for tests on the emulated device */
#endif

template <class Shape>
class radix_order
{
    using key_type = typename Shape::key_type;
    static constexpr uint32_t lanes = TCUI_WARP_LANES;
    static constexpr int batch = TCUI_BLOCK_RADIX_COMPARED_AT_ONCE;

  public:
    __device__ explicit radix_order(radix_shared<Shape> &shared) : shared(shared), ties(shared.counters[0]) {}

    /* Of items that hold all compared bits. This and the others: by all threads; they have a barrier behind the last access
     * to items. */
    __device__ __forceinline__ bool ascends() const
    {
        const radix_rows rows = radix_rows::of<Shape>(shared.segment.items);
        bool is_wrong = false;
#pragma unroll 1
        for (int k = 0; k < rows.count; k += batch) {
            uint32_t before[batch], own[batch];
            load_neighbours(before, own, rows, k);
#pragma unroll
            for (int j = 0; j < batch; j++) {
                is_wrong |= before[j] > own[j];
            }
        }
        return !__syncthreads_or(is_wrong);
    }

    /* Of items that hold the highest bits: puts neighbours in order where these are equal; false if that was too much or
     * not all that is in a wrong order. */
    __device__ __forceinline__ bool put_ties_in_order(const radix_items<Shape> &items)
    {
        const radix_rows rows = radix_rows::of<Shape>(shared.segment.items);
        const int shift = items.begin();
        neighbours found = {false, 0};
#pragma unroll 1
        for (int k = 0; k < rows.count; k += batch) {
            compare_rows(found, rows, k, shift);
        }
        if (!__syncthreads_or(found.are_wrong || found.ties != 0)) {
            return true;
        }
        const uint32_t words = (shared.segment.items + lanes - 1) / lanes;
        const bool are_short = put_runs_in_order(items, words),
                   is_done = !__syncthreads_or(found.are_wrong || !are_short);
#pragma unroll 1
        for (uint32_t w = opaque(threadIdx.x); w < words; w += Shape::threads) {
            ties[w] = 0;
        }
        return is_done || is_in_order(items);
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

    struct neighbours {
        bool are_wrong; /* some of the thread's */
        uint32_t ties;  /* of all rows of the warp */
    };

    /* The thread's items of rows k ... k + batch - 1, and the ones before them; where there is none, a pair that
     * ascends (and does so in the highest bits too, which are found by shifts of less than 32). */
    __device__ __forceinline__ void load_neighbours(uint32_t (&before)[batch], uint32_t (&own)[batch],
                                                    const radix_rows &rows, int k) const
    {
#pragma unroll
        for (int j = 0; j < batch; j++) {
            const uint32_t i = rows.at(k + j);
            const bool has_both = rows.has(k + j) && (j > 0 || i > 0);
            before[j] = has_both ? shared.items[i - 1] : 0;
            own[j] = has_both ? shared.items[i] : UINT32_MAX;
        }
    }

    /* Of their highest bits: leaves a word of ties for each row. */
    __device__ __forceinline__ void compare_rows(neighbours &found, const radix_rows &rows, int k, int shift)
    {
        uint32_t before[batch], own[batch];
        load_neighbours(before, own, rows, k);
#pragma unroll
        for (int j = 0; j < batch; j++) {
            before[j] >>= shift;
            own[j] >>= shift;
            const uint32_t word = __ballot_sync(all_lanes, before[j] == own[j]);
            if (rows.first % lanes == 0 && rows.has(k + j)) {
                ties[rows.first / lanes + k + j] = word;
            }
            found.are_wrong |= before[j] > own[j];
            found.ties |= word;
        }
    }

    /* Those that begin in the words of ties that the thread has; false if one is too long. */
    __device__ __forceinline__ bool put_runs_in_order(const radix_items<Shape> &items, uint32_t words)
    {
        constexpr uint32_t most = TCUI_BLOCK_RADIX_TIES;
        static_assert(most < lanes, "how long a run is follows from as many bits as a word has");
        bool are_short = true;
#pragma unroll 1
        for (uint32_t w = opaque(threadIdx.x); w < words; w += Shape::threads) {
            const uint32_t own = ties[w], before = w > 0 ? ties[w - 1] : 0, next = w + 1 < words ? ties[w + 1] : 0;
            /* At the second item of each. */
#pragma unroll 1
            for (uint32_t begins = own & ~__funnelshift_l(before, own, 1); begins != 0; begins &= begins - 1) {
                const int bit = lowest_bit(begins);
                const uint32_t count = 1 + lowest_bit(~__funnelshift_r(own, next, bit) | 1u << most);
                if (count <= most) {
                    put_run_in_order(items, shared.items + lanes * w + bit - 1, count);
                } else {
                    are_short = false;
                }
            }
        }
        return are_short;
    }

    /* By insertion. */
    __device__ __forceinline__ void put_run_in_order(const radix_items<Shape> &items, uint32_t *run, uint32_t count)
    {
#pragma unroll 1
        for (uint32_t k = 1; k < count; k++) {
            const uint32_t item = run[k];
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
    }

    radix_shared<Shape> &shared;
    /* A bit for each item: whether its highest bits are those of the one before. In the digits' counters, which are zero
     * before, and again behind the next barrier. */
    uint32_t *const ties;
    static_assert(Shape::items / lanes <= Shape::warps * radix_bins, "as many words as counters");
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_SETTLE_CUH */
