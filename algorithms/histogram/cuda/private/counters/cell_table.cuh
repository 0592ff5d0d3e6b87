/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table in shared memory for finding levels: the range from the lowest to the highest level is cut into cells, and an
 * entry says how many levels are below the cell and how many are in it. Each block makes its own.
 *
 * The cell of a sample can be any function of the samples that does not decrease. It is equal steps of keys, or of the
 * bits of x + (b - lowest), b > 0, in three instructions: where x is farther than b from the lowest level, these are
 * nearly steps of the distance's logarithm, and nearer steps of the distance. Each warp tries another b, from the width
 * of all levels (then all steps are nearly equal) down, and the block takes the one with which the fewest levels share
 * a cell: so levels may be far closer at their lower end than at the upper, where data often is.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_CELL_TABLE_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_CELL_TABLE_CUH

#include "algorithms/histogram/cuda/private/kernel.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

class cell_table
{
  public:
    static constexpr uint32_t num_cells = cells_of_levels;

    /* A cell's entry: the number of levels below it, and two bits that are lost when that is multiplied by the bytes of
     * a pair of levels or of a counter. A crowded cell has more than a pair. */
    static constexpr uint32_t has_level = 1u << 31, crowded = 1u << 30, below = crowded - 1;

    /* In shared memory, from a word on. */
    __device__ cell_table(const channel_bins &bins, uint32_t first_word, bool may_be_numbers)
        : by_number(false), num_levels(static_cast<uint32_t>(*bins.num_keys)),
          bytes((first_word + first_word % 2) * word_bytes)
    {
        const uint32_t *const keys = static_cast<const uint32_t *>(bins.keys);
        first = num_levels > 0 ? keys[0] : ~0u;
        end = num_levels > 0 ? keys[num_levels - 1] : ~0u;
        /* Numbers, unless levels are infinite, or so far apart that their distance is. */
        const f32 width = number_of(end) - number_of(first);
        if (may_be_numbers && num_levels == bins.num_bins + 1 && width > 0 && width <= 0x1p126f) {
            by_number = true;
            first = __float_as_uint(number_of(first));
            end = __float_as_uint(number_of(end));
            fill_pairs(keys, [](uint32_t key) { return __float_as_uint(number_of(key)); });
            choose_steps(width);
            fill_cells<f32>();
        } else {
            fill_pairs(keys, [](uint32_t key) { return key; });
            set_steps(first, end);
            fill_cells<uint32_t>();
        }
    }

    /* As what samples and levels are compared: as numbers, or as keys. */
    bool by_number;
    uint32_t num_levels;
    uint32_t first, end; /* levels */

    template <class Value>
    __device__ __forceinline__ static Value as(uint32_t bits)
    {
        if constexpr (std::is_same_v<Value, f32>) {
            return __uint_as_float(bits);
        } else {
            return bits;
        }
    }

    /* Cells have their numbers from that of the lowest level on. */
    __device__ __forceinline__ uint32_t cell_of(uint32_t key) const { return key >> shift; }
    __device__ __forceinline__ uint32_t cell_of(f32 x) const { return cell_of(__float_as_uint(x + offset)); }

    __device__ __forceinline__ uint32_t entry_of(uint32_t cell) const { return word_at(cell_0 + cell * word_bytes); }

    /* The first level of an entry's cell, and the level after it: that is above all of the cell unless it is in it,
     * too. */
    template <class Value>
    struct pair {
        Value first, second;
    };

    template <class Value>
    __device__ __forceinline__ pair<Value> pair_at(uint32_t entry) const
    {
        const uint64_t both =
            *reinterpret_cast<const uint64_t *>(dynamic_shared_memory() + (first_pair() + entry * pair_bytes));
        return {as<Value>(static_cast<uint32_t>(both)), as<Value>(static_cast<uint32_t>(both >> 32))};
    }

    /* The levels up to x, which is in this crowded cell. */
    template <class Value>
    __device__ __forceinline__ uint32_t search(uint32_t cell, Value x) const
    {
        uint32_t from = entry_of(cell) & below;
        uint32_t count = (cell < last_cell ? entry_of(cell + 1) & below : num_levels) - from;
        while (count > 0) {
            const uint32_t half = count / 2;
            if (level_at<Value>(from + half) <= x) {
                from += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        return from;
    }

  private:
    static constexpr uint32_t word_bytes = sizeof(uint32_t), pair_bytes = 2 * word_bytes;

    __device__ __forceinline__ static uint32_t word_at(uint32_t byte)
    {
        return *reinterpret_cast<const uint32_t *>(reinterpret_cast<const unsigned char *>(dynamic_shared_memory()) +
                                                   byte);
    }
    __device__ __forceinline__ uint32_t *cells() const
    {
        return reinterpret_cast<uint32_t *>(dynamic_shared_memory() + bytes);
    }
    __device__ __forceinline__ uint32_t first_pair() const { return bytes + num_cells * word_bytes; }

    template <class Value>
    __device__ __forceinline__ Value level_at(uint32_t number) const
    {
        return as<Value>(word_at(first_pair() + number * pair_bytes));
    }

    /* Nothing that is looked for is at or above the last level, so it serves as the one after it. */
    template <class Convert>
    __device__ __forceinline__ void fill_pairs(const uint32_t *keys, Convert convert)
    {
        for (uint32_t k = threadIdx.x; k < num_levels; k += blockDim.x) {
            const uint32_t next = k + 1 < num_levels ? k + 1 : k;
            cells()[num_cells + 2 * k] = convert(keys[k]);
            cells()[num_cells + 2 * k + 1] = convert(keys[next]);
        }
        __syncthreads();
    }

    __device__ __forceinline__ void set_steps(uint32_t lowest, uint32_t highest)
    {
        const int bits = 32 - __clz(static_cast<int>((highest - lowest) / num_cells));
        shift = static_cast<uint32_t>(bits);
        if ((highest >> shift) - (lowest >> shift) >= num_cells) {
            shift++;
        }
        first_cell = lowest >> shift;
        last_cell = highest >> shift;
        cell_0 = bytes - first_cell * word_bytes;
    }

    /* That lowest + offset is b, or 0 where b is too small for that. */
    __device__ __forceinline__ void set_number_steps(f32 b)
    {
        offset = b - as<f32>(first);
        set_steps(__float_as_uint(as<f32>(first) + offset), __float_as_uint(as<f32>(end) + offset));
    }

    /* For each warp its own steps: first how many crowds, then how many neighbours are in one cell. */
    __device__ uint32_t meetings() const
    {
        uint32_t neighbours = 0, crowds = 0;
        for (uint32_t k = threadIdx.x % TCUI_WARP_LANES; k + 1 < num_levels; k += TCUI_WARP_LANES) {
            const uint32_t cell = cell_of(level_at<f32>(k));
            neighbours += cell == cell_of(level_at<f32>(k + 1));
            crowds += k + 2 < num_levels && cell == cell_of(level_at<f32>(k + 2));
        }
        return __reduce_add_sync(all_lanes, crowds) * most_levels_of_cells + __reduce_add_sync(all_lanes, neighbours);
    }

    __device__ void choose_steps(f32 width)
    {
        /* A little above the width: steps from b to 2 b would be one more than there are cells, and so be doubled. */
        const f32 widest = width * 1.0009765625f;
        const uint32_t warp = threadIdx.x / TCUI_WARP_LANES;
        static_assert(most_levels_of_cells <= 1 << 13, "their meetings and a warp's number in 31 bits");
        __shared__ uint32_t least;
        if (threadIdx.x == 0) {
            least = ~0u;
        }
        set_number_steps(widest * power_of_half(warp));
        const uint32_t met = meetings() * TCUI_WARP_LANES + warp;
        __syncthreads();
        if (threadIdx.x % TCUI_WARP_LANES == 0) {
            atomicMin(&least, met);
        }
        __syncthreads();
        set_number_steps(widest * power_of_half(least % TCUI_WARP_LANES));
    }

    __device__ __forceinline__ static f32 power_of_half(uint32_t n) { return __uint_as_float((127 - n) << 23); }

    template <class Value>
    __device__ void fill_cells()
    {
        /* By the first level of each cell that has one: the cells up to it from the one before, by a few lanes, as
         * these may be many. */
        constexpr uint32_t lanes = 8;
        for (uint32_t k = threadIdx.x / lanes; k <= num_levels; k += blockDim.x / lanes) {
            const uint32_t begin = k == 0 ? first_cell : cell_of(level_at<Value>(k - 1)) + 1;
            const uint32_t past = (k == num_levels ? last_cell : cell_of(level_at<Value>(k))) + 1;
            /* (Modulo 2^32: where a cell is one key, `past` may be 0.) */
            for (uint32_t i = threadIdx.x % lanes; i < past - begin; i += lanes) {
                cells()[begin - first_cell + i] = k;
            }
        }
        __syncthreads();
        for (uint32_t k = threadIdx.x; k < num_levels; k += blockDim.x) {
            const uint32_t cell = cell_of(level_at<Value>(k));
            if (k + 1 < num_levels && cell_of(level_at<Value>(k + 1)) == cell) {
                continue;
            }
            uint32_t &entry = cells()[cell - first_cell];
            entry |= k + 1 - entry > 2 ? has_level | crowded : has_level;
        }
        __syncthreads();
    }

    uint32_t bytes; /* where the cells begin; pairs of levels are behind them, as numbers or as keys */
    uint32_t shift, first_cell, last_cell;
    uint32_t cell_0; /* where number 0 would be */
    f32 offset;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_CELL_TABLE_CUH */
