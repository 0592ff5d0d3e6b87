/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers on the host, in f32. Either path adds the products of a result in the order of c, r, s. */
#include "internal.h"

static bool matrix_applies(const tcu_context *context, const void *task)
{
    (void)context;
    return tcui_layer_host_matrix_applies(task);
}

static tcu_status reserve_matrix(tcu_context *context, const void *task, tcui_layout *layout)
{
    tcui_layer_host_reserve_matrix(context, task, layout);
    return TCU_SUCCESS;
}

static tcu_status execute_matrix(tcu_context *context, const void *task, void *workspace)
{
    tcui_layer_host_matrix(context, task, workspace);
    return TCU_SUCCESS;
}

static tcu_status execute_plain(tcu_context *context, const void *task, void *workspace)
{
    (void)workspace;
    tcui_layer_host_plain(context, task);
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {
    {.name = "matrix", .applies = matrix_applies, .reserve = reserve_matrix, .execute = execute_matrix},
    {.name = "plain", .execute = execute_plain},
};

const tcui_operation tcui_convolution_layer_host = {
    .id = TCUI_CONVOLUTION_LAYER, .name = "convolution_layer", .paths = paths, .num_paths = 2};
