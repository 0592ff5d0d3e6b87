/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of so many results that they were sorted in memory, all of one length: of each row what is a result goes to the
 * outputs. */
#ifndef TCUI_SELECTION_CUDA_SEGMENTS_SORTED_CUH
#define TCUI_SELECTION_CUDA_SEGMENTS_SORTED_CUH

#include "algorithms/selection/cuda/rows/rows.cuh"
#include "tuning.h"

namespace tcu
{

/* Row s is at s * row; positions are in the whole array, u64 if they are wide, else u32. */
template <class Key>
struct sorted_rows {
    const Key *keys;
    const void *positions;
    u64 row;
    bool has_wide_positions;
};

/* A block a row at a time. */
template <class Key>
__global__ void __launch_bounds__(TCUI_SELECTION_ROW_THREADS)
    store_sorted_rows(const __grid_constant__ selection_rows<Key> rows, const __grid_constant__ sorted_rows<Key> sorted)
{
    for (u64 s = blockIdx.x; s < rows.segments.count; s += gridDim.x) {
        const selection_segment segment = segment_of(rows, s);
        for (u64 t = threadIdx.x; t < segment.results; t += TCUI_SELECTION_ROW_THREADS) {
            const u64 from = s * sorted.row + t;
            const u64 position = sorted.has_wide_positions ? static_cast<const u64 *>(sorted.positions)[from]
                                                           : static_cast<const u32 *>(sorted.positions)[from];
            store_result(rows.out, segment, t, sorted.keys[from], position - segment.begin);
        }
        finish_row(rows, segment, threadIdx.x, TCUI_SELECTION_ROW_THREADS);
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_SEGMENTS_SORTED_CUH */
