/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the sort by counts (radix_sort_counted_cuda.cu). For an H200 (sm_90); other devices use the same, untuned.
 */
#ifndef TCUI_RADIX_SORT_COUNTED_TUNING_H
#define TCUI_RADIX_SORT_COUNTED_TUNING_H

enum {
    /* Threads of a block that expands, and blocks that a multiprocessor has room for. */
    TCUI_EXPANSION_THREADS = 256,
    TCUI_EXPANSION_BLOCKS = 6,
    /* Vectors a thread writes of a slice: few where there are not slices enough for all multiprocessors. */
    TCUI_EXPANSION_ROWS = 4,
    TCUI_EXPANSION_FEW_ROWS = 1,
    /* Slices of a block at most, since each block first scans the groups' counts; and waves of blocks, that are left
     * at least. */
    TCUI_EXPANSION_SLICES = 4,
    TCUI_EXPANSION_WAVES = 4,
};

#endif /* TCUI_RADIX_SORT_COUNTED_TUNING_H */
