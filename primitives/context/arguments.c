/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>

#include "sum_pairs.h"

bool tcui_is_sum_pair(tcu_type in_type, tcu_type out_type)
{
#define TCUI_ACCEPT(IN, OUT, in, acc, out)                                                                             \
    if (in_type == TCU_TYPE_##IN && out_type == TCU_TYPE_##OUT)                                                        \
        return true;
    TCUI_SUM_PAIRS(TCUI_ACCEPT)
#undef TCUI_ACCEPT
    return false;
}

tcu_status tcui_check_sum_types(tcu_context *context, tcu_type in_type, tcu_type out_type)
{
    if ((unsigned)in_type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "in_type is %d, which is no tcu_type", (int)in_type);
    if ((unsigned)out_type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "out_type is %d, which is no tcu_type", (int)out_type);
    if (!tcui_is_sum_pair(in_type, out_type))
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "in_type %s cannot be summed to out_type %s",
                         tcu_type_name(in_type), tcu_type_name(out_type));
    return TCU_SUCCESS;
}

tcu_status tcui_check_extent(tcu_context *context, const tcui_array *array)
{
    uintptr_t address = (uintptr_t)array->pointer;
    if (array->count > SIZE_MAX / array->element_bytes || array->count * array->element_bytes > UINTPTR_MAX - address)
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s has %" PRIu64 " elements of %zu bytes: more than the address space", array->name,
                         array->count, array->element_bytes);
    return TCU_SUCCESS;
}

tcu_status tcui_check_array(tcu_context *context, const tcui_array *array)
{
    tcu_status status = tcui_check_extent(context, array);
    if (status != TCU_SUCCESS)
        return status;
    if (array->count > 0 && array->pointer == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL, but %" PRIu64 " elements are needed",
                         array->name, array->count);
    if ((uintptr_t)array->pointer % array->element_bytes != 0)
        return tcui_fail(context, TCU_ERROR_MISALIGNED, "%s is %p, not a multiple of its element's %zu bytes",
                         array->name, array->pointer, array->element_bytes);
    return TCU_SUCCESS;
}

tcu_status tcui_check_overlap(tcu_context *context, const tcui_array *in, const tcui_array *out, bool in_place_allowed)
{
    uintptr_t in_begin = (uintptr_t)in->pointer, in_end = in_begin + in->count * in->element_bytes;
    uintptr_t out_begin = (uintptr_t)out->pointer, out_end = out_begin + out->count * out->element_bytes;
    if (in->count == 0 || out->count == 0 || in_end <= out_begin || out_end <= in_begin)
        return TCU_SUCCESS;
    if (in_begin != out_begin)
        return tcui_fail(context, TCU_ERROR_OVERLAP, "%s (%p, %zu bytes) overlaps %s (%p, %zu bytes)%s", out->name,
                         out->pointer, (size_t)(out_end - out_begin), in->name, in->pointer,
                         (size_t)(in_end - in_begin), in_place_allowed ? " without being equal" : "");
    if (!in_place_allowed)
        return tcui_fail(context, TCU_ERROR_OVERLAP, "%s equals %s (%p), which is not allowed here", out->name,
                         in->name, out->pointer);
    if (in->element_bytes != out->element_bytes)
        return tcui_fail(context, TCU_ERROR_OVERLAP,
                         "%s equals %s (%p), which elements of %zu and %zu bytes do not allow", out->name, in->name,
                         out->pointer, in->element_bytes, out->element_bytes);
    return TCU_SUCCESS;
}

tcu_status tcui_check_segment_size(tcu_context *context, uint64_t segment_size)
{
    if (segment_size == 0)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "segment_size is 0; it must be 1 or more");
    return TCU_SUCCESS;
}

tcu_status tcui_check_num_segments(tcu_context *context, uint64_t num_segments)
{
    if (num_segments >= SIZE_MAX / sizeof(int64_t))
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "num_segments is %" PRIu64 ": its offsets are more than the address space", num_segments);
    return TCU_SUCCESS;
}

static tcu_status check_offset_values(tcu_context *context, const tcui_segments *segments)
{
    if (context->backend->id != TCU_BACKEND_HOST)
        return TCU_SUCCESS;
    int64_t previous = 0;
    for (uint64_t k = 0; k <= segments->count; ++k) {
        int64_t offset = segments->offsets[k];
        if (offset < previous || (uint64_t)offset > segments->n)
            return tcui_fail(context, TCU_ERROR_INVALID_OFFSETS,
                             "offsets[%" PRIu64 "] is %" PRId64 "; it must be from %" PRId64 " to n = %" PRIu64, k,
                             offset, previous, segments->n);
        previous = offset;
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_offsets(tcu_context *context, const tcui_segments *segments, const tcui_array *outputs,
                              int num_outputs)
{
    const bool by_offsets = segments->size == 0;
    if (!by_offsets || segments->count == 0)
        return TCU_SUCCESS;
    const tcui_array offsets = {"offsets", segments->offsets, segments->count + 1, sizeof(int64_t)};
    tcu_status status = tcui_check_array(context, &offsets);
    for (int o = 0; o < num_outputs && status == TCU_SUCCESS; ++o)
        status = tcui_check_overlap(context, &offsets, &outputs[o], false);
    return status == TCU_SUCCESS ? check_offset_values(context, segments) : status;
}

tcu_status tcui_check_segmented_arrays(tcu_context *context, const tcui_array *in, const tcui_array *out,
                                       const tcui_segments *segments)
{
    tcu_status status;
    if ((status = tcui_check_array(context, in)) != TCU_SUCCESS ||
        (status = tcui_check_array(context, out)) != TCU_SUCCESS ||
        (status = tcui_check_overlap(context, in, out, true)) != TCU_SUCCESS)
        return status;
    return tcui_check_offsets(context, segments, out, 1);
}
