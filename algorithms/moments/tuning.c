/* SPDX-License-Identifier: Apache-2.0 */
/* The row of the moments' policy that a tuning file can set. */
#include "algorithms/moments/cuda/tuning.h"
#include "primitives/context/tuning.h"

enum {
    /* In bytes: chunks of shorter segments would be more blocks than a grid holds, in arrays of 2^41 bytes. */
    LEAST_WARP_BYTES = 1024,
    /* A lane joins the moments of 64 runs then, whose rounding errors add up. */
    MOST_WARP_BYTES = 1 << 20
};

static const tcui_tuning_row rows[] = {
    TCUI_TUNING_ROW_OF_COUNT("warp_bytes", tcui_moments_policy, warp_bytes, LEAST_WARP_BYTES, MOST_WARP_BYTES),
};

const tcui_tuning_family tcui_moments_tuning =
    TCUI_TUNING_FAMILY("moments", TCUI_MOMENTS, tcui_moments_own_policy, rows);
