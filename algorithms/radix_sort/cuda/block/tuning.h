/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes in which segments are sorted in one place, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_TUNING_H

enum {
    /* The longest segments, of items of up to 64 bits and of wider ones; longer ones are sorted by digits in shared
     * memory (block_radix/tuning.h has figures). 2^27 pairs of u64 in segments of 256 by a network 4.3 ms. */
    TCUI_SORT_NETWORK_ITEMS = 256,
    TCUI_SORT_NETWORK_WIDE_ITEMS = 64,
    /* And keys of up to 4 bytes as vectors: 2^28 u32 in segments of 512 1.32 ms, by digits 1.40. */
    TCUI_SORT_VECTOR_ITEMS = 512,
    /* Warps of a block whose warps have segments of their own, and such blocks a multiprocessor. */
    TCUI_SORT_WARPS = 4,
    TCUI_SORT_LANE_BLOCKS = 8,
    TCUI_SORT_WIDE_LANE_BLOCKS = 4,
    /*
     * Bare keys in aligned segments of a power of two, as vectors. 2^28 u32 keys, Gkeys/s, where a copy makes 530, by
     * items a lane x lanes a segment: of 16 8 x 2 515, 4 x 4 459, 16 x 1 368, by the path for short segments 274; of 64
     * 16 x 4 401, 8 x 8 360, 4 x 16 297, 241; of 256 16 x 16 254, 8 x 32 219, 186. Those of 8 bytes by analogy.
     */
    TCUI_SORT_VECTOR_THREADS = 256,
    /* Blocks a multiprocessor that take segments off a list whose length the host does not know. */
    TCUI_SORT_LIST_BLOCKS = 16,
    /* Segments by offsets up to so long are not listed. */
    TCUI_SORT_UNLISTED_ITEMS = 16,
    TCUI_SORT_LISTS = 7,
    /* Segments by offsets that a thread looks at. */
    TCUI_SORT_CLASSIFY_THREADS = 256,
    TCUI_SORT_CLASSIFY_ROWS = 4
};

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_TUNING_H */
