/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels of merges and searches. Figures are of an H200 that other processes used at the same time:
 * differences of a tenth mean little. */
#ifndef TCUI_MERGE_CUDA_TUNING_H
#define TCUI_MERGE_CUDA_TUNING_H

enum {
    /*
     * Results of a tile that a thread has, by the bytes of a key. They are an odd number of 32-bit words, of keys of 8
     * bytes of 64-bit ones, so that lanes that write theirs side by side do it in different banks; and a tile is a
     * multiple of 128 bytes.
     */

    /* Merges with values, and ranks. (From counts of instructions; not compared with others.) */
    TCUI_MERGE_PAIR_THREADS = 256,
    TCUI_MERGE_PAIR_ITEMS_1 = 28,
    TCUI_MERGE_PAIR_ITEMS_2 = 22,
    TCUI_MERGE_PAIR_ITEMS_4 = 15,
    TCUI_MERGE_PAIR_ITEMS_8 = 11,
    TCUI_MERGE_PAIR_VALUES = 4, /* that a thread loads before it stores the first of them */

    /* Merges of keys alone. 2^27 u32: 0.327 ms, with 256 x 15 0.359 (without changes of order bits 0.328), with 128 x 15
     * 0.408. */
    TCUI_MERGE_WIDE_THREADS_4 = 128,
    TCUI_MERGE_WIDE_ITEMS_4 = 31,
    /* 2^26 u64: 0.330 ms, with 256 x 7 0.406. */
    TCUI_MERGE_WIDE_THREADS_8 = 256,
    TCUI_MERGE_WIDE_ITEMS_8 = 11,
    /* 2^28 u16: 0.583 ms, without changes of order bits 0.488. */
    TCUI_MERGE_WIDE_THREADS_2 = 256,
    TCUI_MERGE_WIDE_ITEMS_2 = 22,
    TCUI_MERGE_WIDE_THREADS_1 = 256, /* (not compared with others) */
    TCUI_MERGE_WIDE_ITEMS_1 = 28,

    /* The same up to so many results: more blocks than the wide shape has, with shorter walks. 4096 u32: 3.5 us, with 256 x
     * 15 4.3; 32768: 4.1 and 5.0; 524288: 7.5 and 5.8. */
    TCUI_MERGE_NARROW_RESULTS = 1 << 17,
    TCUI_MERGE_NARROW_THREADS = 256,
    TCUI_MERGE_NARROW_ITEMS_1 = 12,
    TCUI_MERGE_NARROW_ITEMS_2 = 6,
    TCUI_MERGE_NARROW_ITEMS_4 = 3,
    TCUI_MERGE_NARROW_ITEMS_8 = 3,

    /* Up to so many tiles blocks find their own borders, a warp each. Of 256 x 15 u32: 137 tiles take 5.8 us, with a kernel
     * that finds all of them (and slower walks) 9.5; 1093 tiles 16.7 and 20.4. */
    TCUI_MERGE_OWN_BORDERS = 512,
    TCUI_MERGE_LANE_PROBES = 2,      /* places that each lane looks at in a step of such a search */
    TCUI_MERGE_BORDER_THREADS = 128, /* of the kernel that finds borders, one each */

    /* Values that are sorted follow the merge path if the array has at most so many keys for each of them; else most of
     * its keys are not worth reading. */
    TCUI_MERGE_RANKS_KEYS = 4,

    /*
     * Values in any order, many of them: a multiprocessor's one block, which takes tiles of values in turn; values that a
     * thread searches for side by side; bytes of shared memory for splitters, at most; and so many splitters, as an
     * exponent, that keys between two of them are counted in 32 bits, whatever a device's memory holds. 2^26 u32 in 2^20:
     * 128 KB 1.35 ms, 64 KB (512 threads, three blocks) 1.84, 16 KB (256 threads, six blocks) 2.54; 8 values a thread 1.36.
     */
    TCUI_SEARCH_THREADS = 1024,
    TCUI_SEARCH_THREAD_VALUES = 4,
    TCUI_SEARCH_SPLITTER_BYTES = 128 << 10,
    TCUI_SEARCH_LEAST_LEVELS = 8,
    TCUI_SEARCH_SPLITTER_LOADS = 8, /* that a thread has in flight: 4 rounds for 128 KB */

    /*
     * Few values: up to so many, groups of lanes search for a value each; up to so many, threads; more of them are worth
     * the splitters. In 2^20 u32 keys 1024 values take 3.3 us by 8 lanes, 4.8 by a thread each; 8192 3.9 and 5.3; 65536
     * 11.9 and 6.6. (The last limit is expected: at 300,000 values a thread's search takes 68 ps a value, as it does of
     * 2^26, and blocks' splitters and their one tile of values some 25 us.)
     */
    TCUI_SEARCH_GROUP_LANES = 8,
    TCUI_SEARCH_GROUP_VALUES = 1 << 14,
    TCUI_SEARCH_FEW_VALUES = 5 << 16,
    TCUI_SEARCH_FEW_THREADS = 64
};

#endif /* TCUI_MERGE_CUDA_TUNING_H */
