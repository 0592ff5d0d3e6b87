/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counter of bins between levels, one channel, samples with keys of 32 bits. The keys between the lowest and the
 * highest level are cut into cells; a table in shared memory says of each which levels are below it and how many are in
 * it, so that a sample is compared with the levels of its cell only: with one of 256 at most, mostly. What a cell is
 * can be any function of the samples that does not decrease. There are two: equal steps of keys, which for reals is
 * nearly the logarithm, and equal steps of numbers. Each block takes the one with which its levels meet less often.
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
          num_keys(static_cast<uint32_t>(*bins.num_keys)),
          cells(reinterpret_cast<uint32_t *>(dynamic_shared_memory()) + task.slots * task.replicas),
          keys(cells + num_cells)
    {
        const uint32_t *const from = static_cast<const uint32_t *>(bins.keys);
        for (uint32_t k = threadIdx.x; k < num_keys; k += blockDim.x)
            keys[k] = from[k];
        __syncthreads();
        lowest = num_keys > 0 ? keys[0] : ~0u;
        span = num_keys > 0 ? keys[num_keys - 1] - lowest : 0;
        above = num_keys > 0 ? num_keys - 1 : num_bins;
        shift = 0;
        while (span >> shift >= num_cells)
            ++shift;
        choose_cells();
        fill_cells();
    }

    __device__ __forceinline__ void one(In x, int64_t) const
    {
        const In some[1] = {x};
        count(some);
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
            count(some);
        }
    }

  private:
    /* In a crowded cell: the levels are found but for one. */
    __device__ __forceinline__ uint32_t first_of_last(uint32_t first, uint32_t count, uint32_t key) const
    {
        while (count > 1) {
            const uint32_t half = count / 2;
            if (keys[first + half - 1] <= key)
                first += half;
            count -= half;
        }
        return first;
    }

    static constexpr uint32_t num_cells = cells_of_levels;

    template <int Count>
    __device__ __forceinline__ void count(const In (&x)[Count]) const
    {
        uint32_t key[Count], cell[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            key[i] = sample_key(bins, x[i]);
            cell[i] = (key[i] - lowest) >> shift;
        }
        if constexpr (is_real<In>) {
            if (by_number) {
#pragma unroll
                for (int i = 0; i < Count; ++i)
                    cell[i] = static_cast<uint32_t>((to_accumulator<f32>(x[i]) - start) * scale);
            }
        }
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            const bool is_between = key[i] - lowest < span;
            const uint32_t entry = cells[is_between ? cell[i] : 0];
            uint32_t first = entry & 0xffffu;
            if (entry >= 2u << 16 && is_between)
                first = first_of_last(first, entry >> 16, key[i]);
            if (entry >= 1u << 16)
                first += keys[first] <= key[i];
            counters.count(is_between ? first - 1 : key[i] < lowest ? num_bins : above);
        }
    }

    __device__ __forceinline__ uint32_t cell_of_key(uint32_t k) const
    {
        if constexpr (is_real<In>)
            if (by_number)
                return static_cast<uint32_t>((number_of(keys[k]) - start) * scale);
        return (keys[k] - lowest) >> shift;
    }

    /* How many neighbouring levels are in one cell. */
    __device__ unsigned meetings() const
    {
        unsigned sum = 0;
        for (uint32_t k0 = 0; k0 + 1 < num_keys; k0 += blockDim.x) {
            const uint32_t k = k0 + threadIdx.x;
            sum += __syncthreads_count(k + 1 < num_keys && cell_of_key(k) == cell_of_key(k + 1));
        }
        return sum;
    }

    __device__ void choose_cells()
    {
        by_number = false;
        if constexpr (is_real<In>) {
            if (num_keys < 2)
                return;
            const f32 end = number_of(keys[num_keys - 1]);
            start = number_of(lowest);
            /* So that less than num_cells is what all differences make. */
            scale = static_cast<f32>(num_cells) * (1.0f - 0x1p-20f) / (end - start);
            if (!(isfinite(start) && isfinite(end) && scale > 0 && isfinite(scale)))
                return;
            const unsigned by_keys = meetings();
            by_number = true;
            by_number = meetings() < by_keys;
        }
    }

    /* By the first level of each cell that has one: the cells up to it from the one before. */
    __device__ void fill_cells()
    {
        for (uint32_t k = threadIdx.x; k <= num_keys; k += blockDim.x) {
            const uint32_t begin = k == 0 ? 0 : cell_of_key(k - 1) + 1;
            const uint32_t end = k == num_keys ? num_cells : cell_of_key(k) + 1;
            for (uint32_t cell = begin; cell < end; ++cell)
                cells[cell] = k;
        }
        __syncthreads();
        for (uint32_t k = threadIdx.x; k < num_keys; k += blockDim.x) {
            const uint32_t cell = cell_of_key(k);
            if (k + 1 == num_keys || cell_of_key(k + 1) != cell)
                cells[cell] |= (k + 1 - (cells[cell] & 0xffffu)) << 16;
        }
        __syncthreads();
    }

    const channel_bins &bins;
    lane_counters counters;
    uint32_t num_bins, num_keys;
    uint32_t *cells, *keys; /* in shared memory */
    uint32_t lowest, span;  /* of keys; of those from lowest + span on, bin `above` holds all that any does */
    uint32_t above;
    uint32_t shift;
    bool by_number;
    f32 start, scale;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CELLS_CUH */
