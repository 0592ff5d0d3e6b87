/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of the hybrid sort: which arrays take it, and when the device goes back to passes alone. Figures: H200, ms,
 * uniform keys, and in passes alone. */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H
#define TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H

enum {
    /* Arrays of at least so many elements take the path: of keys of up to 4 bytes alone, with a payload, and of 8. */
    TCUI_SORT_HYBRID_4 = 1 << 27,        /* 2^26 1.00 (0.95), 2^28 3.21 (3.56) */
    TCUI_SORT_HYBRID_4_VALUES = 1 << 25, /* 2^24 0.480 (0.479), 2^26 1.51 (1.68) */
    TCUI_SORT_HYBRID_8 = 1 << 21, /* 2^20 0.145 (0.122), 2^22 0.221 (0.275); with u64 0.162 (0.151), 0.289 (0.440) */
    /* What a block's sort of a short segment takes, in percent of a pass. */
    TCUI_SORT_REST_PERCENT = 150,
    /* A schedule of upper digits has to be faster than one of all digits by so many percent. */
    TCUI_SORT_HYBRID_MARGIN = 4,
    TCUI_SORT_BOUNDS_THREADS = 256,
    /* Values of 16 bytes move in a leading pass (../tuning.h) unless so many percent of the keys have the highest digit of
     * their neighbour, as in sorted arrays. */
    TCUI_SORT_NEIGHBOURS_PERCENT = 75,
    /* Tiles of the longest array that is sorted between two buffers: 2 KB of workspace each. */
    TCUI_SORT_HYBRID_TILES = 1 << 14,
};

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H */
