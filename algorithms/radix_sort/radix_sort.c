/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The public functions that sort whole arrays: each gathers its arguments, of which arguments.c makes a task, and
 * call.c hands it to the backend, or asks for its workspace.
 */
#include "arguments.h"

typedef tcui_radix_sort_arguments arguments;

/* ------------------------------------------------------------------------------------------- the whole array --- */

tcu_status tcu_radix_sort(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type, uint64_t n,
                          const tcu_sort_options *options)
{
    const arguments a =
        TCUI_SORT_ARGUMENTS(.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type, .n = n, .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_radix_sort_workspace(tcu_context *context, tcu_type key_type, uint64_t n, int in_place,
                                    const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.key_type = key_type, .in_place = in_place, .n = n, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}

tcu_status tcu_radix_sort_pairs(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                const void *values_in, void *values_out, size_t value_bytes, uint64_t n,
                                const tcu_sort_options *options)
{
    const arguments a =
        TCUI_SORT_ARGUMENTS(.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type,
                            .payload = TCUI_PAYLOAD_VALUES, .values_in = values_in, .values_out = values_out,
                            .value_bytes = value_bytes, .n = n, .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_radix_sort_pairs_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes, uint64_t n,
                                          int in_place, const tcu_sort_options *options, size_t *bytes)
{
    const arguments a =
        TCUI_SORT_ARGUMENTS(.key_type = key_type, .payload = TCUI_PAYLOAD_VALUES, .value_bytes = value_bytes,
                            .in_place = in_place, .n = n, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}

tcu_status tcu_argsort(tcu_context *context, const void *keys, tcu_type key_type, void *indices, tcu_type index_type,
                       uint64_t n, const tcu_sort_options *options)
{
    const arguments a =
        TCUI_SORT_ARGUMENTS(.keys_in = keys, .key_type = key_type, .payload = TCUI_PAYLOAD_INDICES,
                            .values_out = indices, .index_type = index_type, .n = n, .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_argsort_workspace(tcu_context *context, tcu_type key_type, tcu_type index_type, uint64_t n,
                                 const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.key_type = key_type, .payload = TCUI_PAYLOAD_INDICES,
                                            .index_type = index_type, .n = n, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}

/* ---------------------------------------------------------------------------------------- between two arrays --- */

tcu_status tcu_radix_sort_buffers(tcu_context *context, tcu_sort_buffers *buffers, tcu_type key_type, uint64_t n,
                                  const tcu_sort_options *options)
{
    const size_t value_bytes = buffers != NULL ? buffers->value_bytes : 0;
    const arguments a =
        TCUI_SORT_ARGUMENTS(.key_type = key_type, .payload = value_bytes > 0 ? TCUI_PAYLOAD_VALUES : TCUI_PAYLOAD_NONE,
                            .value_bytes = value_bytes, .buffers = buffers, .by_buffers = true, .n = n,
                            .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_radix_sort_buffers_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes, uint64_t n,
                                            const tcu_sort_options *options, size_t *bytes)
{
    const arguments a =
        TCUI_SORT_ARGUMENTS(.key_type = key_type, .payload = value_bytes > 0 ? TCUI_PAYLOAD_VALUES : TCUI_PAYLOAD_NONE,
                            .value_bytes = value_bytes, .by_buffers = true, .n = n, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}
