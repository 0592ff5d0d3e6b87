/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the compactions' policy that a tuning file can set. */
#include "algorithms/compact/cuda/tuning.h"
#include "primitives/context/tuning.h"

#define COUNT(field, most) TCUI_TUNING_ROW_OF_COUNT(#field, tcui_compact_policy, field, 0, most)

/* (Items are small only as far as they fit registers, and have 16 bytes at most.) */
static const tcui_tuning_row rows[] = {
    COUNT(small_items, UINT64_MAX),
    COUNT(one_pass, 1),
    COUNT(one_pass_flagged_bytes, 16),
    COUNT(one_pass_array_bytes, UINT64_MAX),
};

const tcui_tuning_family tcui_compact_tuning =
    TCUI_TUNING_FAMILY("compact", TCUI_COMPACT, tcui_compact_own_policy, rows);
