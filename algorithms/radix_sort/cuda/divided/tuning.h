/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of segments that are divided: which arrays take the path. Figures: H200, ms, and in passes alone; more of them:
 * docs/design/radix_sort.md. */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H
#define TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H

enum {
    /* Arrays of at least so many elements take the path, of keys of 4 bytes alone, with a payload, and of 8. In segments of
     * 2^15, uniform keys, and equal ones of which nothing is divided. */
    TCUI_SORT_DIVIDED_4 = 1 << 27,        /* 1.41 (1.84), equal 1.87 (1.70); 2^26 0.82 (0.96), equal 1.10 (0.90) */
    TCUI_SORT_DIVIDED_4_VALUES = 1 << 25, /* 0.76 (1.02), equal 0.80 (0.88); 2^24 0.49 (0.56), equal 0.55 (0.47) */
    TCUI_SORT_DIVIDED_8 = 1 << 23,        /* 0.36 (0.54), equal 0.41 (0.47); 2^22 0.28 (0.28) */
    /* And of segments that have so many elements on average. */
    TCUI_SORT_DIVIDED_MEAN = 4096,
    /* What a block's sort of a part takes, of integers and of reals, in percent of a pass over whole tiles. */
    TCUI_SORT_DIVIDED_PART_PERCENT = 170,
    TCUI_SORT_DIVIDED_REAL_PART_PERCENT = 330,
    /* Blocks a multiprocessor that list the parts of runs. */
    TCUI_SORT_DIVIDED_LIST_BLOCKS = 8,
};

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H */
