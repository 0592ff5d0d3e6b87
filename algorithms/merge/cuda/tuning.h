/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels of merges and searches. They are from counts of instructions and bytes (docs/design/merge.md);
 * nobody has measured them. */
#ifndef TCUI_MERGE_CUDA_TUNING_H
#define TCUI_MERGE_CUDA_TUNING_H

enum {
    /*
     * Results of a tile that a thread has, by the bytes of a key: tiles take 7 to 22 KB of shared memory. A thread's
     * results are an odd number of 32-bit words, so that lanes that write theirs side by side do it in different banks;
     * and a tile is a multiple of 128 bytes.
     */
    TCUI_MERGE_THREADS = 256,
    TCUI_MERGE_ITEMS_1 = 28,
    TCUI_MERGE_ITEMS_2 = 22,
    TCUI_MERGE_ITEMS_4 = 15,
    TCUI_MERGE_ITEMS_8 = 11,
    TCUI_MERGE_VALUES = 4, /* that a thread loads before it stores the first of them */

    /* Up to so many tiles blocks find their own borders: that takes as long as a kernel that finds all, and saves its
     * launch. */
    TCUI_MERGE_OWN_BORDERS = 128,
    TCUI_MERGE_BORDER_THREADS = 128, /* of the kernel that finds borders, one each */

    /* Values that are sorted follow the merge path if the array has at most so many keys for each of them; else most of
     * its keys are not worth reading. */
    TCUI_MERGE_RANKS_KEYS = 4,

    /* Values in any order: that a thread searches for side by side; keys that a block has in shared memory, by bytes,
     * and at least, where there are few values; blocks of a multiprocessor, which take tiles of values in turn. */
    TCUI_SEARCH_THREADS = 256,
    TCUI_SEARCH_THREAD_VALUES = 4,
    TCUI_SEARCH_SPLITTER_BYTES = 16384,
    TCUI_SEARCH_LEAST_SPLITTERS = 256,
    TCUI_SEARCH_BLOCKS = 8
};

#endif /* TCUI_MERGE_CUDA_TUNING_H */
