/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the kernel in which blocks have a segment each. They are from counts of instructions and bytes
 * (docs/design/selection.md); nobody has measured them. */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_TUNING_H
#define TCUI_SELECTION_CUDA_BLOCKS_TUNING_H

enum {
    TCUI_SELECTION_BLOCK_THREADS = 256, /* one a value of a digit */
    TCUI_SELECTION_DIGIT_BITS = 8,

    /* Keys that a lane sorts, of candidates, which a block has room for 32 times as often a warp: in blocks for few
     * results, and for more. */
    TCUI_SELECTION_BLOCK_FEW_ITEMS = 4,
    TCUI_SELECTION_BLOCK_ITEMS = 8,

    /* Blocks a multiprocessor, by that: of 42 and of 64 registers a thread. */
    TCUI_SELECTION_BLOCK_FEW_RESIDENT = 6,
    TCUI_SELECTION_BLOCK_RESIDENT = 4,
    TCUI_SELECTION_BLOCK_ROUNDS = 4, /* segments by offsets: blocks a multiprocessor, in resident ones */

    /* Keys of the sample that a lane of one warp sorts; by how many standard deviations the bound that is taken
     * from them is too high: one row in a thousand then has a bound that is too low, and is read again; and how
     * many more keys than expected come before it there has to be room for, in deviations. */
    TCUI_SELECTION_SAMPLE_ITEMS = 8,
    TCUI_SELECTION_SAMPLE_DEVIATIONS = 4,
    TCUI_SELECTION_ROOM_DEVIATIONS = 2,

    TCUI_SELECTION_BLOCK_VECTORS = 4,        /* of 16 bytes, that a thread loads before it looks at the first */
    TCUI_SELECTION_IN_ORDER_ITEMS = 4,       /* the same of keys, where they are visited in order */
    TCUI_SELECTION_COUNTED_AT_ONCE = 1 << 30 /* keys of which a digit is counted with 32 bits */
};

#endif /* TCUI_SELECTION_CUDA_BLOCKS_TUNING_H */
