/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the sorts' policy that a tuning file can set. */
#include "algorithms/radix_sort/cuda/comparisons/tuning.h"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "primitives/context/tuning.h"

/* A block counts with 32 bits. */
#define MOST_COUNTED ((uint64_t)1 << 31)

#define ROW(field, least, most) TCUI_TUNING_ROW_OF_COUNT(#field, tcui_radix_sort_policy, field, least, most)
#define ANY(field)              ROW(field, 0, UINT64_MAX)

/* (Paths that are not the last have conditions of their own: numbers beyond these change nothing.) */
static const tcui_tuning_row rows[] = {
    ANY(small_items),
    ANY(many_copies_from),
    ANY(even_rounds),
    ROW(segment_items, 1, UINT64_MAX),
    ROW(most_runs, 1, UINT64_MAX),
    ANY(leading_items),
    ANY(hybrid_4),
    ANY(hybrid_4_values),
    ANY(hybrid_8),
    ANY(divided_4),
    ANY(divided_4_values),
    ANY(divided_8),
    ANY(divided_mean),
    ROW(comparisons_least, 1, UINT64_MAX),
    ROW(comparisons_bytes, 0, TCUI_COMPARISONS_MOST_BYTES),
    ANY(comparisons_at_once),
    ROW(comparisons_in_block, 0, TCUI_COMPARISONS_FEW_THREADS), /* a thread moves one key at most */
    ANY(counted_least_shorts),
    ROW(counted_block_bytes, 0, MOST_COUNTED),
    ANY(by_index_items),
};

const tcui_tuning_family tcui_radix_sort_tuning =
    TCUI_TUNING_FAMILY("radix_sort", TCUI_RADIX_SORT, tcui_radix_sort_own_policy, rows);
