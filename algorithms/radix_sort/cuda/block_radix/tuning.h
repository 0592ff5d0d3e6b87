/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes in which a block sorts a segment by digits, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H

enum {
    /* The longest segments of items of up to 4 bytes, and of wider ones (index and key apart). */
    TCUI_BLOCK_RADIX_ITEMS = 9216,
    TCUI_BLOCK_RADIX_WIDE_ITEMS = 8704,
    /*
     * Threads and items a thread of the shapes, and how many of these blocks a multiprocessor has. Segments of up to
     * 2304, 4608, and TCUI_BLOCK_RADIX_ITEMS.
     */
    TCUI_BLOCK_RADIX_SMALL = 2304,
    TCUI_BLOCK_RADIX_MIDDLE = 4608,
    TCUI_BLOCK_RADIX_BARE_THREADS = 128,
    TCUI_BLOCK_RADIX_THREADS = 256,
    TCUI_BLOCK_RADIX_BARE_SMALL_BLOCKS = 10,
    TCUI_BLOCK_RADIX_BARE_MIDDLE_BLOCKS = 7,
    TCUI_BLOCK_RADIX_BARE_BLOCKS = 3,
    TCUI_BLOCK_RADIX_TAGGED_SMALL_BLOCKS = 5,
    TCUI_BLOCK_RADIX_TAGGED_MIDDLE_BLOCKS = 4,
    TCUI_BLOCK_RADIX_TAGGED_BLOCKS = 2,
    TCUI_BLOCK_RADIX_WIDE_SMALL_BLOCKS = 5,
    TCUI_BLOCK_RADIX_WIDE_MIDDLE_BLOCKS = 3,
    TCUI_BLOCK_RADIX_WIDE_BLOCKS = 2,
    /* The highest bits that vary in a segment by which it is sorted first; of reals more, since exponents take some. */
    TCUI_BLOCK_RADIX_FIRST_BITS = 16,
    TCUI_BLOCK_RADIX_REAL_BITS = 24,
    /* The most neighbours with equal first bits that one thread puts in order. */
    TCUI_BLOCK_RADIX_TIES = 16,
    /* Items that a thread ranks before it stages them. */
    TCUI_BLOCK_RADIX_STAGED_AT_ONCE = 6,
    /* Rows that a thread moves at once, or whose neighbours it compares. */
    TCUI_BLOCK_RADIX_MOVED_AT_ONCE = 6,
    /* Blocks a multiprocessor that take segments off a list whose length the host does not know. */
    TCUI_BLOCK_RADIX_LIST_BLOCKS = 32
};

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H */
