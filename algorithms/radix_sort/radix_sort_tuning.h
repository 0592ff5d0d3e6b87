/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts' policy on CUDA devices: shapes of the passes' tiles, and which arrays take which. */
#ifndef TCUI_RADIX_SORT_TUNING_H
#define TCUI_RADIX_SORT_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_radix_sort_policy {
    /* Arrays go by large tiles if so many percent of the multiprocessors have one, else by small tiles. */
    uint64_t large_percent;
} tcui_radix_sort_policy;

static inline tcui_radix_sort_policy tcui_radix_sort_policy_of(const tcu_context *context)
{
    static const tcui_radix_sort_policy row = {50};
    return context->radix_sort_policy != NULL ? *context->radix_sort_policy : row;
}

/*
 * Shapes of a pass's blocks, for keys of up to 4 bytes or of 8, and for what a payload takes of shared memory: nothing
 * (bare keys), up to 4 bytes or 8. A large tile takes a multiprocessor's shared memory, or its registers.
 */
enum {
    TCUI_SORT_THREADS = 512,
    /* Keys a thread of large tiles. */
    TCUI_SORT_LARGE_4 = 72,
    TCUI_SORT_LARGE_4_VALUES_4 = 40,
    TCUI_SORT_LARGE_4_VALUES_8 = 28,
    TCUI_SORT_LARGE_8 = 32,
    TCUI_SORT_LARGE_8_VALUES_4 = 28,
    TCUI_SORT_LARGE_8_VALUES_8 = 22,
    /* And of small ones, with so many blocks a multiprocessor. */
    TCUI_SORT_SMALL = 8,
    TCUI_SORT_SMALL_BLOCKS = 2,
    /* Slots of the look-back that a thread reads at once. */
    TCUI_SORT_LARGE_LOOK_BACK = 4,
    TCUI_SORT_SMALL_LOOK_BACK = 16,
};

/* The count of digits: bytes of a byte's counters' copies, so that all digits' fit (128 KB); and for small tiles. */
enum { TCUI_SORT_COPIES_BYTES = 128, TCUI_SORT_DIGIT_THREADS = 1024, TCUI_SORT_FEW_COPIES = 4 };

#endif /* TCUI_RADIX_SORT_TUNING_H */
