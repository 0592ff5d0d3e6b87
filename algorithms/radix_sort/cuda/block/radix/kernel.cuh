/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block sorts a segment in its shared memory, in one read and one write:
 *
 *     window    the bits that vary in the segment, of those that are compared: the others do not matter
 *     digits    items are sorted by the window's highest 16 bits, two digits (digits.cuh), unless they are in order or
 *               in the reverse one: data that was sorted before is common, and takes a third of the time
 *     settle    neighbours are compared, and the few that agree in these bits are put in order by the others (settle.cuh);
 *               where many agree, all is sorted once more, by all digits of the window from the lowest on
 *     store     keys and what belongs to them
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_KERNEL_CUH

#include "algorithms/radix_sort/cuda/block/source.cuh"
#include "digits.cuh"
#include "moves.cuh"
#include "settle.cuh"

namespace tcu
{

template <class Shape>
class radix_block
{
    using key_type = typename Shape::key_type;
    static constexpr int thread_items = Shape::thread_items, item_bits = 32;

  public:
    __device__ radix_block(const tcui_block_radix &sort, radix_shared<Shape> &shared, const tcui_radix_rest &rest)
        : sort(sort), shared(shared), rest(rest), digits(shared, sort.ranking == TCU_RANKING_DOCUMENTED)
    {
        digits.clear();
    }

    __device__ __forceinline__ void run(const short_segment &segment)
    {
        const radix_moves<Shape> moves(sort, shared);
        key_type key[thread_items];
        uint32_t known_order;
        const key_type first = moves.load(key, segment), varying = varying_of(key, first, segment.items, known_order);
        /* No thread still uses what was in shared memory before. */
        const radix_bits window = bits_around(varying & mask_of<key_type>({rest.begin_bit, rest.bits}));
        const radix_items<Shape> items = items_of_step(0, window, segment.items);
        const key_type others = ~mask_of<key_type>(window);
        const bool has_all = items.bits.count == window.count, is_same = has_all && (varying & others) == 0;
        known_order |= has_all ? 0u : +radix_lacks_bits;
        if (threadIdx.x == 0) {
            shared.segment = {segment.begin, segment.items, window, first & others, is_same};
        }
        bool has_values = false;
        if constexpr (Shape::is_tagged) {
            if (is_same) {
                has_values = moves.load_values_early(segment);
            } else {
                keep_keys(key, segment.items);
            }
        }
        uint32_t item[thread_items];
        const radix_rows rows = radix_rows::of<Shape>(segment.items);
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            item[k] = items.make(key[k], rows.at(k));
        }
        const radix_items<Shape> sorted = sort_items(item, items, segment.items, known_order);
        moves.store_keys(sorted);
        if constexpr (Shape::is_tagged) {
            moves.store_values(sorted, has_values);
        }
    }

  private:
    /* Bits in which keys differ; and in what order each warp's first row is. Has a barrier. */
    __device__ __forceinline__ key_type varying_of(const key_type (&key)[thread_items], key_type first,
                                                   int segment_items, uint32_t &known_order) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
        const key_type next = __shfl_down_sync(all_lanes, key[0], 1);
        const uint32_t row = (__all_sync(all_lanes, next >= key[0] || !rows.has_next(0)) ? +radix_may_ascend : 0u) |
                             (__all_sync(all_lanes, next <= key[0] || !rows.has_next(0)) ? +radix_may_descend : 0u);
        key_type varying = 0;
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            if (rows.has(k)) {
                varying |= key[k] ^ first;
            }
        }
#pragma unroll
        for (int lanes = TCUI_WARP_LANES / 2; lanes > 0; lanes /= 2) {
            varying |= __shfl_xor_sync(all_lanes, varying, lanes);
        }
        if (threadIdx.x % TCUI_WARP_LANES == 0) {
            shared.varying[threadIdx.x / TCUI_WARP_LANES] = varying;
            shared.order[threadIdx.x / TCUI_WARP_LANES] = row;
        }
        __syncthreads();
        varying = 0;
        known_order = radix_may_ascend | radix_may_descend;
#pragma unroll
        for (int w = 0; w < Shape::warps; w++) {
            varying |= shared.varying[w];
            known_order &= shared.order[w];
        }
        return varying;
    }

    __device__ __forceinline__ void keep_keys(const key_type (&key)[thread_items], int segment_items) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            if (rows.has(k)) {
                shared.side[rows.at(k)] = key[k];
            }
        }
    }

    /* Step 0: all of the window if items have room for it, or its highest bits. Steps from 1 on: all of the window, part
     * by part from the lowest on; bare keys have it all. */
    __device__ __forceinline__ radix_items<Shape> items_of_step(int step, const radix_bits &window,
                                                                int segment_items) const
    {
        const int index_bits = radix_items<Shape>::index_bits_of(segment_items), room = item_bits - index_bits;
        if (step == 0) {
            const int few = sort.order.negative != 0 ? TCUI_BLOCK_RADIX_REAL_BITS : TCUI_BLOCK_RADIX_FIRST_BITS;
            const int most = Shape::is_tagged && window.count <= room ? room : min(few, room);
            return {highest_of(window, most), index_bits};
        }
        if (!Shape::is_tagged) {
            return {window, index_bits};
        }
        const int lowest = (window.count - 1) % TCUI_BLOCK_RADIX_FIRST_BITS + 1;
        if (step == 1) {
            return {{window.low, lowest}, index_bits};
        }
        return {{window.low + lowest + (step - 2) * TCUI_BLOCK_RADIX_FIRST_BITS, TCUI_BLOCK_RADIX_FIRST_BITS},
                index_bits};
    }

    __device__ __forceinline__ radix_items<Shape> items_of_step(int step) const
    {
        return items_of_step(step, shared.segment.window, shared.segment.items);
    }

    /* Leaves them in shared memory; returns what they hold then. */
    __device__ __forceinline__ radix_items<Shape>
    sort_items(uint32_t (&item)[thread_items], const radix_items<Shape> &first, int segment_items, uint32_t known_order)
    {
        radix_order<Shape> order(shared);
        radix_items<Shape> items = first;
#pragma unroll 1
        for (int step = 0;; step++) {
            const bool is_reversed = (known_order & radix_may_ascend) == 0;
            const int begin = is_reversed && (known_order & radix_lacks_bits) != 0 ? items.begin() : 0;
            if (step == 0 && (known_order & (radix_may_ascend | radix_may_descend)) != 0 &&
                digits.ascend(item, segment_items, is_reversed, begin)) {
#ifdef TCU_COUNT_REPAIRS
                reversed_segments += is_reversed && threadIdx.x == 0;
#endif
                digits.store_in_order(item, segment_items, is_reversed);
            } else {
                digits.sort(item, segment_items, items.begin(), items.bits.count);
            }
            items = items_of_step(step);
            const radix_bits window = shared.segment.window;
            const bool has_all = items.bits.count == window.count;
            const bool is_last = items.bits.low + items.bits.count == window.low + window.count;
            if (step == 0) {
                if (has_all ? order.ascends() : order.put_ties_in_order(items)) {
                    return items;
                }
#ifdef TCU_COUNT_REPAIRS
                (has_all ? repaired_segments : segments_with_long_ties) += threadIdx.x == 0;
#endif
            }
            if (step == 0 ? has_all : is_last) {
                order.repair(items);
                return items;
            }
            items = items_of_step(step + 1);
            make_again(item, items, step == 0);
        }
    }

    /* Other bits of the keys, in the order of the segment or in that of the staged items. */
    __device__ __forceinline__ void make_again(uint32_t (&item)[thread_items], const radix_items<Shape> &items,
                                               bool from_segment) const
    {
        const radix_rows rows = radix_rows::of<Shape>(shared.segment.items);
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            item[k] = 0; /* else those from before, of which none is needed, would be kept in registers until here */
            if (rows.has(k)) {
                if constexpr (!Shape::is_tagged) {
                    item[k] = shared.items[rows.at(k)];
                } else {
                    const uint32_t index = from_segment ? rows.at(k) : items.index_of(shared.items[rows.at(k)]);
                    item[k] = items.make(shared.side[index], index);
                }
            }
        }
    }

    const tcui_block_radix &sort;
    radix_shared<Shape> &shared;
    const tcui_radix_rest &rest;
    radix_digits<Shape> digits;
};

template <class Shape, bool Counted>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    sort_radix_segments(const __grid_constant__ tcui_block_radix sort, const __grid_constant__ tcui_sort_source source)
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
    const tcui_radix_rest given = {sort.begin_bit, sort.bits}, rest = sort.rest != nullptr ? *sort.rest : given;
    const uint64_t elements = elements_of<Counted>(source), count = segments_of<Counted>(source);
    radix_block<Shape> block(sort, *reinterpret_cast<radix_shared<Shape> *>(dynamic_shared_rows()), rest);
    for (uint64_t k = blockIdx.x; k < count; k += gridDim.x) {
        const short_segment segment = find_segment<Counted>(source, elements, k, Shape::items);
        if (segment.items > 0) {
            block.run(segment);
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_KERNEL_CUH */
