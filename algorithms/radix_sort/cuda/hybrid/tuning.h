/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of the hybrid sort: which arrays take it, and when the device goes back to passes alone. */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H
#define TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H

enum {
    /* Arrays of at least so many elements take the path. */
    TCUI_SORT_HYBRID_ITEMS = 1 << 20,
    /* Keys that are looked at before the digits are chosen. */
    TCUI_SORT_SURVEY_THREADS = 512,
    TCUI_SORT_SURVEY_BLOCKS = 128,
    /* What a block's sort of a short segment takes, and a read of all keys, in percent of a pass. */
    TCUI_SORT_REST_PERCENT = 170,
    TCUI_SORT_READ_PERCENT = 35,
    /* A plan of upper digits has to be faster than one of all digits by so many percent. */
    TCUI_SORT_HYBRID_MARGIN = 4,
    TCUI_SORT_BOUNDS_THREADS = 256,
    /* Tiles of the longest array that is sorted between two buffers: 2 KB of workspace each. */
    TCUI_SORT_HYBRID_TILES = 1 << 14,
};

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H */
