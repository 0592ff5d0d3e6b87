/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels in which warps, or some of their lanes, have a segment each. They are from counts of
 * instructions (docs/design/selection.md); nobody has measured them. */
#ifndef TCUI_SELECTION_CUDA_WARPS_TUNING_H
#define TCUI_SELECTION_CUDA_WARPS_TUNING_H

enum {
    TCUI_SELECTION_WARP_THREADS = 128,
    /* Blocks a multiprocessor, which take segments in turn: twice as many as are resident. */
    TCUI_SELECTION_WARP_BLOCKS = 32,

    /* One after the other: a lane has one of the results, and 4 or 8 of a segment's keys, each of whose numbers takes
     * 4 bits of a register. More results, which cost 20 instructions each, are left to networks. */
    TCUI_SELECTION_WARP_RESULTS = 32,
    TCUI_SELECTION_WARP_SHORT_ITEMS = 4,
    TCUI_SELECTION_WARP_ITEMS = 8,
    TCUI_SELECTION_WARP_KEYS = 32 * TCUI_SELECTION_WARP_ITEMS /* of the longest segment, by networks too */
};

#ifdef __cplusplus
namespace tcu
{

/* Networks: items of a lane, and lanes of a segment, which has up to as many items as all of them. The last two are
 * for the longest segments, of items of up to 64 bits and of wider ones, which need more registers. (As of sorts of
 * segments: algorithms/radix_sort/cuda/block/networks/tuning.h.) */
struct top_k_network {
    int items, lanes;

    constexpr int segment() const { return items * lanes; }
};

constexpr top_k_network top_k_networks[] = {{4, 4}, {8, 8}, {16, 16}, {8, 32}};

} // namespace tcu
#endif

#endif /* TCUI_SELECTION_CUDA_WARPS_TUNING_H */
