/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels in which warps, or some of their lanes, have a segment each. They are from counts of instructions
 * (docs/design/selection.md); nobody has measured them. */
#ifndef TCUI_SELECTION_CUDA_WARPS_TUNING_H
#define TCUI_SELECTION_CUDA_WARPS_TUNING_H

enum {
    /* One after the other: a lane has one of the results, and 4 or 8 of a segment's keys, each of whose numbers takes
     * 4 bits of a register. */
    TCUI_SELECTION_WARP_RESULTS = 32,
    TCUI_SELECTION_WARP_SHORT_ITEMS = 4,
    TCUI_SELECTION_WARP_ITEMS = 8,
    TCUI_SELECTION_WARP_KEYS = 32 * TCUI_SELECTION_WARP_ITEMS, /* of the longest segment */
    TCUI_SELECTION_WARP_THREADS = 128,
    /* A result costs 16 instructions or so; a network of 256 items as much as 64 results. */
    TCUI_SELECTION_WARP_PAYS = 32,

    /* Blocks a multiprocessor, which take segments in turn: twice as many as are resident. */
    TCUI_SELECTION_WARP_BLOCKS = 32
};

#endif /* TCUI_SELECTION_CUDA_WARPS_TUNING_H */
