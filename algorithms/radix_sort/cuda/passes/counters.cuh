/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The matrix of a tile's counters: a row for each warp, a column for each digit. It turns how many keys of each digit
 * each warp has into the place in the tile of the warp's first such key, by the exclusive scan down the columns, one
 * column after the other. A thread scans half a column.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_COUNTERS_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_COUNTERS_CUH

#include "task.cuh"

namespace tcu
{

template <class Shape>
class pass_counters
{
    static constexpr int parts = Shape::parts;
    static constexpr int rows = Shape::warps / parts; /* of a part, as many as it has warps */
    static_assert(parts * sort_bins == Shape::threads, "a thread a digit in each part");

  public:
    __device__ explicit pass_counters(pass_shared<Shape> &shared) : shared(shared) {}

    __device__ __forceinline__ static int bin() { return threadIdx.x % sort_bins; }
    __device__ __forceinline__ static int part() { return threadIdx.x / sort_bins; }

    /* A warp's own row. */
    __device__ __forceinline__ void clear()
    {
        uint4 *row = reinterpret_cast<uint4 *>(shared.counters[threadIdx.x / TCUI_WARP_LANES]);
#pragma unroll
        for (int i = 0; i < sort_bins / 4; i += TCUI_WARP_LANES) {
            row[i + threadIdx.x % TCUI_WARP_LANES] = make_uint4(0, 0, 0, 0);
        }
    }

    /* How many keys of the digit are in the tile. This and the following: call by all threads. */
    __device__ __forceinline__ uint32_t add_up()
    {
        uint32_t sum = 0;
#pragma unroll
        for (int i = 0; i < rows; i++) {
            sum += shared.counters[part() * rows + i][bin()];
        }
        shared.sums[part()][bin()] = sum;
        __syncthreads();
        sum = 0;
#pragma unroll
        for (int i = 0; i < parts; i++) {
            sum += shared.sums[i][bin()];
        }
        return sum;
    }

    /* Leaves places in the matrix and returns that of the digit's first key in the tile. Ends with a barrier. */
    __device__ __forceinline__ uint32_t scan(uint32_t count)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
        uint32_t up_to = count;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(up_to, distance, 0);
        }
        if (lane == TCUI_WARP_LANES - 1) {
            shared.warp_sums[warp] = up_to;
        }
        sync_threads<sort_bins>(part() + 1);
        uint32_t first = up_to - count;
#pragma unroll
        for (int i = 0; i < rows - 1; i++) {
            first += i < warp % rows ? shared.warp_sums[part() * rows + i] : 0;
        }
        uint32_t place = first;
#pragma unroll
        for (int i = 0; i < parts - 1; i++) {
            place += i < part() ? shared.sums[i][bin()] : 0;
        }
#pragma unroll
        for (int i = 0; i < rows; i++) {
            uint32_t &counter = shared.counters[part() * rows + i][bin()];
            const uint32_t keys = counter;
            counter = place;
            place += keys;
        }
        __syncthreads();
        return first;
    }

  private:
    pass_shared<Shape> &shared;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_COUNTERS_CUH */
