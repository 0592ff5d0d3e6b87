/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernels of operations by key; of gather and pick estimates. */
#ifndef TCUI_BY_KEY_CUDA_TUNING_H
#define TCUI_BY_KEY_CUDA_TUNING_H

enum {
    /* Of the one-pass kernels: a block has a tile of 4096 elements, 32 KB of keys and values of 4 bytes. With three or
     * four blocks on a multiprocessor some load while others wait for what comes before their tile. */
    TCUI_BY_KEY_THREADS = 256,
    TCUI_BY_KEY_ROWS = 4, /* of a thread, 4 elements each */
    /* Blocks of a multiprocessor that registers have to leave room for; and where values or partial results have 8
     * bytes. */
    TCUI_BY_KEY_RESIDENT = 4,
    TCUI_BY_KEY_RESIDENT_WIDE = 3,
    /* Items of a thread in flight where keys and first values are stored. (First values of runs of one, in % of a
     * device copy on an H100: 82; 4 items, 77.) */
    TCUI_BY_KEY_COPIES = 8,

    TCUI_BY_KEY_ARRAY_THREADS = 256,
    TCUI_BY_KEY_GATHER_ITEMS = 8, /* of a thread, in flight together */
    TCUI_BY_KEY_PICK_BLOCKS = 8   /* of a multiprocessor */
};

#endif /* TCUI_BY_KEY_CUDA_TUNING_H */
