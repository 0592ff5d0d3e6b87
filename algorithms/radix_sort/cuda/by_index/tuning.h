/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of sorts by index: values that move once, instead of with each pass. From which length on: ../tuning.h. */
#ifndef TCUI_RADIX_SORT_CUDA_BY_INDEX_TUNING_H
#define TCUI_RADIX_SORT_CUDA_BY_INDEX_TUNING_H

enum {
    TCUI_SORT_BY_INDEX_BYTES = 16, /* of values */
    TCUI_SORT_GATHER_THREADS = 256,
    TCUI_SORT_GATHER_VALUES = 4,
};

#endif /* TCUI_RADIX_SORT_CUDA_BY_INDEX_TUNING_H */
