/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of segments that are divided: what the device reckons with. Which arrays take the path: ../tuning.h. */
#ifndef TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H
#define TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H

enum {
    /* What a block's sort of a part takes, of integers and of reals, in percent of a pass over whole tiles. */
    TCUI_SORT_DIVIDED_PART_PERCENT = 170,
    TCUI_SORT_DIVIDED_REAL_PART_PERCENT = 330,
    /* Blocks a multiprocessor that list the parts of runs. */
    TCUI_SORT_DIVIDED_LIST_BLOCKS = 8,
};

#endif /* TCUI_RADIX_SORT_CUDA_DIVIDED_TUNING_H */
