/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts a block's items by some of their bits, a digit after the other from the least significant one on, in shared
 * memory. For each digit every warp counts its items in a row of counters of its own; the scan of the matrix of counters,
 * down its columns, gives the place of each warp's first item of each digit; and a second addition to the same counter
 * hands out the places. In which order lanes are served that add to one counter is not documented: what is staged is a
 * permutation of the items with each digit's together, and its order is looked at in the end (settle.cuh). Rows in which
 * many lanes have equal digits are ranked by masks of these lanes.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_DIGITS_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_DIGITS_CUH

#include "algorithms/radix_sort/cuda/ranking/injected_order.cuh"
#include "shape.cuh"

namespace tcu
{

template <class Shape>
class radix_digits
{
    static constexpr int lanes = TCUI_WARP_LANES, thread_items = Shape::thread_items;
    static constexpr int batch = TCUI_BLOCK_RADIX_STAGED_AT_ONCE;
    static constexpr int own_bins = radix_bins / Shape::threads;
    struct alignas(4 * own_bins) bin_counts {
        uint32_t of[own_bins];
    };

  public:
    __device__ radix_digits(radix_shared<Shape> &shared, bool is_documented)
        : shared(shared), row(shared_address(shared.counters[threadIdx.x / lanes])), is_documented(is_documented)
    {
    }

    /* The warp's own row. */
    __device__ __forceinline__ void clear()
    {
        uint4 *own = reinterpret_cast<uint4 *>(shared.counters[threadIdx.x / lanes]);
#pragma unroll
        for (int i = 0; i < radix_bins / 4; i += lanes) {
            own[i + threadIdx.x % lanes] = make_uint4(0, 0, 0, 0);
        }
        __syncwarp();
    }

    /* Leaves the segment's items in shared memory, sorted by bits [begin, begin + bits); ends with a barrier. */
    __device__ __forceinline__ void sort(uint32_t (&item)[thread_items], int segment_items, int begin, int bits)
    {
        const int count = (bits + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
        if (count == 0) {
            store_in_order(item, segment_items);
            return;
        }
        const int width = (bits + count - 1) / count, end = begin + bits;
#pragma unroll 1
        for (int from = begin;; from += width) {
            const int log2_counter_bytes = 2;
            const sort_digit digit = {static_cast<uint32_t>(from - log2_counter_bytes) % 32,
                                      ((1u << min(width, end - from)) - 1) << log2_counter_bytes};
            count_items(item, segment_items, digit);
            __syncthreads();
            scan();
            stage(item, segment_items, digit);
            __syncwarp();
            clear();
            __syncthreads();
#ifdef TCU_INJECT_WRONG_ORDER
            inject(segment_items, digit);
#endif
            if (from + width >= end) {
                break;
            }
            load(item, segment_items);
        }
    }

    /* Leaves the items in shared memory as they are, or the last one first; ends with a barrier. */
    __device__ __forceinline__ void store_in_order(const uint32_t (&item)[thread_items], int segment_items,
                                                   bool is_reversed = false) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            if (rows.has(k)) {
                shared.items[is_reversed ? segment_items - 1 - rows.at(k) : rows.at(k)] = item[k];
            }
        }
        __syncthreads();
    }

    /* Whether no item, or if `is_reversed` none of their complements, is less than the one before it, by the bits from
     * `begin` on. Has barriers. */
    __device__ __forceinline__ bool ascend(const uint32_t (&item)[thread_items], int segment_items, bool is_reversed,
                                           int begin) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
        const int lane = threadIdx.x % lanes, warp = threadIdx.x / lanes;
        const uint32_t flip = is_reversed ? UINT32_MAX : 0;
        const int from = Shape::is_tagged ? begin : 0; /* bare items have all bits, and equal ones are the same */
        const auto before = [&](uint32_t a, uint32_t b) { return (a ^ flip) >> from <= (b ^ flip) >> from; };
        bool ascends = true;
        uint32_t last = 0;
#pragma unroll
        for (int k = 0; k < thread_items; k++) {
            const uint32_t in_row = __shfl_down_sync(all_lanes, item[k], 1),
                           in_next = __shfl_sync(all_lanes, item[k + 1 < thread_items ? k + 1 : k], 0);
            if (rows.has_next(k)) {
                ascends &= before(item[k], lane < lanes - 1 ? in_row : in_next);
            } else if (rows.has(k)) {
                last = item[k];
            }
        }
        if (lane == 0) {
            shared.warp_sums[warp] = item[0];
        }
        __syncthreads();
        const bool has_last = rows.left > 0 && (rows.left - 1) % lanes == 0;
        if (has_last && rows.at(0) + rows.left < segment_items) {
            ascends &= before(last, shared.warp_sums[warp + 1]);
        }
        return __syncthreads_and(ascends);
    }

  private:
#ifdef TCU_INJECT_WRONG_ORDER
    __device__ __forceinline__ void inject(int segment_items, sort_digit digit) const
    {
        constexpr uint32_t rounds = 4;
        uint32_t *const items = shared.items;
        inject_wrong_order<Shape::threads, rounds>(
            segment_items, blockIdx.x, [&](uint32_t i) { return digit.in(items[i]) == digit.in(items[i + 1]); },
            [&](uint32_t i) {
                const uint32_t item = items[i];
                items[i] = items[i + 1];
                items[i + 1] = item;
            });
    }
#endif

    __device__ __forceinline__ void load(uint32_t (&item)[thread_items], int segment_items) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
        rows.in_batches<thread_items, batch>([&](int k, auto has) {
#pragma unroll
            for (int j = 0; j < batch; j++) {
                if (has(j)) {
                    item[k + j] = shared.items[rows.at(k + j)];
                }
            }
        });
    }

    __device__ __forceinline__ void count_items(const uint32_t (&item)[thread_items], int segment_items,
                                                sort_digit digit) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
        rows.in_batches<thread_items, batch>([&](int k, auto has) {
#pragma unroll
            for (int j = 0; j < batch; j++) {
                if (has(j)) {
                    count_shared(row | digit.in(item[k + j]));
                }
            }
        });
    }

    /* From counts to places. Ends with a barrier. */
    __device__ __forceinline__ void scan() const
    {
        const int lane = threadIdx.x % lanes, warp = threadIdx.x / lanes;
        bin_counts *column = reinterpret_cast<bin_counts *>(shared.counters[0]) + threadIdx.x;
        bin_counts counts[Shape::warps];
        uint32_t total = 0;
#pragma unroll
        for (int w = 0; w < Shape::warps; w++) {
            counts[w] = column[w * Shape::threads];
#pragma unroll
            for (int b = 0; b < own_bins; b++) {
                total += counts[w].of[b];
            }
        }
        uint32_t up_to = total;
#pragma unroll
        for (int distance = 1; distance < lanes; distance *= 2) {
            add_from_left(up_to, distance, 0);
        }
        if (lane == lanes - 1) {
            shared.warp_sums[warp] = up_to;
        }
        __syncthreads();
        uint32_t place = up_to - total;
#pragma unroll
        for (int w = 0; w < Shape::warps - 1; w++) {
            place += w < warp ? shared.warp_sums[w] : 0;
        }
#pragma unroll
        for (int b = 0; b < own_bins; b++) {
#pragma unroll
            for (int w = 0; w < Shape::warps; w++) {
                const uint32_t count = counts[w].of[b];
                counts[w].of[b] = place;
                place += count;
            }
        }
#pragma unroll
        for (int w = 0; w < Shape::warps; w++) {
            column[w * Shape::threads] = counts[w];
        }
        __syncthreads();
    }

    __device__ __forceinline__ void stage(const uint32_t (&item)[thread_items], int segment_items,
                                          sort_digit digit) const
    {
        const radix_rows rows = radix_rows::of<Shape>(segment_items);
        /* opaque() prevents hoisting: else all items' digits, computed when they were counted, would spill. */
        const sort_digit again = {opaque(digit.rotation), opaque(digit.mask)};
        const uint32_t own_row = opaque(row);
        if (is_documented || are_crowded(item, rows, again)) {
            stage_by<true>(item, rows, again, own_row);
        } else {
            stage_by<false>(item, rows, again, own_row);
        }
    }

    template <bool Masks>
    __device__ __forceinline__ void stage_by(const uint32_t (&item)[thread_items], const radix_rows &rows,
                                             sort_digit digit, uint32_t own_row) const
    {
        rows.in_batches<thread_items, batch>([&](int k, auto has) {
            uint32_t place[batch];
#pragma unroll
            for (int j = 0; j < batch; j++) {
                if constexpr (Masks) {
                    place[j] = rank_by_mask(own_row | digit.in(k + j < thread_items ? item[k + j] : 0), has(j));
                } else if (has(j)) {
                    place[j] = take_number_shared(own_row | digit.in(item[k + j]));
                }
            }
#pragma unroll
            for (int j = 0; j < batch; j++) {
                if (has(j)) {
                    shared.items[place[j]] = item[k + j];
                }
            }
        });
    }

    radix_shared<Shape> &shared;
    const uint32_t row;
    const bool is_documented;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_DIGITS_CUH */
