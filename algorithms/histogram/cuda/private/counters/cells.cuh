/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counter of bins between levels, one channel, samples with keys of 32 bits. A sample is compared only with the
 * levels of its cell (cell_table.cuh), which with 256 levels are mostly one or two. These are compared with under
 * predicates, without a branch: where one sample in a hundred takes a branch, two of three warps do. Crowded cells are
 * searched through.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_CELLS_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_CELLS_CUH

#include "cell_table.cuh"

namespace tcu
{

template <class In>
struct cell_counter {
    using in = In;
    static constexpr int batch = 2, threads = TCUI_HISTOGRAM_GRID_THREADS, blocks = 2;
    using slot_counters = lane_counters;
    const channel_bins &bins;
    lane_counters counters;
    cell_table table;

    __device__ explicit cell_counter(const private_task &task)
        : bins(task.bins.channels[0]), counters(task), table(bins, task.slots * task.replicas, is_real<In>)
    {
    }
};

template <class In>
constexpr bool loads_first<cell_counter<In>> = true;

/* Value: as what samples and levels are compared; a number or a key. */
template <class In, class Value>
class cell_value_counter
{
  public:
    __device__ __forceinline__ explicit cell_value_counter(const cell_counter<In> &counter)
        : bins(counter.bins), counters(counter.counters), table(counter.table),
          above(table.num_levels > 0 ? table.num_levels - 1 : bins.num_bins)
    {
    }

    __device__ __forceinline__ void one(In x, int64_t) const
    {
        const Value some[1] = {value_of(x)};
        count(some);
    }

    __device__ __forceinline__ void whole(const element_vector<In> &x, int64_t) const
    {
        constexpr int together = 4;
#pragma unroll
        for (int i = 0; i < vector_elements<In>; i += together) {
            Value some[together];
#pragma unroll
            for (int j = 0; j < together; j++) {
                some[j] = value_of(x.at(i + j));
            }
            count(some);
        }
    }

  private:
    static constexpr bool is_number = std::is_same_v<Value, f32>;

    __device__ __forceinline__ Value value_of(In x) const
    {
        if constexpr (is_number) {
            return to_accumulator<f32>(x);
        } else {
            return sample_key(bins, x);
        }
    }

    /* In steps, each of all samples: so loads are side by side. */
    template <int Count>
    __device__ __forceinline__ void count(const Value (&x)[Count]) const
    {
        const Value first = cell_table::as<Value>(table.first), end = cell_table::as<Value>(table.end);
        uint32_t entry[Count], entries = 0;
#pragma unroll
        for (int i = 0; i < Count; i++) {
            entry[i] = bins.num_bins + 1;
            if (x[i] >= first && x[i] < end) {
                entry[i] = table.entry_of(table.cell_of(x[i]));
            } else if (!is_number && x[i] >= end) {
                entry[i] = above + 1;
            }
            entries |= entry[i];
        }
        cell_table::pair<Value> levels[Count];
#pragma unroll
        for (int i = 0; i < Count; i++) {
            levels[i] = {no_level(), no_level()};
            if (entry[i] >= cell_table::has_level) {
                levels[i] = table.template pair_at<Value>(entry[i]);
            }
        }
        /* The counter of the bin that begins with the last of the levels below the cell, or one or two farther. */
        uint32_t counter[Count];
#pragma unroll
        for (int i = 0; i < Count; i++) {
            const bool has_level = is_number || entry[i] >= cell_table::has_level;
            uint32_t from = counters.base - counters.step;
            if (has_level && levels[i].first <= x[i]) {
                from = counters.base;
            }
            if (has_level && levels[i].second <= x[i]) {
                from = counters.base + counters.step;
            }
            counter[i] = from + entry[i] * counters.step;
        }
        if ((entries & cell_table::crowded) != 0) {
#pragma unroll
            for (int i = 0; i < Count; i++) {
                if ((entry[i] & cell_table::crowded) != 0 && levels[i].second <= x[i]) {
                    counter[i] = counters.base + (table.search(table.cell_of(x[i]), x[i]) - 1) * counters.step;
                }
            }
        }
#pragma unroll
        for (int i = 0; i < Count; i++) {
            count_shared(counter[i]);
        }
    }

    /* Of numbers none is at or above it. */
    __device__ __forceinline__ static Value no_level() { return cell_table::as<Value>(0x7fffffffu); }

    const channel_bins &bins;
    const lane_counters counters;
    const cell_table table;
    const uint32_t above; /* the bin of all from the last level on */
};

template <class In, class Use>
__device__ __forceinline__ void use_counter(cell_counter<In> &counter, Use use)
{
    if constexpr (is_real<In>) {
        if (counter.table.by_number) {
            const cell_value_counter<In, f32> by_number(counter);
            use(by_number);
            return;
        }
    }
    const cell_value_counter<In, uint32_t> by_key(counter);
    use(by_key);
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_COUNTERS_CELLS_CUH */
