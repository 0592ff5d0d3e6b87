/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the selections' policy that a tuning file can set. */
#include "algorithms/selection/cuda/tuning.h"
#include "primitives/context/tuning.h"

#define COUNT(field, least, most) TCUI_TUNING_ROW_OF_COUNT(#field, tcui_selection_policy, field, least, most)

/* (A sample of more keys than the array has is right, too, but takes memory.) */
static const tcui_tuning_row rows[] = {
    COUNT(sample_bits, 1, 20),         COUNT(sampled_items, 0, UINT64_MAX), COUNT(sorted_items, 0, UINT64_MAX),
    COUNT(block_items, 0, UINT64_MAX), COUNT(row_items, 1, UINT64_MAX),
};

const tcui_tuning_family tcui_selection_tuning =
    TCUI_TUNING_FAMILY("selection", TCUI_SELECTION, tcui_selection_own_policy, rows);
