/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts' policy on CUDA devices, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_TUNING_H
#define TCUI_RADIX_SORT_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

/* Whether long segments are divided (divided/): where that is estimated to be faster, or whatever the estimate is. */
typedef enum tcui_dividing { TCUI_DIVIDE_IF_FASTER, TCUI_DIVIDE_ALWAYS, TCUI_DIVIDE_NEVER } tcui_dividing;

typedef struct tcui_radix_sort_policy {
    /*
     * Passes: arrays of up to so many elements a multiprocessor go by small tiles: as long as these are no more than
     * multiprocessors. H100, us, by small tiles and by large ones: u32 2^18 35.7, 35.8, 2^19 42.0, 40.1, 786,432 50,
     * 43; u32 with u32 2^17 37, 49, 2^19 49, 51, 786,432 63, 57; u64 with u64 2^17 75, 83, 2^19 103, 104.
     */
    uint64_t small_items;
    /* Arrays of at least so many keys have their digits counted with more copies of the counters (passes/tuning.h). */
    uint64_t many_copies_from;
    /* Arrays that fill the device no more often than this have tiles of fewer rows (passes/tuning.h). */
    uint64_t even_rounds;
    /* Hybrid and divided: segments, or parts, behind the upper passes have at most so many elements, if keys are evenly
     * spread and n allows. Hybrid: so many segments may be too long for a block, or all digits are sorted by in passes. */
    uint64_t segment_items;
    uint64_t most_runs;
    /* By index: arrays of at least so many elements may have a leading pass. */
    uint64_t leading_items;
    tcui_dividing dividing;
} tcui_radix_sort_policy;

static inline tcui_radix_sort_policy tcui_radix_sort_policy_of(const tcu_context *context)
{
    static const tcui_radix_sort_policy row = {.small_items = 4096,
                                               .many_copies_from = 1 << 21,
                                               .even_rounds = 2,
                                               .segment_items = 2048,
                                               .most_runs = 1024,
                                               .leading_items = 1 << 25,
                                               .dividing = TCUI_DIVIDE_IF_FASTER};
    const tcui_radix_sort_policy *policy = (const tcui_radix_sort_policy *)context->policies[TCUI_RADIX_SORT];
    return policy != NULL ? *policy : row;
}

#endif /* TCUI_RADIX_SORT_CUDA_TUNING_H */
