/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the kernels of operations by key: of those in one pass (one_pass/), and of picks (arrays.cu), for which the
 * numbers are estimates that nobody has measured.
 */
#ifndef TCUI_BY_KEY_CUDA_TUNING_H
#define TCUI_BY_KEY_CUDA_TUNING_H

enum {
    /* In one pass a block has a tile of 256 * 4 * 4 = 4096 elements: keys and values of 4 bytes take 32 KB. */
    TCUI_BY_KEY_THREADS = 256,
    TCUI_BY_KEY_ROWS = 4, /* of a thread, 4 neighbouring elements each */
    /* Blocks of a multiprocessor that registers have to leave room for: 4; where values or partial results have 8 bytes,
     * 3. While some of them wait for what comes before their tile, others load or store. */
    TCUI_BY_KEY_RESIDENT = 4,
    TCUI_BY_KEY_RESIDENT_WIDE = 3,
    /* Keys, or first values, of as many runs a thread loads before it stores the first of them. (tcu_unique_by_key(), runs
     * of one element, on an H100: 82 % of a device copy; with 4 in place of 8 it is 77 %.) */
    TCUI_BY_KEY_COPIES = 8,

    TCUI_BY_KEY_ARRAY_THREADS = 256,
    TCUI_BY_KEY_PICK_BLOCKS = 8 /* blocks of a multiprocessor; their threads take runs in turn */
};

#endif /* TCUI_BY_KEY_CUDA_TUNING_H */
