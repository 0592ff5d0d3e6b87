/* SPDX-License-Identifier: Apache-2.0 */
/* The row of the convolution layers' policy that a tuning file can set. */
#include "algorithms/convolution_layer/cuda/tuning.h"
#include "primitives/context/tuning.h"

static const tcui_tuning_row rows[] = {
    TCUI_TUNING_ROW_OF_COUNT("matrix_kilo_steps", tcui_convolution_layer_policy, matrix_kilo_steps, 0, UINT64_MAX),
};

const tcui_tuning_family tcui_convolution_layer_tuning =
    TCUI_TUNING_FAMILY("convolution_layer", TCUI_CONVOLUTION_LAYER, tcui_convolution_layer_own_policy, rows);
