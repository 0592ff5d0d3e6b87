/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of lists of segments by their lengths. */
#ifndef TCUI_RADIX_SORT_CUDA_SEGMENTS_TUNING_H
#define TCUI_RADIX_SORT_CUDA_SEGMENTS_TUNING_H

enum {
    /* Segments by offsets up to so long are not listed. */
    TCUI_SORT_UNLISTED_ITEMS = 16,
    TCUI_SORT_LISTS = 7,
    /* Threads of a block that lists segments by offsets, and segments that each looks at. */
    TCUI_SORT_CLASSIFY_THREADS = 256,
    TCUI_SORT_CLASSIFY_ROWS = 4
};

#endif /* TCUI_RADIX_SORT_CUDA_SEGMENTS_TUNING_H */
