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
    /* Arrays of at least so many elements take the hybrid path: of keys of up to 4 bytes alone, with a payload, and of 8. */
    uint64_t hybrid_4, hybrid_4_values, hybrid_8;
    /* The same of segments that are divided, of keys of 4 bytes alone, with a payload, and of 8, if segments have so many
     * elements on average. */
    uint64_t divided_4, divided_4_values, divided_8, divided_mean;
    /* Whole arrays of at least so many keys are sorted by comparisons, if their items have at most so many bytes; at once,
     * in one kernel, up to so many, in place up to so many, which takes one block. */
    uint64_t comparisons_least, comparisons_bytes, comparisons_at_once, comparisons_in_block;
    /* Counted: 16-bit keys at least, and 8-bit keys that one block sorts, at most. */
    uint64_t counted_least_shorts, counted_block_bytes;
    uint64_t by_index_items; /* with values of 16 bytes arrays of at least so many elements are sorted by index */
} tcui_radix_sort_policy;

/* Figures: H200; of the first three rows us, H100. Comparisons and counted: us a call in graphs of 50; hybrid and divided:
 * ms, uniform keys, and in passes alone. */
static const tcui_radix_sort_policy tcui_radix_sort_own_policy = {
    .small_items = 4096,         /* u32 2^19 42, by large tiles 40; with u32 2^17 37, 49, 2^19 49, 51 */
    .many_copies_from = 1 << 21, /* u32 2^20 46.7, with more copies 47.4; the same from 2^21 on */
    .even_rounds = 2,            /* u32 2^21 62, with all rows 89; 3 rounds, 12 * 10^6 231, 228 */
    .segment_items = 2048,       /* (docs/design/radix_sort.md: by digits of 8 bits) */
    .most_runs = 1024,
    .leading_items = 1 << 25, /* u32 2^26 2.79, without 3.38; 2^28 10.6, 12.8; u64 2^26 3.47, 4.03 */
    .always_divides = false,
    .hybrid_4 = 1 << 27,        /* 2^26 1.00 (0.95), 2^28 3.21 (3.56) */
    .hybrid_4_values = 1 << 25, /* 2^24 0.480 (0.479), 2^26 1.51 (1.68) */
    .hybrid_8 = 1 << 21,        /* 2^20 0.145 (0.122), 2^22 0.221 (0.275); with u64 0.162 (0.151), 0.289 (0.440) */
    /* In segments of 2^15; and of equal keys, of which nothing is divided. */
    .divided_4 = 1 << 27,        /* 1.41 (1.84), equal 1.87 (1.70); 2^26 0.82 (0.96), equal 1.10 (0.90) */
    .divided_4_values = 1 << 25, /* 0.76 (1.02), equal 0.80 (0.88); 2^24 0.49 (0.56), equal 0.55 (0.47) */
    .divided_8 = 1 << 23,        /* 0.36 (0.54), equal 0.41 (0.47); 2^22 0.28 (0.28) */
    .divided_mean = 4096,
    .comparisons_least = 33,         /* 2^5 keys 1.7, by the lanes of a warp 1.2 */
    .comparisons_bytes = 1 << 17,    /* 2^15 keys of 4 bytes 17, by passes 26 */
    .comparisons_at_once = 4096,     /* 2^12 keys 4.0, by runs 4.9, of 64 bits 5.3, 6.9; 2^13 9.1, 5.8 */
    .comparisons_in_block = 256,     /* 2^8 keys 2.3, by runs 4.2 */
    .counted_least_shorts = 5 << 12, /* a table of all values takes as long to make as many thousand keys to be ranked:
                                      * 2^14 keys 11.0, by comparisons 8.8; 2^15 13.0, 17 */
    .counted_block_bytes = 1 << 14,  /* 2^14 keys 3.8, by a grid 5.7; 2^15 6.2, 6.1 */
    .by_index_items = 1 << 18,
};

static inline tcui_radix_sort_policy tcui_radix_sort_policy_of(const tcu_context *context)
{
    const tcui_radix_sort_policy *policy = (const tcui_radix_sort_policy *)context->policies[TCUI_RADIX_SORT];
    return policy != NULL ? *policy : tcui_radix_sort_own_policy;
}

#endif /* TCUI_RADIX_SORT_CUDA_TUNING_H */
