/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of the hybrid sort: when the device goes back to passes alone. Which arrays take it: ../tuning.h. */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H
#define TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H

enum {
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
