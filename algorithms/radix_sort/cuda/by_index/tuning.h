/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of sorts by index: values that move once, and where that is faster than with each pass. */
#ifndef TCUI_RADIX_SORT_CUDA_BY_INDEX_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BY_INDEX_TUNING_H

enum {
    /* Values of so many bytes, and arrays of at least so many elements. */
    TCUI_SORT_BY_INDEX_BYTES = 16,
    TCUI_SORT_BY_INDEX_ITEMS = 1 << 18,
    TCUI_SORT_GATHER_THREADS = 256,
    TCUI_SORT_GATHER_VALUES = 4,
};

#endif /* TCUI_RADIX_SORT_CUDA_BY_INDEX_TUNING_H */
