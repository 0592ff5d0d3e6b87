/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sorts' public functions: each gathers its arguments, of which radix_sort_arguments.c makes a task; one function
 * hands it to the backend, and another one asks for its workspace.
 */
#include "primitives/context/call.h"
#include "radix_sort_arguments.h"

typedef tcui_radix_sort_arguments arguments;

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static tcu_status check_backend(tcu_context *context)
{
    if (context->backend->radix_sort == NULL)
        return tcui_fail(context, TCU_ERROR_BACKEND_UNAVAILABLE,
                         "backend %d has no sorts in this version; TCU_BACKEND_HOST has", (int)context->backend->id);
    return TCU_SUCCESS;
}

static tcu_status plan(tcu_context *context, const void *task, tcui_layout *layout)
{
    return context->backend->radix_sort->plan(context, task, layout);
}

static tcu_status execute(tcu_context *context, const void *task, void *workspace)
{
    return context->backend->radix_sort->execute(context, task, workspace);
}

static const tcui_operation operation = {plan, execute};

static tcu_status query(tcu_context *context, const arguments *a, size_t *bytes)
{
    tcui_radix_sort_task task;
    tcu_status status = tcui_radix_sort_describe(context, a, &task);
    if (status != TCU_SUCCESS)
        return status;
    if (bytes == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "bytes is NULL");
    if ((status = tcui_radix_sort_check_sizes(context, a, &task)) != TCU_SUCCESS ||
        (status = check_backend(context)) != TCU_SUCCESS)
        return status;
    return tcui_call_query(context, &operation, &task, bytes);
}

/* Which of the two arrays are the input's is in the task already. */
static void choose_buffers(const tcu_sort_buffers *buffers, int result, tcui_radix_sort_task *task)
{
    task->keys_out = buffers->keys[result];
    task->keys_other = buffers->keys[1 - result];
    task->values_out = buffers->values[result];
    task->values_other = buffers->values[1 - result];
}

static tcu_status run(tcu_context *context, const arguments *a)
{
    tcui_radix_sort_task task;
    tcu_status status = tcui_radix_sort_describe(context, a, &task);
    if (status != TCU_SUCCESS || (status = tcui_radix_sort_check_arrays(context, a, &task)) != TCU_SUCCESS ||
        (status = check_backend(context)) != TCU_SUCCESS)
        return status;
    if (a->n == 0 || task.segments.count == 0)
        return TCU_SUCCESS;
    if (!a->by_buffers)
        return tcui_call_run(context, &operation, &task);
    tcu_sort_buffers *buffers = a->buffers;
    const bool swaps = context->backend->radix_sort->swaps_buffers(context, &task);
    const int result = swaps ? 1 - buffers->current : buffers->current;
    choose_buffers(buffers, result, &task);
    if ((status = tcui_call_run(context, &operation, &task)) == TCU_SUCCESS)
        buffers->current = result;
    return status;
}

/* ------------------------------------------------------------------------------------------- the whole array --- */

tcu_status tcu_radix_sort(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type, uint64_t n,
                          const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type, .n = n, .options = options};
    return run(context, &a);
}

tcu_status tcu_radix_sort_workspace(tcu_context *context, tcu_type key_type, uint64_t n, int in_place,
                                    const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = {.key_type = key_type, .in_place = in_place, .n = n, .options = options};
    return query(context, &a, bytes);
}

tcu_status tcu_radix_sort_pairs(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                const void *values_in, void *values_out, size_t value_bytes, uint64_t n,
                                const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys_in,
                         .keys_out = keys_out,
                         .key_type = key_type,
                         .payload = TCUI_PAYLOAD_VALUES,
                         .values_in = values_in,
                         .values_out = values_out,
                         .value_bytes = value_bytes,
                         .n = n,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_radix_sort_pairs_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes, uint64_t n,
                                          int in_place, const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = {.key_type = key_type,
                         .payload = TCUI_PAYLOAD_VALUES,
                         .value_bytes = value_bytes,
                         .in_place = in_place,
                         .n = n,
                         .options = options};
    return query(context, &a, bytes);
}

tcu_status tcu_argsort(tcu_context *context, const void *keys, tcu_type key_type, void *indices, tcu_type index_type,
                       uint64_t n, const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys,
                         .key_type = key_type,
                         .payload = TCUI_PAYLOAD_INDICES,
                         .values_out = indices,
                         .index_type = index_type,
                         .n = n,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_argsort_workspace(tcu_context *context, tcu_type key_type, tcu_type index_type, uint64_t n,
                                 const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = {
        .key_type = key_type, .payload = TCUI_PAYLOAD_INDICES, .index_type = index_type, .n = n, .options = options};
    return query(context, &a, bytes);
}

/* ---------------------------------------------------------------------------------------- between two arrays --- */

tcu_status tcu_radix_sort_buffers(tcu_context *context, tcu_sort_buffers *buffers, tcu_type key_type, uint64_t n,
                                  const tcu_sort_options *options)
{
    const size_t value_bytes = buffers != NULL ? buffers->value_bytes : 0;
    const arguments a = {.key_type = key_type,
                         .payload = value_bytes > 0 ? TCUI_PAYLOAD_VALUES : TCUI_PAYLOAD_NONE,
                         .value_bytes = value_bytes,
                         .buffers = buffers,
                         .by_buffers = true,
                         .n = n,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_radix_sort_buffers_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes, uint64_t n,
                                            const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = {.key_type = key_type,
                         .payload = value_bytes > 0 ? TCUI_PAYLOAD_VALUES : TCUI_PAYLOAD_NONE,
                         .value_bytes = value_bytes,
                         .by_buffers = true,
                         .n = n,
                         .options = options};
    return query(context, &a, bytes);
}

/* -------------------------------------------------------------------------------------- segments of one size --- */

tcu_status tcu_segmented_sort(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type, uint64_t n,
                              uint64_t segment_size, const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys_in,
                         .keys_out = keys_out,
                         .key_type = key_type,
                         .n = n,
                         .cut = TCUI_SORT_FIXED,
                         .segment_size = segment_size,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_segmented_sort_workspace(tcu_context *context, tcu_type key_type, uint64_t n, uint64_t segment_size,
                                        int in_place, const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = {.key_type = key_type,
                         .in_place = in_place,
                         .n = n,
                         .cut = TCUI_SORT_FIXED,
                         .segment_size = segment_size,
                         .options = options};
    return query(context, &a, bytes);
}

tcu_status tcu_segmented_sort_pairs(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                    const void *values_in, void *values_out, size_t value_bytes, uint64_t n,
                                    uint64_t segment_size, const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys_in,
                         .keys_out = keys_out,
                         .key_type = key_type,
                         .payload = TCUI_PAYLOAD_VALUES,
                         .values_in = values_in,
                         .values_out = values_out,
                         .value_bytes = value_bytes,
                         .n = n,
                         .cut = TCUI_SORT_FIXED,
                         .segment_size = segment_size,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_segmented_sort_pairs_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes, uint64_t n,
                                              uint64_t segment_size, int in_place, const tcu_sort_options *options,
                                              size_t *bytes)
{
    const arguments a = {.key_type = key_type,
                         .payload = TCUI_PAYLOAD_VALUES,
                         .value_bytes = value_bytes,
                         .in_place = in_place,
                         .n = n,
                         .cut = TCUI_SORT_FIXED,
                         .segment_size = segment_size,
                         .options = options};
    return query(context, &a, bytes);
}

/* -------------------------------------------------------------------------------------- segments by offsets --- */

tcu_status tcu_segmented_sort_offsets(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                      uint64_t n, const int64_t *offsets, uint64_t num_segments,
                                      const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys_in,
                         .keys_out = keys_out,
                         .key_type = key_type,
                         .n = n,
                         .cut = TCUI_SORT_OFFSETS,
                         .offsets = offsets,
                         .num_segments = num_segments,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_segmented_sort_offsets_workspace(tcu_context *context, tcu_type key_type, uint64_t n,
                                                uint64_t num_segments, int in_place, const tcu_sort_options *options,
                                                size_t *bytes)
{
    const arguments a = {.key_type = key_type,
                         .in_place = in_place,
                         .n = n,
                         .cut = TCUI_SORT_OFFSETS,
                         .num_segments = num_segments,
                         .options = options};
    return query(context, &a, bytes);
}

tcu_status tcu_segmented_sort_pairs_offsets(tcu_context *context, const void *keys_in, void *keys_out,
                                            tcu_type key_type, const void *values_in, void *values_out,
                                            size_t value_bytes, uint64_t n, const int64_t *offsets,
                                            uint64_t num_segments, const tcu_sort_options *options)
{
    const arguments a = {.keys_in = keys_in,
                         .keys_out = keys_out,
                         .key_type = key_type,
                         .payload = TCUI_PAYLOAD_VALUES,
                         .values_in = values_in,
                         .values_out = values_out,
                         .value_bytes = value_bytes,
                         .n = n,
                         .cut = TCUI_SORT_OFFSETS,
                         .offsets = offsets,
                         .num_segments = num_segments,
                         .options = options};
    return run(context, &a);
}

tcu_status tcu_segmented_sort_pairs_offsets_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes,
                                                      uint64_t n, uint64_t num_segments, int in_place,
                                                      const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = {.key_type = key_type,
                         .payload = TCUI_PAYLOAD_VALUES,
                         .value_bytes = value_bytes,
                         .in_place = in_place,
                         .n = n,
                         .cut = TCUI_SORT_OFFSETS,
                         .num_segments = num_segments,
                         .options = options};
    return query(context, &a, bytes);
}
