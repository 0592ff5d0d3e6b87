/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions that sort segments, as those of whole arrays (radix_sort.c). */
#include "arguments.h"

typedef tcui_radix_sort_arguments arguments;

/* -------------------------------------------------------------------------------------- segments of one size --- */

tcu_status tcu_segmented_sort(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type, uint64_t n,
                              uint64_t segment_size, const tcu_sort_options *options)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type, .n = n,
                                            .cut = TCUI_SORT_FIXED, .segment_size = segment_size, .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_segmented_sort_workspace(tcu_context *context, tcu_type key_type, uint64_t n, uint64_t segment_size,
                                        int in_place, const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.key_type = key_type, .in_place = in_place, .n = n, .cut = TCUI_SORT_FIXED,
                                            .segment_size = segment_size, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}

tcu_status tcu_segmented_sort_pairs(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                    const void *values_in, void *values_out, size_t value_bytes, uint64_t n,
                                    uint64_t segment_size, const tcu_sort_options *options)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type,
                                            .payload = TCUI_PAYLOAD_VALUES, .values_in = values_in,
                                            .values_out = values_out, .value_bytes = value_bytes, .n = n,
                                            .cut = TCUI_SORT_FIXED, .segment_size = segment_size, .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_segmented_sort_pairs_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes, uint64_t n,
                                              uint64_t segment_size, int in_place, const tcu_sort_options *options,
                                              size_t *bytes)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.key_type = key_type, .payload = TCUI_PAYLOAD_VALUES,
                                            .value_bytes = value_bytes, .in_place = in_place, .n = n,
                                            .cut = TCUI_SORT_FIXED, .segment_size = segment_size, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}

/* -------------------------------------------------------------------------------------- segments by offsets --- */

tcu_status tcu_segmented_sort_offsets(tcu_context *context, const void *keys_in, void *keys_out, tcu_type key_type,
                                      uint64_t n, const int64_t *offsets, uint64_t num_segments,
                                      const tcu_sort_options *options)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type, .n = n,
                                            .cut = TCUI_SORT_OFFSETS, .offsets = offsets, .num_segments = num_segments,
                                            .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_segmented_sort_offsets_workspace(tcu_context *context, tcu_type key_type, uint64_t n,
                                                uint64_t num_segments, int in_place, const tcu_sort_options *options,
                                                size_t *bytes)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.key_type = key_type, .in_place = in_place, .n = n,
                                            .cut = TCUI_SORT_OFFSETS, .num_segments = num_segments, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}

tcu_status tcu_segmented_sort_pairs_offsets(tcu_context *context, const void *keys_in, void *keys_out,
                                            tcu_type key_type, const void *values_in, void *values_out,
                                            size_t value_bytes, uint64_t n, const int64_t *offsets,
                                            uint64_t num_segments, const tcu_sort_options *options)
{
    const arguments a =
        TCUI_SORT_ARGUMENTS(.keys_in = keys_in, .keys_out = keys_out, .key_type = key_type,
                            .payload = TCUI_PAYLOAD_VALUES, .values_in = values_in, .values_out = values_out,
                            .value_bytes = value_bytes, .n = n, .cut = TCUI_SORT_OFFSETS, .offsets = offsets,
                            .num_segments = num_segments, .options = options);
    return tcui_radix_sort_run(context, &a);
}

tcu_status tcu_segmented_sort_pairs_offsets_workspace(tcu_context *context, tcu_type key_type, size_t value_bytes,
                                                      uint64_t n, uint64_t num_segments, int in_place,
                                                      const tcu_sort_options *options, size_t *bytes)
{
    const arguments a = TCUI_SORT_ARGUMENTS(.key_type = key_type, .payload = TCUI_PAYLOAD_VALUES,
                                            .value_bytes = value_bytes, .in_place = in_place, .n = n,
                                            .cut = TCUI_SORT_OFFSETS, .num_segments = num_segments, .options = options);
    return tcui_radix_sort_query(context, &a, bytes);
}
