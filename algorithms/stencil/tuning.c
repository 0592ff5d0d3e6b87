/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the stencils' policy that a tuning file can set: from where on paths pay, which they do right from 0 on. */
#include "algorithms/stencil/cuda/tuning.h"
#include "primitives/context/tuning.h"

#define ANY(field) TCUI_TUNING_ROW_OF_COUNT(#field, tcui_stencil_policy, field, 0, UINT64_MAX)

static const tcui_tuning_row rows[] = {
    ANY(sliding_points),
    ANY(strips_points),
    ANY(lines_points),
    ANY(images_elements),
    ANY(matrix_results),
    ANY(strips_product),
    ANY(plane_columns),
    ANY(space_rows),
    ANY(space_columns),
    ANY(lines_taps),
    ANY(other_lines_taps),
    ANY(long_line),
    ANY(planes_taps),
    ANY(planes_of_half_taps),
    ANY(planes_always_taps),
    ANY(planes_of_half_anywhere_taps),
    ANY(planes_of_no_pairs_taps),
    ANY(wide_plane),
    ANY(volumes_taps),
    ANY(volumes_anywhere_taps),
};

const tcui_tuning_family tcui_stencil_tuning =
    TCUI_TUNING_FAMILY("stencil", TCUI_STENCIL, tcui_stencil_own_policy, rows);
