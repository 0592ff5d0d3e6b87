/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts the samples of each tile into buckets: finds slots, puts their lower bits in order of the upper ones, and
 * stores these rests and where they are. Tiles do not wait for each other, since each has a place of its own in the
 * workspace.
 */
#ifndef TCUI_HISTOGRAM_CUDA_BUCKETS_SORT_CUH
#define TCUI_HISTOGRAM_CUDA_BUCKETS_SORT_CUH

#include "tile.cuh"

namespace tcu
{

/* The samples of tiles: neighbouring vectors of all rows, one behind the other. */
template <class In>
class tile_source
{
  public:
    static constexpr int V = vector_elements<In>, thread_vectors = thread_samples / V;
    static constexpr uint32_t tile_vectors = tile_threads * thread_vectors;
    static_assert(thread_samples % V == 0, "whole vectors");

    __device__ __forceinline__ explicit tile_source(const bucket_task &task)
        : task(task), present(present_rows_of(task.rows, task.count)), vectors(present.rows * task.rows.row_vectors),
          row(task.rows, 0, present)
    {
    }

    __device__ __forceinline__ bool has(uint64_t tile) const { return tile * tile_vectors < vectors; }

    /* Of one row, and full. */
    __device__ __forceinline__ bool is_whole(uint64_t tile) const
    {
        const int64_t first = static_cast<int64_t>(tile * tile_vectors);
        return present.rows == 1 && first >= row.begin && first + static_cast<int64_t>(tile_vectors) <= row.end;
    }

    /* Samples of 32 bits. */
    __device__ __forceinline__ void load_whole(uint64_t tile, uint32_t (&bits)[thread_samples]) const
    {
#pragma unroll
        for (int j = 0; j < thread_vectors; j++) {
            const element_vector<In> x = row.load(static_cast<int64_t>(vector_of(tile, j)));
#pragma unroll
            for (int i = 0; i < V; i++) {
                bits[j * V + i] = x.words[i];
            }
        }
    }

    /* Of any tile, function(slot, its number among those of the thread). */
    template <class Function>
    __device__ __forceinline__ void find_by_definition(uint64_t tile, Function function) const
    {
#pragma unroll 1
        for (int j = 0; j < thread_vectors; j++) {
            const uint64_t at = vector_of(tile, j);
            const uint64_t number = at < vectors ? number_of_row(at) : 0;
            const row_vectors<In> own(task.rows, number, present);
            const int64_t first = own.first_element(static_cast<int64_t>(at - number * task.rows.row_vectors));
#pragma unroll 1
            for (int i = 0; i < V; i++) {
                const int64_t element = first + i;
                function(at < vectors && element >= 0 && element < own.count
                             ? slot_by_definition(task.bins, own.elements[element], static_cast<uint64_t>(element))
                             : no_slot,
                         static_cast<uint32_t>(j * V + i));
            }
        }
    }

  private:
    __device__ __forceinline__ static uint64_t vector_of(uint64_t tile, int j)
    {
        return tile * tile_vectors + static_cast<uint32_t>(j * tile_threads) + threadIdx.x;
    }

    __device__ __forceinline__ uint64_t number_of_row(uint64_t vector) const
    {
        return present.rows == 1 ? 0 : vector / task.rows.row_vectors;
    }

    const bucket_task &task;
    const present_rows present;
    const uint64_t vectors;
    const row_vectors<In> row; /* the first one */
};

template <class Finder>
__global__ void __launch_bounds__(tile_threads, TCUI_HISTOGRAM_TILE_BLOCKS)
    sort_into_buckets(const __grid_constant__ bucket_task task, tile_round round)
{
    using In = typename Finder::in;
    const bucket_tile sorter(task);
    sorter.begin();
    wait_for_previous_kernel();
    if (levels_are_bad(task.copy.verdicts)) {
        return;
    }
    const Finder finder(task.found);
    const tile_source<In> source(task);
    /* Samples' bits, then their slots: with an array each, registers would spill. */
    uint32_t slot[thread_samples];
    const auto is_loaded = [&](uint32_t tile) {
        return Finder::in_registers && tile < round.tiles && source.is_whole(round.first_tile + tile);
    };
    const auto load = [&](uint32_t tile) {
        if constexpr (Finder::in_registers) {
            if (is_loaded(tile)) {
                source.load_whole(round.first_tile + tile, slot);
            }
        }
    };
    load(blockIdx.x);
    for (uint32_t tile = blockIdx.x; tile < round.tiles; tile += gridDim.x) {
        if (!source.has(round.first_tile + tile)) {
            sorter.store_empty(tile);
            continue;
        }
        if (is_loaded(tile)) {
            if constexpr (Finder::in_registers) {
#pragma unroll
                for (int i = 0; i < thread_samples; i++) {
                    slot[i] = finder.slot_of(slot[i]);
                }
            }
        } else {
            source.find_by_definition(round.first_tile + tile,
                                      [&](uint32_t found, uint32_t i) { sorter.slot_of_thread(i) = found; });
#pragma unroll
            for (int i = 0; i < thread_samples; i++) {
                slot[i] = sorter.slot_of_thread(i);
            }
        }
        sorter.sort(slot, tile);
        /* The next tile arrives while this one leaves. */
        load(tile + gridDim.x);
        sorter.store(tile);
    }
    sorter.finish();
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BUCKETS_SORT_CUH */
