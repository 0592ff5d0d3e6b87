/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block sorts a segment in its shared memory, in one read and one write:
 *
 *     window    the bits that vary in the segment, of those that are compared: the others do not matter
 *     digits    items are sorted by the window's highest 16 bits, two digits (digits.cuh)
 *     settle    neighbours are compared, and the few that agree in these bits are put in order by the others (settle.cuh);
 *               where many agree, all is sorted once more, by all digits of the window from the lowest on
 *     store     keys and what belongs to them
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_KERNEL_CUH

#include "algorithms/radix_sort/cuda/block/moves.cuh"
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
        const radix_rows rows = radix_rows::of<Shape>(segment.items);
        const radix_moves<Shape> moves(sort, shared, rest.from, segment.begin, rows);
        key_type key[thread_items];
        const key_type first = moves.load(key);
        const key_type varying = varying_of(key, first, rows);
        const radix_bits window = radix_bits::of_ones(varying & compared());
        const radix_bits tried = first_bits(window, segment.items);
        const bool has_all = tried.count == window.count;
        /* Items that hold all of their keys that is not the same in all. */
        const bool has_keys = !Shape::is_tagged || (has_all && (varying & ~window.mask<key_type>()) == 0);
        radix_items<Shape> items = {tried, index_bits(segment.items)};
        bool has_values = false;
        if constexpr (Shape::is_tagged) {
            if (has_keys)
                has_values = moves.load_values_early();
            else
                keep_keys(key, rows);
        }
        uint32_t item[thread_items];
#pragma unroll
        for (int k = 0; k < thread_items; ++k)
            item[k] = items.make(key[k], rows.at(k));
        sort_items(item, items, rows, window);

        const key_type same = first & ~window.mask<key_type>();
        moves.store_keys(items, has_keys ? &same : nullptr);
        if constexpr (Shape::is_tagged)
            moves.store_values(items, has_values);
    }

  private:
    __device__ __forceinline__ key_type compared() const
    {
        return radix_bits{rest.begin_bit, rest.bits}.mask<key_type>();
    }

    static __device__ __forceinline__ int index_bits(int items)
    {
        return Shape::is_tagged ? highest_bit(static_cast<uint32_t>(items - 1)) + 1 : 0;
    }

    /* All that items have room for, or as many as tell nearly all keys apart. */
    __device__ __forceinline__ radix_bits first_bits(const radix_bits &window, int items) const
    {
        const int room = item_bits - index_bits(items);
        const int few = sort.order_in.negative != 0 ? TCUI_BLOCK_RADIX_REAL_BITS : TCUI_BLOCK_RADIX_FIRST_BITS;
        return window.highest(Shape::is_tagged && window.count <= room ? room : min(few, room));
    }

    /* Bits in which keys differ. Has a barrier, behind which nobody uses what was in shared memory before. */
    __device__ __forceinline__ key_type varying_of(const key_type (&key)[thread_items], key_type first,
                                                   const radix_rows &rows)
    {
        key_type varying = 0;
#pragma unroll
        for (int k = 0; k < thread_items; ++k)
            if (rows.has(k))
                varying |= key[k] ^ first;
#pragma unroll
        for (int lanes = TCUI_WARP_LANES / 2; lanes > 0; lanes /= 2)
            varying |= __shfl_xor_sync(all_lanes, varying, lanes);
        if (threadIdx.x % TCUI_WARP_LANES == 0)
            shared.varying[threadIdx.x / TCUI_WARP_LANES] = varying;
        __syncthreads();
        varying = 0;
#pragma unroll
        for (int w = 0; w < Shape::warps; ++w)
            varying |= shared.varying[w];
        return varying;
    }

    __device__ __forceinline__ void keep_keys(const key_type (&key)[thread_items], const radix_rows &given)
    {
        const radix_rows rows = given.again();
#pragma unroll
        for (int k = 0; k < thread_items; ++k)
            if (rows.has(k))
                shared.side[rows.at(k)] = key[k];
    }

    /* Leaves them in shared memory; `items` are then what they hold. */
    __device__ __forceinline__ void sort_items(uint32_t (&item)[thread_items], radix_items<Shape> &items,
                                               const radix_rows &rows, const radix_bits &window)
    {
        radix_order<Shape> order(shared, rows, window.mask<key_type>());
        const radix_bits tried = items.bits;
        bool is_first = true;
#pragma unroll 1
        for (;;) {
            digits.sort(item, rows, items.begin(), items.bits.count);
            if (items.bits.low + items.bits.count < window.low + window.count) {
                items.bits = {items.bits.low + items.bits.count, TCUI_BLOCK_RADIX_FIRST_BITS};
                make_again(item, items, rows, false);
                continue;
            }
            if (is_first && tried.count < window.count) {
                if (order.put_ties_in_order(items))
                    return;
                is_first = false;
#ifdef TCU_COUNT_REPAIRS
                segments_with_long_ties += threadIdx.x == 0;
#endif
                items.bits = lowest_part(window);
                make_again(item, items, rows, true);
                continue;
            }
            if (is_first && order.ascends())
                return;
#ifdef TCU_COUNT_REPAIRS
            repaired_segments += threadIdx.x == 0;
#endif
            order.repair(items);
            return;
        }
    }

    /* Of bare keys all of the window; else what is left below parts of 16 bits. */
    static __device__ __forceinline__ radix_bits lowest_part(const radix_bits &window)
    {
        if constexpr (!Shape::is_tagged)
            return window;
        else
            return {window.low, (window.count - 1) % TCUI_BLOCK_RADIX_FIRST_BITS + 1};
    }

    /* Other bits of the keys, in the order of the segment or in that of the staged items. */
    __device__ __forceinline__ void make_again(uint32_t (&item)[thread_items], const radix_items<Shape> &items,
                                               const radix_rows &given, bool from_segment) const
    {
        const radix_rows rows = given.again();
#pragma unroll
        for (int k = 0; k < thread_items; ++k)
            if (rows.has(k)) {
                if constexpr (!Shape::is_tagged) {
                    item[k] = shared.items[rows.at(k)];
                } else {
                    const uint32_t index = from_segment ? rows.at(k) : items.index_of(shared.items[rows.at(k)]);
                    item[k] = items.make(shared.side[index], index);
                }
            }
    }

    const tcui_block_radix &sort;
    radix_shared<Shape> &shared;
    const tcui_radix_rest &rest;
    radix_digits<Shape> digits;
};

template <class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    sort_radix_segments(const __grid_constant__ tcui_block_radix sort, const __grid_constant__ tcui_sort_source source)
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
    const tcui_radix_rest given = {sort.begin_bit, sort.bits, 0}, rest = sort.rest != nullptr ? *sort.rest : given;
    const uint64_t count = segments_of(source);
    radix_block<Shape> block(sort, *reinterpret_cast<radix_shared<Shape> *>(dynamic_shared_rows()), rest);
    for (uint64_t k = blockIdx.x; k < count; k += gridDim.x) {
        const short_segment segment = find_segment(source, k, Shape::items);
        if (segment.items > 0)
            block.run(segment);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_KERNEL_CUH */
