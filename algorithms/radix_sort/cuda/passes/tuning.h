/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the passes' tiles, measured on an H200 (sm_90); which arrays take which: the sorts' policy (../tuning.h). */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_TUNING_H
#define TCUI_RADIX_SORT_CUDA_PASSES_TUNING_H

/*
 * Shapes of a pass's blocks, for keys of up to 4 bytes or of 8, and for what a payload takes of shared memory: nothing
 * (bare keys), up to 4 bytes or 8. A large tile takes a multiprocessor's shared memory, or its registers.
 *
 * Figures: H200, ms a pass, uniform keys, 2^28 of 4 bytes or 2^27 of 8; a pass at the speed of a copy takes 0.51, with
 * values of the keys' size 1.02.
 *
 *     u32                   56: 0.82   64: 0.81   68: 0.82   72: 0.81   two blocks a multiprocessor, 28: 0.91
 *     u32 with u32          32: 1.47   40: 1.47   768 threads, 26: 1.50   two blocks, 16: 1.82
 *     u64                   28: 0.71   32: 0.73   36: 0.73   two blocks, 16: 0.77
 *     u64 with u64          16: 1.51   20: 1.45   22: 1.41   two blocks, 10: 1.69
 *
 * 768 threads, ms for 2^28 keys of u32 with u32 (512 threads with 40 keys), 26 keys: uniform 6.26 (6.28), two
 * values 5.32 (5.66), equal 5.16 (5.50), evenly spaced 8.8 (10.2), argsort 5.96 (5.91); 4 staged at once: uniform 6.42.
 * Keys alone, 42 for 64: 3.49 to 3.68 (3.50), equal 2.83 to 2.91 (2.98), evenly spaced 4.1 (6.3). u64 with u64, 14 for
 * 22: 11.5 (11.7). 1024 threads: u32 with u32 6.46, u32 3.65. Other columns of counters, so that strided digits do not
 * meet in banks: u32 3.59 (evenly spaced 6.2); other places in the staged tile, too: 3.82 (3.4).
 *
 * Of the time over a tile stores take a third, ranks a fifth, and for a fifth to a third half of the warps wait for the
 * look-back. ms for 2^28 pairs of u32, for 6.2: not scattered (a bound, no sort) 5.6; no look at the order 6.2; no
 * conflicts of banks where values are found 1% less; four more warps that scan and look back while half of the tile
 * before is still being stored 6.5 (6% of waiting is left); warps that count and look back a tile ahead, and read the
 * keys twice, 6.9 to 7.4; keys loaded to shared memory while others are ranked 6.6 to 7.1; twice as many warps 6.5.
 *
 * Values of 16 bytes, ms a pass over 2^26 keys, where a copy takes 0.64 and a pass that reads values in the order of
 * digits 2.16: u32 18 keys a thread, look-backs of 4 slots 0.88, of 8 0.86, of 12 0.86; 16 keys 0.87; 768 threads, 11 keys
 * 0.89; 1024, 8 keys 0.89; two blocks of 512 with 8 keys 0.90 to 0.93, of 256 with 17 0.89. u64, 15 keys 1.03. The next
 * tile's values brought to L2 while one is stored: 0.95, and 2^28 pairs of u32 5.4 (5.2).
 *
 * A pass that makes indices, as one that has room for values, 2^26 keys of u32: 0.37, and without room: 26 keys a thread
 * 0.34, 32 0.33, 36 0.35; 512 threads, 40 to 56 keys 0.34 to 0.36. u64: 0.48, 0.51 with 36 keys.
 *
 * Order bits computed in one way for keys of all sizes: 2^28 keys of i32 3.35 (3.30), of f32 3.80 (3.76).
 *
 * Small tiles of 16 keys a thread instead of 8, us: u32 2^17 41 (33), 2^19 47 (42), 2^20 53 (56), 2^21 70 (85).
 *
 * H100, us, tiles of as many rows as are needed for one or two of them a block, and, in parentheses, small tiles or those of
 * all rows, whichever was chosen before: u32 600,000 42 (48), 2^20 47 (55), 2^21 62 (89), 3 * 10^6 73 (90), 6 * 10^6 126
 * (145), 2^23 161 (163), 2^24 301 (307), 2^26 1090 (1135); u32 with u32 2^20 63 (68), 3 * 10^6 124 (142), 2^22 162 (165),
 * 2^24 554 (550); u64 786,432 96 (110), 2^20 107 (111), 2^24 554 (553); u64 with u64 600,000 107 (125), 2^24 888 (882), 2^27
 * 6070 (6010). In three rounds, u32 12 * 10^6: 231 (228). Tiles of one or two rows: u32 2^17 50, 39 (31).
 * 65 rows instead of 64, 2^28 u32, ms: 65537 apart 4.8 (6.1), uniform 3.58 (3.65).
 */
enum {
    TCUI_SORT_THREADS = 512,
    /* Keys a thread of large tiles. */
    TCUI_SORT_LARGE_4 = 65,
    TCUI_SORT_LARGE_4_VALUES_4 = 26,
    TCUI_SORT_LARGE_4_VALUES_4_THREADS = 768,
    TCUI_SORT_LARGE_4_VALUES_8 = 29,
    TCUI_SORT_LARGE_8 = 29,
    TCUI_SORT_LARGE_8_VALUES_4 = 29,
    TCUI_SORT_LARGE_8_VALUES_8 = 22,
    TCUI_SORT_LARGE_4_VALUES_16 = 18,
    TCUI_SORT_LARGE_8_VALUES_16 = 15,
    TCUI_SORT_LARGE_4_INDICES = 33,
    TCUI_SORT_LARGE_8_INDICES = 29,
    /* Keys a thread of small tiles, and blocks a multiprocessor. */
    TCUI_SORT_SMALL = 8,
    TCUI_SORT_SMALL_BLOCKS = 2,
    /* Slots of the look-back that a thread reads at once. 8 in large tiles: the same; 16, H100: u32 2^20 51 us (47), 2^24
     * 310 (302). In small ones, u32 2^20, 8: 58 us, 16: 56, 32: 63. */
    TCUI_SORT_LARGE_LOOK_BACK = 4,
    TCUI_SORT_VECTOR_LOOK_BACK = 8,
    TCUI_SORT_SMALL_LOOK_BACK = 16,
    /* Keys that a thread ranks before it stages them: without tags, and with. */
    TCUI_SORT_STAGED_AT_ONCE = 8,
    TCUI_SORT_TAGGED_AT_ONCE = 4,
    TCUI_SORT_MORE_TAGGED_AT_ONCE = 8, /* with more threads a block, which have fewer registers */
};

/* Large tiles have at least so many rows, a few more keys than small tiles, since look-backs are longer with more tiles; and
 * all if otherwise they had so many percent or more: the compiler knows that all are there, and a tile of 63 rows takes as
 * long as one of 65 (H100, u32 2^22: 90.1 us, and 87.6). */
enum {
    TCUI_SORT_LEAST_ROWS = 9,
    TCUI_SORT_EVEN_PERCENT = 94,
};

/* The count of digits: bytes of a byte's counters' copies, so that all digits' fit (128 KB); and copies for small tiles and
 * short arrays (../tuning.h; H100: u32 2^20 46.7 us instead of 47.4; the same from 2^21 to 2^23). And vectors of keys that
 * a thread loads while it counts as many (with 3 or 4 of them a sort takes as long; memory is busy 90% of the time). */
enum {
    TCUI_SORT_COPIES_BYTES = 128,
    TCUI_SORT_DIGIT_THREADS = 1024,
    TCUI_SORT_FEW_COPIES = 4,
    TCUI_SORT_DIGIT_LOADS = 2,
};

/* Surveys: keys that are looked at before the digits are chosen; and what a read of all keys takes, in percent of a pass. */
enum {
    TCUI_SORT_SURVEY_THREADS = 512,
    TCUI_SORT_SURVEY_BLOCKS = 128,
    TCUI_SORT_READ_PERCENT = 35,
};

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_TUNING_H */
