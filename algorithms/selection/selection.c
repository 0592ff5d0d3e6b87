/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of one place of the order, and of quantiles. */
#include "arguments.h"

tcu_status tcu_nth_element(tcu_context *context, const void *keys, uint64_t n, uint64_t rank, tcu_type key_type,
                           void *key_out, void *index_out, tcu_type index_type, const tcu_nth_element_options *options)
{
    tcui_selection_task task = {.keys = keys,
                                .k = rank,
                                .key_type = key_type,
                                .keys_out = key_out,
                                .indices_out = index_out,
                                .index_type = index_type};
    const tcu_status status = tcui_nth_element_describe(context, __func__, &task, n, options);
    return status == TCU_SUCCESS ? tcui_selection_run(context, &task) : status;
}

tcu_status tcu_nth_element_workspace(tcu_context *context, uint64_t n, uint64_t rank, tcu_type key_type,
                                     tcu_type index_type, const tcu_nth_element_options *options, size_t *bytes)
{
    tcui_selection_task task = {.k = rank, .key_type = key_type, .index_type = index_type};
    const tcu_status status = tcui_nth_element_describe(context, __func__, &task, n, options);
    return status == TCU_SUCCESS ? tcui_selection_query(context, &task, bytes) : status;
}

tcu_status tcu_quantiles(tcu_context *context, const void *keys, uint64_t n, tcu_type key_type, const double *q,
                         uint64_t num_q, void *out, tcu_type out_type, const tcu_quantiles_options *options)
{
    tcui_selection_task task = {
        .keys = keys, .key_type = key_type, .q = q, .num_q = num_q, .out = out, .out_type = out_type};
    const tcu_status status = tcui_quantiles_describe(context, __func__, &task, n, options);
    return status == TCU_SUCCESS ? tcui_selection_run(context, &task) : status;
}

tcu_status tcu_quantiles_workspace(tcu_context *context, uint64_t n, tcu_type key_type, uint64_t num_q,
                                   tcu_type out_type, const tcu_quantiles_options *options, size_t *bytes)
{
    tcui_selection_task task = {.key_type = key_type, .num_q = num_q, .out_type = out_type};
    const tcu_status status = tcui_quantiles_describe(context, __func__, &task, n, options);
    return status == TCU_SUCCESS ? tcui_selection_query(context, &task, bytes) : status;
}
