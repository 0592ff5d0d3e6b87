/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes in which segments are sorted in one place (radix_sort_block.cuh), measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_BLOCK_TUNING_H
#define TCUI_RADIX_SORT_BLOCK_TUNING_H

enum {
    /* The longest segments, of items of up to 64 bits and of wider ones: more does not fit a block's registers, or the
     * shared memory that every device has. */
    TCUI_SORT_BLOCK_ITEMS = 8192,
    TCUI_SORT_BLOCK_WIDE_ITEMS = 4096,
    /* Items that a thread of a block has; and of a block's segments the most. */
    TCUI_SORT_THREAD_ITEMS = 16,
    TCUI_SORT_BLOCK_THREADS = TCUI_SORT_BLOCK_ITEMS / TCUI_SORT_THREAD_ITEMS,
    /* Whole arrays of more than FROM, and up to ITEMS, are sorted by a cluster of up to so many blocks (every device
     * has room for 8), of as many threads as there are schedulers for, at least. */
    TCUI_SORT_CLUSTER_FROM = 2048,
    TCUI_SORT_CLUSTER_ITEMS = 16384,
    TCUI_SORT_CLUSTER_BLOCKS = 8,
    TCUI_SORT_CLUSTER_THREADS = 128,
    /* Warps of a block whose warps have segments of their own. */
    TCUI_SORT_WARPS = 4,
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

/* The longest segments of each list. */
#define TCUI_SORT_LISTED_ITEMS                                                                                         \
    {                                                                                                                  \
        64, 256, 512, 1024, 2048, 4096, 8192                                                                           \
    }

#endif /* TCUI_RADIX_SORT_BLOCK_TUNING_H */
