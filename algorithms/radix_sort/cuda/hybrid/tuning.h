/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of the hybrid sort: which arrays take it, and when the device goes back to passes alone. */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H
#define TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H

enum {
    /*
     * Arrays of at least so many elements take the path: of keys of up to 4 bytes alone, with a payload, and of 8.
     * Uniform keys, ms, and in passes alone: u32 2^26 1.00 (0.95), 2^28 3.21 (3.56); u32 with u32 2^24 0.480 (0.479),
     * 2^26 1.51 (1.68); u64 2^20 0.145 (0.122), 2^22 0.221 (0.275), 2^26 1.59 (2.99); u64 with u64 2^20 0.162 (0.151),
     * 2^22 0.289 (0.440), 2^26 2.56 (5.75). The choice costs 13 us for the survey, 17 to 25 for the bounds, 3 for each
     * pass that returns at once.
     */
    TCUI_SORT_HYBRID_4 = 1 << 27,
    TCUI_SORT_HYBRID_4_VALUES = 1 << 25,
    TCUI_SORT_HYBRID_8 = 1 << 21,
    /* What a block's sort of a short segment takes, in percent of a pass. */
    TCUI_SORT_REST_PERCENT = 150,
    /* A schedule of upper digits has to be faster than one of all digits by so many percent. */
    TCUI_SORT_HYBRID_MARGIN = 4,
    TCUI_SORT_BOUNDS_THREADS = 256,
    /* Values of 16 bytes move in a leading pass unless so many percent of the keys have the highest digit of their
     * neighbour. */
    TCUI_SORT_NEIGHBOURS_PERCENT = 75,
    /* Tiles of the longest array that is sorted between two buffers: 2 KB of workspace each. */
    TCUI_SORT_HYBRID_TILES = 1 << 14,
};

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_TUNING_H */
