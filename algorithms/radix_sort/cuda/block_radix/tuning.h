/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes in which a block sorts a segment by digits, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H

/*
 * Shapes: threads x items a thread, and blocks a multiprocessor. Fewer warps are better, because a warp's counters are
 * cleared and scanned once a digit, whatever the number of items; up to where registers or shared memory leave too few
 * of them. Figures are ms for 2^28 uniform keys of 4 bytes or 2^27 of 8; a copy takes 0.51, with values of the keys'
 * size 1.02. (Of an earlier comparison of neighbours, which took up to a fifth longer in every shape; the times now are at
 * TCUI_BLOCK_RADIX_COMPARED_AT_ONCE.)
 *
 *     u32, segments of 512     32 x 18 1.40   64 x 9 1.86
 *                      1024    64 x 18 1.37   32 x 36 1.40   128 x 9 2.0
 *                      2048    64 x 36 1.35   128 x 18 1.47
 *                      4096    128 x 36, 7 blocks 1.38, 8 1.5, 6 1.5   64 x 72 1.57   256 x 18 1.80
 *                      8192    256 x 36, 4 blocks 1.69, 3 1.76   128 x 72 1.71
 *     u32 with u32      256    32 x 18 3.4 (a network: 3.4)
 *                       512    32 x 18 2.25 (3.9)
 *                      2048    64 x 36 2.26   128 x 18 2.26   256 x 9 3.2
 *                      4096    128 x 36 2.36   256 x 18 2.42
 *     their lower 16 bits in segments of about 4096: u32 128 x 36 1.16; with u32 128 x 36 1.70   256 x 18 2.0   64 x 72
 *     1.95; of u64 the lower 48 bits, of about 2048: 64 x 36 1.16   128 x 18 1.20   256 x 9 1.6; with u64 1.68, 1.71, 2.0
 *     u64               256    32 x 18 1.70 (1.66 as vectors); with u64 2.23 (4.3)
 *                       512    32 x 18 1.08 (2.0); with u64, 20 blocks 1.41, 16 1.53 (5.4)
 *                      1024    64 x 18 1.14   128 x 18 1.9
 *                      4096    128 x 36 1.27   256 x 18 1.39; with u64 1.81, 1.89
 *
 * 2^28 u32 in segments of about 4096 (hybrid, H100, the whole sort), keys in the reverse order, and by digits: n - 1 ... 0
 * 3.0 (4.9), uniform ones sorted downwards 3.03 (3.84). With items at places i + i / 32, so that evenly spaced ones do not
 * meet in a bank: 3.25 and 3.48, but uniform 3.72 (3.66), segments of 4096 1.34 (1.24).
 */
enum {
    TCUI_BLOCK_RADIX_LEAST = 576,   /* 32 x 18 */
    TCUI_BLOCK_RADIX_SMALL = 1152,  /* 64 x 18 */
    TCUI_BLOCK_RADIX_MIDDLE = 2304, /* 64 x 36 */
    TCUI_BLOCK_RADIX_LARGE = 4608,  /* 128 x 36 */
    /* The longest segments of items of up to 4 bytes, 256 x 36, and of wider ones (their keys and indices are apart), 256
     * x 34, of which two blocks fit. */
    TCUI_BLOCK_RADIX_ITEMS = 9216,
    TCUI_BLOCK_RADIX_WIDE_ITEMS = 8704,
    TCUI_BLOCK_RADIX_LEAST_THREADS = 32,
    TCUI_BLOCK_RADIX_SMALL_THREADS = 64,
    TCUI_BLOCK_RADIX_MIDDLE_THREADS = 64,
    TCUI_BLOCK_RADIX_LARGE_THREADS = 128,
    TCUI_BLOCK_RADIX_MOST_THREADS = 256,
    /* Blocks a multiprocessor, of bare keys of up to 4 bytes, of such with a payload, and of keys of 8 bytes. */
    TCUI_BLOCK_RADIX_BARE_LEAST_BLOCKS = 24,
    TCUI_BLOCK_RADIX_BARE_SMALL_BLOCKS = 16,
    TCUI_BLOCK_RADIX_BARE_MIDDLE_BLOCKS = 14,
    TCUI_BLOCK_RADIX_BARE_LARGE_BLOCKS = 7,
    TCUI_BLOCK_RADIX_BARE_MOST_BLOCKS = 4,
    TCUI_BLOCK_RADIX_TAGGED_LEAST_BLOCKS = 24,
    TCUI_BLOCK_RADIX_TAGGED_SMALL_BLOCKS = 16,
    TCUI_BLOCK_RADIX_TAGGED_MIDDLE_BLOCKS = 10,
    TCUI_BLOCK_RADIX_TAGGED_LARGE_BLOCKS = 5,
    TCUI_BLOCK_RADIX_TAGGED_MOST_BLOCKS = 2,
    TCUI_BLOCK_RADIX_WIDE_LEAST_BLOCKS = 20,
    TCUI_BLOCK_RADIX_WIDE_SMALL_BLOCKS = 10,
    TCUI_BLOCK_RADIX_WIDE_MIDDLE_BLOCKS = 6,
    TCUI_BLOCK_RADIX_WIDE_LARGE_BLOCKS = 3,
    TCUI_BLOCK_RADIX_WIDE_MOST_BLOCKS = 2,
    /* The highest bits that vary in a segment by which it is sorted first; of reals more, since exponents take some. */
    TCUI_BLOCK_RADIX_FIRST_BITS = 16,
    TCUI_BLOCK_RADIX_REAL_BITS = 24,
    /* The most neighbours with equal first bits that one thread puts in order. */
    TCUI_BLOCK_RADIX_TIES = 16,
    /* Items that a thread ranks before it stages them, and that it moves at once. (9 and 12 spill: a tenth slower.) */
    TCUI_BLOCK_RADIX_STAGED_AT_ONCE = 6,
    TCUI_BLOCK_RADIX_MOVED_AT_ONCE = 6,
    /*
     * Items that a thread compares at once with the ones before (settle.cuh). ms with 3, and with 6, which spills, in the
     * shapes chosen:
     *
     *     u32           1024 1.36, 1.39   2048 1.21, 1.28   4096 1.24, 1.29   8192 1.43, 1.47
     *     u32 with u32   512 2.17, 2.24   2048 2.01, 2.02   4096 2.09, 2.10   8192 2.70, 2.67
     *     u64            512 0.99, 1.03   1024 0.98, 1.02   4096 1.07, 1.06; with u64 1.63, 1.62
     */
    TCUI_BLOCK_RADIX_COMPARED_AT_ONCE = 3,
    /* Blocks a multiprocessor that take segments off a list whose length the host does not know. 16 and 8, H100, hybrid, ms:
     * u64 2^21 0.153, 0.149 (0.158), 2^24 0.551, 0.577 (0.554); u32 2^26 1.10, 1.12 (1.06), 2^28 3.61, 3.82 (3.58). */
    TCUI_BLOCK_RADIX_LIST_BLOCKS = 32
};

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_TUNING_H */
