/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts' policy on CUDA devices, measured on an H200 (sm_90). */
#ifndef TCUI_RADIX_SORT_CUDA_TUNING_H
#define TCUI_RADIX_SORT_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_radix_sort_policy {
    uint64_t small_items;      /* passes: arrays of up to so many elements a multiprocessor go by small tiles */
    uint64_t many_copies_from; /* arrays of at least so many keys: digits counted with many copies of the counters */
    uint64_t even_rounds;      /* arrays that fill the device no more often than this have tiles of fewer rows */
    /* Hybrid and divided: segments, or parts, behind the upper passes have at most so many elements, if keys are evenly
     * spread and n allows. Hybrid: so many segments may be too long for a block, or all digits are sorted by in passes. */
    uint64_t segment_items;
    uint64_t most_runs;
    uint64_t leading_items; /* by index: arrays of at least so many elements may have a leading pass */
    bool always_divides;    /* divided: for tests; else where it is estimated to be faster */
} tcui_radix_sort_policy;

static inline tcui_radix_sort_policy tcui_radix_sort_policy_of(const tcu_context *context)
{
    /* Figures: us, H100; of the leading pass ms, H200. */
    static const tcui_radix_sort_policy row = {
        .small_items = 4096,         /* u32 2^19 42, by large tiles 40; with u32 2^17 37, 49, 2^19 49, 51 */
        .many_copies_from = 1 << 21, /* u32 2^20 46.7, with more copies 47.4; the same from 2^21 on */
        .even_rounds = 2,            /* u32 2^21 62, with all rows 89; 3 rounds, 12 * 10^6 231, 228 */
        .segment_items = 2048,       /* (docs/design/radix_sort.md: by digits of 8 bits) */
        .most_runs = 1024,
        .leading_items = 1 << 25, /* u32 2^26 2.79, without 3.38; 2^28 10.6, 12.8; u64 2^26 3.47, 4.03 */
        .always_divides = false};
    const tcui_radix_sort_policy *policy = (const tcui_radix_sort_policy *)context->policies[TCUI_RADIX_SORT];
    return policy != NULL ? *policy : row;
}

#endif /* TCUI_RADIX_SORT_CUDA_TUNING_H */
