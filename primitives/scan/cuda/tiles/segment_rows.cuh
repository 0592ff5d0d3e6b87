/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tile of an array that is cut into segments, as rows for the matrix unit. The tile is cut at every segment's head
 * and at every multiple of 32: each piece, a row, lies in one segment and has at most 32 elements. So one kernel serves
 * whole arrays (rows of 32), segments of any fixed size and offsets, and each row's sum or scan is one row of A * 1 or
 * A * U (row_scan.cuh), however short the segments are.
 *
 * Heads are a bitmap of the tile. The rows before an element are a prefix count over the bitmap's words plus a
 * popcount, so a position's row is found in constant time.
 */
#ifndef TCUI_SCAN_CUDA_TILES_SEGMENT_ROWS_CUH
#define TCUI_SCAN_CUDA_TILES_SEGMENT_ROWS_CUH

#include <cstdint>

#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/tile/row_tile.cuh"

namespace tcu
{

/*
 * The first k <= count + 1 with segment_begin(k) >= position, found by all threads of the block together: each round
 * probes as many places as there are threads. Offsets that decrease give some k in range.
 */
__device__ __forceinline__ uint64_t first_segment_from(const tcui_segments &segments, uint64_t position)
{
    if (segments.offsets == nullptr) {
        return position / segments.size + (position % segments.size != 0);
    }
    uint64_t low = 0, width = segment_count(segments) + 1;
    while (width > 0) {
        const uint64_t step = (width + blockDim.x - 1) / blockDim.x;
        const uint64_t probe = low + threadIdx.x * step + step - 1;
        const bool before = threadIdx.x * step + step <= width && segment_begin(segments, probe) < position;
        const uint64_t passed = __syncthreads_count(before) * step;
        low += passed;
        width = step == 1 ? 0 : min(step - 1, width - passed);
    }
    return low;
}

template <int Elements>
struct segment_rows {
    static constexpr int words = Elements / row_tile_columns;
    static_assert(words % TCUI_WARP_LANES == 0, "a warp counts the rows of the words");

    uint32_t heads[words];            /* bit i of word w: a segment begins at element 32 w + i */
    uint16_t row_of_word[words];      /* the row that begins at element 32 w */
    uint16_t row_begin[Elements + 1]; /* first element of each row; the last entry is the tile's length */
    int rows;
    int first_head; /* the tile's length if there is none */

    __device__ __forceinline__ bool is_head(int element) const
    {
        return heads[element / row_tile_columns] >> (element % row_tile_columns) & 1;
    }

    __device__ __forceinline__ int row_of(int element) const
    {
        /* Bit 0 begins a row with or without a head. */
        const uint32_t up_to = (2u << (element % row_tile_columns)) - 1u;
        const int word = element / row_tile_columns;
        return row_of_word[word] + __popc(heads[word] & up_to & ~1u);
    }

    /* Fills all of it for elements [begin, begin + length) of the array, heads from segment `first` on. */
    __device__ __forceinline__ void build(const tcui_segments &segments, uint64_t first, uint64_t begin, int length)
    {
        for (int w = threadIdx.x; w < words; w += blockDim.x) {
            heads[w] = 0;
        }
        if (threadIdx.x == 0) {
            first_head = length;
        }
        __syncthreads();
        const uint64_t count = segment_count(segments);
        for (uint64_t k = first + threadIdx.x; k <= count; k += blockDim.x) {
            const uint64_t head = segment_begin(segments, k);
            if (head < begin || head >= begin + length) { /* before `begin` only where offsets decrease */
                break;
            }
            const int element = static_cast<int>(head - begin);
            atomicOr(&heads[element / row_tile_columns], 1u << (element % row_tile_columns));
            atomicMin(&first_head, element);
        }
        __syncthreads();
        if (threadIdx.x < TCUI_WARP_LANES) {
            count_rows(length);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < length; i += blockDim.x) {
            if (i % row_tile_columns == 0 || is_head(i)) {
                row_begin[row_of(i)] = static_cast<uint16_t>(i);
            }
        }
        if (threadIdx.x == 0) {
            row_begin[rows] = static_cast<uint16_t>(length);
        }
        __syncthreads();
    }

  private:
    /* One warp: exclusive prefix count of the rows that begin in each word. */
    __device__ __forceinline__ void count_rows(int length)
    {
        constexpr int per_lane = words / TCUI_WARP_LANES;
        const int lane = threadIdx.x;
        int count[per_lane], sum = 0;
        for (int i = 0; i < per_lane; i++) {
            const int word = lane * per_lane + i;
            count[i] = word * row_tile_columns < length ? 1 + __popc(heads[word] & ~1u) : 0;
            sum += count[i];
        }
        int inclusive = sum;
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            const int left = __shfl_up_sync(all_lanes, inclusive, distance);
            if (lane >= distance) {
                inclusive += left;
            }
        }
        int row = inclusive - sum;
        for (int i = 0; i < per_lane; i++) {
            row_of_word[lane * per_lane + i] = static_cast<uint16_t>(row);
            row += count[i];
        }
        if (lane == TCUI_WARP_LANES - 1) {
            rows = inclusive;
        }
    }
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_TILES_SEGMENT_ROWS_CUH */
