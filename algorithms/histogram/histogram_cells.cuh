/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counter of bins between levels, one channel, samples with keys of 32 bits. What is between the lowest and the
 * highest level is cut into cells; a table in shared memory says of each which levels are below it and whether it has
 * one, or more, so that a sample is compared with the levels of its cell only: with one of 256 at most, mostly.
 *
 * What a cell is can be any function of the samples that does not decrease. It is equal steps of keys, or of the bits
 * of x + (b - lowest), b > 0, in three instructions: where x is farther than b from the lowest level, these are nearly
 * steps of the distance's logarithm, and nearer steps of the distance. Each block takes the b with which its levels
 * meet least often, from the width of all levels (then all steps are nearly equal) down: so levels may be far closer at
 * their lower end than at the upper, as they are where data is.
 */
#ifndef TCUI_HISTOGRAM_CELLS_CUH
#define TCUI_HISTOGRAM_CELLS_CUH

#include "histogram_private.cuh"

namespace tcu
{

template <class In>
class cell_counter
{
  public:
    using in = In;
    static constexpr int batch = 2, threads = 1024, blocks = 2;
    using slot_counters = lane_counters;

    __device__ explicit cell_counter(const private_task &task)
        : bins(task.bins.channels[0]), counters(task), num_bins(bins.num_bins),
          num_levels(static_cast<uint32_t>(*bins.num_keys)),
          cells(reinterpret_cast<uint32_t *>(dynamic_shared_memory()) + task.slots * task.replicas),
          levels(cells + num_cells), cell_bytes(task.slots * task.replicas * static_cast<uint32_t>(sizeof(uint32_t))),
          level_bytes(cell_bytes + num_cells * static_cast<uint32_t>(sizeof(uint32_t)))
    {
        const uint32_t *const keys = static_cast<const uint32_t *>(bins.keys);
        for (uint32_t k = threadIdx.x; k < num_levels; k += blockDim.x)
            levels[k] = keys[k];
        __syncthreads();
        first = num_levels > 0 ? levels[0] : ~0u;
        end = num_levels > 0 ? levels[num_levels - 1] : ~0u;
        above = num_levels > 0 ? num_levels - 1 : num_bins;
        by_number = false;
        set_steps(first, end);
        if constexpr (is_real<In>) {
            choose_steps();
            if (by_number) {
                fill_cells<f32>();
                return;
            }
        }
        fill_cells<uint32_t>();
    }

    __device__ __forceinline__ void one(In x, int64_t) const
    {
        const In some[1] = {x};
        count_some(some);
    }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
        constexpr int together = 4;
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i += together) {
            In some[together];
#pragma unroll
            for (int j = 0; j < together; ++j)
                some[j] = x.at(i + j);
            count_some(some);
        }
    }

  private:
    static constexpr uint32_t num_cells = cells_of_levels;

    /* A cell's entry: the number of levels below it, and two bits that are lost when that is multiplied by the bytes of
     * a level or a counter. */
    static constexpr uint32_t has_level = 1u << 31, has_levels = 1u << 30, below = has_levels - 1;

    template <int Count>
    __device__ __forceinline__ void count_some(const In (&x)[Count]) const
    {
        if constexpr (is_real<In>) {
            if (by_number) {
                f32 numbers[Count];
#pragma unroll
                for (int i = 0; i < Count; ++i)
                    numbers[i] = to_accumulator<f32>(x[i]);
                count(numbers);
                return;
            }
        }
        uint32_t keys[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i)
            keys[i] = sample_key(bins, x[i]);
        count(keys);
    }

    /* Value: of samples and levels, what they are compared as; a number or a key. */
    template <class Value, int Count>
    __device__ __forceinline__ void count(const Value (&x)[Count]) const
    {
        const Value first_value = as<Value>(first), end_value = as<Value>(end);
        uint32_t not_above[Count], entries = 0;
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            not_above[i] = num_bins + 1;
            if (x[i] >= first_value && x[i] < end_value)
                not_above[i] = entry_of(cell_of(x[i]));
            else if (!std::is_same_v<Value, f32> && x[i] >= end_value)
                not_above[i] = above + 1;
            entries |= not_above[i];
        }
        if ((entries & has_levels) != 0) {
#pragma unroll
            for (int i = 0; i < Count; ++i)
                if ((not_above[i] & has_levels) != 0)
                    not_above[i] = search(not_above[i] & below, cell_of(x[i]), x[i]);
        }
        /* In steps, each of all samples: so loads are side by side, and under predicates. */
        Value level[Count];
        bool is_above[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            level[i] = no_level<Value>();
            if (not_above[i] >= has_level)
                level[i] = level_at<Value>(not_above[i]);
        }
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            is_above[i] = level[i] <= x[i];
            if (!std::is_same_v<Value, f32>)
                is_above[i] = is_above[i] && not_above[i] >= has_level;
        }
        /* The counter of bin not_above - 1, or of the next. */
#pragma unroll
        for (int i = 0; i < Count; ++i)
            count_shared((is_above[i] ? counters.base : counters.base - counters.step) + not_above[i] * counters.step);
    }

    /* Of numbers none is at or above it. */
    template <class Value>
    __device__ __forceinline__ static Value no_level()
    {
        return as<Value>(0x7fffffffu);
    }

    /* In a crowded cell. */
    template <class Value>
    __device__ __forceinline__ uint32_t search(uint32_t from, uint32_t cell, Value x) const
    {
        uint32_t count = (cell + 1 < num_cells ? entry_of(cell + 1) & below : num_levels) - from;
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

    template <class Value>
    __device__ __forceinline__ static Value as(uint32_t bits)
    {
        if constexpr (std::is_same_v<Value, f32>)
            return __uint_as_float(bits);
        else
            return bits;
    }

    template <class Value>
    __device__ __forceinline__ Value level_at(uint32_t entry) const
    {
        return as<Value>(word_at(level_bytes + entry * static_cast<uint32_t>(sizeof(uint32_t))));
    }

    __device__ __forceinline__ uint32_t entry_of(uint32_t cell) const
    {
        return word_at(cell_bytes + cell * static_cast<uint32_t>(sizeof(uint32_t)));
    }

    __device__ __forceinline__ static uint32_t word_at(uint32_t byte)
    {
        return *reinterpret_cast<const uint32_t *>(reinterpret_cast<const unsigned char *>(dynamic_shared_memory()) +
                                                   byte);
    }

    /* ---- the cells ---- */

    __device__ __forceinline__ uint32_t cell_of(uint32_t key) const
    {
        return (key - start) >> shift;
    }
    __device__ __forceinline__ uint32_t cell_of(f32 x) const
    {
        return cell_of(__float_as_uint(x + offset));
    }

    __device__ __forceinline__ void set_steps(uint32_t lowest, uint32_t highest)
    {
        start = lowest;
        shift = 0;
        while ((highest - lowest) >> shift >= num_cells)
            ++shift;
    }

    /* That lowest + offset is b, or 0 where b is too small for that. */
    __device__ __forceinline__ void set_number_steps(f32 lowest, f32 highest, f32 b)
    {
        offset = b - lowest;
        set_steps(__float_as_uint(lowest + offset), __float_as_uint(highest + offset));
    }

    /* How many neighbouring levels are in one cell. */
    template <class Value>
    __device__ unsigned meetings() const
    {
        unsigned sum = 0;
        for (uint32_t k0 = 0; k0 + 1 < num_levels; k0 += blockDim.x) {
            const uint32_t k = k0 + threadIdx.x;
            sum += __syncthreads_count(k + 1 < num_levels &&
                                       cell_of(level_at<Value>(k)) == cell_of(level_at<Value>(k + 1)));
        }
        return sum;
    }

    /* Numbers, unless levels are infinite, or so far apart that their distance is, or above all samples. */
    __device__ void choose_steps()
    {
        const f32 lowest = number_of(first), highest = number_of(end), width = highest - lowest;
        if (num_levels != num_bins + 1 || !(width > 0 && width <= 0x1p126f))
            return;
        __syncthreads(); /* all have looked at keys */
        for (uint32_t k = threadIdx.x; k < num_levels; k += blockDim.x)
            levels[k] = __float_as_uint(number_of(levels[k]));
        __syncthreads();
        first = __float_as_uint(lowest);
        end = __float_as_uint(highest);
        by_number = true;
        constexpr int finest = 24, step = 2;
        unsigned least = ~0u;
        f32 best = width, b = width;
        for (int i = 0; i <= finest; i += step, b *= 0x1p-2f) {
            set_number_steps(lowest, highest, b);
            const unsigned meet = meetings<f32>();
            if (meet < least) {
                least = meet;
                best = b;
            }
        }
        set_number_steps(lowest, highest, best);
    }

    /* By the first level of each cell that has one: the cells up to it from the one before. */
    template <class Value>
    __device__ void fill_cells()
    {
        for (uint32_t k = threadIdx.x; k <= num_levels; k += blockDim.x) {
            const uint32_t begin = k == 0 ? 0 : cell_of(level_at<Value>(k - 1)) + 1;
            const uint32_t past = k == num_levels ? num_cells : cell_of(level_at<Value>(k)) + 1;
            for (uint32_t cell = begin; cell < past; ++cell)
                cells[cell] = k;
        }
        __syncthreads();
        for (uint32_t k = threadIdx.x; k < num_levels; k += blockDim.x) {
            const uint32_t cell = cell_of(level_at<Value>(k));
            if (k + 1 == num_levels || cell_of(level_at<Value>(k + 1)) != cell)
                cells[cell] |= cells[cell] == k ? has_level : has_levels;
        }
        __syncthreads();
    }

    const channel_bins &bins;
    lane_counters counters;
    uint32_t num_bins, num_levels;
    uint32_t *cells, *levels;         /* in shared memory; levels as numbers or as keys */
    uint32_t cell_bytes, level_bytes; /* where these begin */
    uint32_t first, end;              /* levels */
    uint32_t above;                   /* the bin of all from the last level on */
    bool by_number;
    uint32_t start, shift;
    f32 offset;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CELLS_CUH */
