/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of top-k: forms of one task, which differ in how the array is cut and in what goes with keys. */
#include "arguments.h"

static tcu_status run(tcu_context *context, const char *function, tcui_selection_task task, tcui_top_k_segments given,
                      const tcu_top_k_options *options)
{
    const tcu_status status = tcui_top_k_describe(context, function, &task, &given, options);
    return status == TCU_SUCCESS ? tcui_selection_run(context, &task) : status;
}

static tcu_status run_pairs(tcu_context *context, const char *function, tcui_selection_task task,
                            tcui_top_k_segments given, const tcu_top_k_options *options)
{
    const tcu_status status = tcui_top_k_pairs_describe(context, function, &task, &given, options);
    return status == TCU_SUCCESS ? tcui_selection_run(context, &task) : status;
}

static tcu_status query(tcu_context *context, const char *function, tcui_selection_task task, tcui_top_k_segments given,
                        const tcu_top_k_options *options, size_t *bytes)
{
    const tcu_status status = tcui_top_k_describe(context, function, &task, &given, options);
    return status == TCU_SUCCESS ? tcui_selection_query(context, &task, bytes) : status;
}

static tcu_status query_pairs(tcu_context *context, const char *function, tcui_selection_task task,
                              tcui_top_k_segments given, const tcu_top_k_options *options, size_t *bytes)
{
    const tcu_status status = tcui_top_k_pairs_describe(context, function, &task, &given, options);
    return status == TCU_SUCCESS ? tcui_selection_query(context, &task, bytes) : status;
}

#define ARRAYS                                                                                                         \
    (tcui_selection_task)                                                                                              \
    {                                                                                                                  \
        .keys = keys, .key_type = key_type, .k = k, .keys_out = keys_out, .indices_out = indices_out,                  \
        .index_type = index_type                                                                                       \
    }
#define ARRAYS_OF_PAIRS                                                                                                \
    (tcui_selection_task)                                                                                              \
    {                                                                                                                  \
        .keys = keys, .key_type = key_type, .k = k, .keys_out = keys_out, .values = values, .values_out = values_out,  \
        .value_bytes = value_bytes                                                                                     \
    }
#define TYPES                                                                                                          \
    (tcui_selection_task)                                                                                              \
    {                                                                                                                  \
        .key_type = key_type, .k = k, .index_type = index_type                                                         \
    }
#define TYPES_OF_PAIRS                                                                                                 \
    (tcui_selection_task)                                                                                              \
    {                                                                                                                  \
        .key_type = key_type, .k = k, .value_bytes = value_bytes                                                       \
    }

tcu_status tcu_top_k(tcu_context *context, const void *keys, uint64_t n, uint64_t k, tcu_type key_type, void *keys_out,
                     void *indices_out, tcu_type index_type, const tcu_top_k_options *options)
{
    return run(context, __func__, ARRAYS, (tcui_top_k_segments){.is_whole = true, .n = n}, options);
}

tcu_status tcu_top_k_workspace(tcu_context *context, uint64_t n, uint64_t k, tcu_type key_type, tcu_type index_type,
                               const tcu_top_k_options *options, size_t *bytes)
{
    return query(context, __func__, TYPES, (tcui_top_k_segments){.is_whole = true, .n = n}, options, bytes);
}

tcu_status tcu_top_k_pairs(tcu_context *context, const void *keys, const void *values, uint64_t n, uint64_t k,
                           tcu_type key_type, size_t value_bytes, void *keys_out, void *values_out,
                           const tcu_top_k_options *options)
{
    return run_pairs(context, __func__, ARRAYS_OF_PAIRS, (tcui_top_k_segments){.is_whole = true, .n = n}, options);
}

tcu_status tcu_top_k_pairs_workspace(tcu_context *context, uint64_t n, uint64_t k, tcu_type key_type,
                                     size_t value_bytes, const tcu_top_k_options *options, size_t *bytes)
{
    return query_pairs(context, __func__, TYPES_OF_PAIRS, (tcui_top_k_segments){.is_whole = true, .n = n}, options,
                       bytes);
}

tcu_status tcu_segmented_top_k(tcu_context *context, const void *keys, uint64_t n, uint64_t segment_size, uint64_t k,
                               tcu_type key_type, void *keys_out, void *indices_out, tcu_type index_type,
                               const tcu_top_k_options *options)
{
    return run(context, __func__, ARRAYS, (tcui_top_k_segments){.n = n, .segment_size = segment_size}, options);
}

tcu_status tcu_segmented_top_k_workspace(tcu_context *context, uint64_t n, uint64_t segment_size, uint64_t k,
                                         tcu_type key_type, tcu_type index_type, const tcu_top_k_options *options,
                                         size_t *bytes)
{
    return query(context, __func__, TYPES, (tcui_top_k_segments){.n = n, .segment_size = segment_size}, options, bytes);
}

tcu_status tcu_segmented_top_k_pairs(tcu_context *context, const void *keys, const void *values, uint64_t n,
                                     uint64_t segment_size, uint64_t k, tcu_type key_type, size_t value_bytes,
                                     void *keys_out, void *values_out, const tcu_top_k_options *options)
{
    return run_pairs(context, __func__, ARRAYS_OF_PAIRS, (tcui_top_k_segments){.n = n, .segment_size = segment_size},
                     options);
}

tcu_status tcu_segmented_top_k_pairs_workspace(tcu_context *context, uint64_t n, uint64_t segment_size, uint64_t k,
                                               tcu_type key_type, size_t value_bytes, const tcu_top_k_options *options,
                                               size_t *bytes)
{
    return query_pairs(context, __func__, TYPES_OF_PAIRS, (tcui_top_k_segments){.n = n, .segment_size = segment_size},
                       options, bytes);
}

tcu_status tcu_segmented_top_k_offsets(tcu_context *context, const void *keys, uint64_t n, const int64_t *offsets,
                                       uint64_t num_segments, uint64_t k, tcu_type key_type, void *keys_out,
                                       void *indices_out, tcu_type index_type, const tcu_top_k_options *options)
{
    return run(context, __func__, ARRAYS,
               (tcui_top_k_segments){.n = n, .by_offsets = true, .offsets = offsets, .num_segments = num_segments},
               options);
}

tcu_status tcu_segmented_top_k_offsets_workspace(tcu_context *context, uint64_t n, uint64_t num_segments, uint64_t k,
                                                 tcu_type key_type, tcu_type index_type,
                                                 const tcu_top_k_options *options, size_t *bytes)
{
    return query(context, __func__, TYPES,
                 (tcui_top_k_segments){.n = n, .by_offsets = true, .num_segments = num_segments}, options, bytes);
}

tcu_status tcu_segmented_top_k_pairs_offsets(tcu_context *context, const void *keys, const void *values, uint64_t n,
                                             const int64_t *offsets, uint64_t num_segments, uint64_t k,
                                             tcu_type key_type, size_t value_bytes, void *keys_out, void *values_out,
                                             const tcu_top_k_options *options)
{
    return run_pairs(
        context, __func__, ARRAYS_OF_PAIRS,
        (tcui_top_k_segments){.n = n, .by_offsets = true, .offsets = offsets, .num_segments = num_segments}, options);
}

tcu_status tcu_segmented_top_k_pairs_offsets_workspace(tcu_context *context, uint64_t n, uint64_t num_segments,
                                                       uint64_t k, tcu_type key_type, size_t value_bytes,
                                                       const tcu_top_k_options *options, size_t *bytes)
{
    return query_pairs(context, __func__, TYPES_OF_PAIRS,
                       (tcui_top_k_segments){.n = n, .by_offsets = true, .num_segments = num_segments}, options, bytes);
}
