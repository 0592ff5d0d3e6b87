/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes in which segments are sorted in one place, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_TUNING_H

enum {
    /*
     * The longest segments, of items of up to 64 bits and of wider ones: more does not fit a block's registers, or the
     * shared memory that every device has. 2^28 u32 keys, Gkeys/s, CUB's best in brackets: segments of 256 186 (3.3),
     * of 1024 124 (13), of 4096 84 (47), of 8192 71 (30); u32/u32 pairs: of 16 162 (123), of 64 120 (69), of 256 79
     * (2.8), of 1024 57 (11), of 4096 39 (36).
     */
    TCUI_SORT_BLOCK_ITEMS = 8192,
    TCUI_SORT_BLOCK_WIDE_ITEMS = 4096,
    /* Items that a thread of a block has; and of a block's segments the most. */
    TCUI_SORT_THREAD_ITEMS = 16,
    TCUI_SORT_BLOCK_THREADS = TCUI_SORT_BLOCK_ITEMS / TCUI_SORT_THREAD_ITEMS,
    /* Such blocks a multiprocessor, and so registers a thread: of items of 32 bits, and wider. */
    TCUI_SORT_BLOCKS = 2,
    TCUI_SORT_WIDE_BLOCKS = 1,
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
    TCUI_SORT_LISTS = 6,
    /* The longest segments that networks sort. */
    TCUI_SORT_NETWORK_ITEMS = 1024,
    /* Segments by offsets that a thread looks at. */
    TCUI_SORT_CLASSIFY_THREADS = 256,
    TCUI_SORT_CLASSIFY_ROWS = 4
};

/* The longest segments of each list. */
#define TCUI_SORT_LISTED_ITEMS                                                                                         \
    {                                                                                                                  \
        64, 256, 1024, 2304, 4608, 9216                                                                                \
    }

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_TUNING_H */
