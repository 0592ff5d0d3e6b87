/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>

#include "primitives/context/sizes.h"
#include "primitives/context/sum_pairs.h"

tcu_status tcui_check_enumerator(tcu_context *context, const char *name, unsigned value, unsigned most,
                                 const char *type)
{
    if (value > most) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %d, which is no %s", name, (int)value, type);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_type(tcu_context *context, const char *name, tcu_type type)
{
    return tcui_check_enumerator(context, name, type, TCU_TYPE_COUNT - 1, "tcu_type");
}

tcu_status tcui_check_reserved(tcu_context *context, const char *name, const void *field, size_t count,
                               size_t element_bytes)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = element_bytes == 8 ? ((const uint64_t *)field)[i] : ((const uint32_t *)field)[i];
        if (value != 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s[%zu] is %" PRIu64 "; it must be 0", name, i,
                             value);
        }
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_number_type(tcu_context *context, const char *name, tcu_type type)
{
    const tcu_status status = tcui_check_type(context, name, type);
    if (status == TCU_SUCCESS && type != TCU_TYPE_U32 && type != TCU_TYPE_U64) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "%s is %s; it must be u32 or u64", name,
                         tcu_type_name(type));
    }
    return status;
}

tcu_status tcui_check_index_type(tcu_context *context, tcu_type type, uint64_t n)
{
    const tcu_status status = tcui_check_number_type(context, "index_type", type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (type == TCU_TYPE_U32 && n > (uint64_t)UINT32_MAX + 1) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "n is %" PRIu64 ", and index_type u32 does not hold all positions", n);
    }
    return TCU_SUCCESS;
}

bool tcui_is_sum_pair(tcu_type in_type, tcu_type out_type)
{
#define TCUI_ACCEPT(IN, OUT, in, acc, out) [TCU_TYPE_##IN][TCU_TYPE_##OUT] = true,
    static const bool is_pair[TCU_TYPE_COUNT][TCU_TYPE_COUNT] = {TCUI_SUM_PAIRS(TCUI_ACCEPT)};
#undef TCUI_ACCEPT
    return is_pair[in_type][out_type];
}

tcu_status tcui_check_sum_types(tcu_context *context, tcu_type in_type, tcu_type out_type)
{
    tcu_status status = tcui_check_type(context, "in_type", in_type);
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "out_type", out_type)) != TCU_SUCCESS) {
        return status;
    }
    if (!tcui_is_sum_pair(in_type, out_type)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "in_type %s cannot be summed to out_type %s",
                         tcu_type_name(in_type), tcu_type_name(out_type));
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_segment_size(tcu_context *context, uint64_t segment_size)
{
    if (segment_size == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "segment_size is 0; it must be 1 or more");
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_num_segments(tcu_context *context, uint64_t num_segments)
{
    if (num_segments >= TCUI_MOST_BYTES / sizeof(int64_t)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "num_segments is %" PRIu64 ": its offsets have " TCUI_TOO_LARGE, num_segments);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_check_offset_values(tcu_context *context, const tcui_segments *segments)
{
    const bool by_offsets = segments->size == 0;
    if (!by_offsets || segments->count == 0 || !tcui_is_on_host(context)) {
        return TCU_SUCCESS;
    }
    const tcui_segments now = tcui_segments_now(segments); /* offsets behind a count are not read */
    int64_t previous = 0;
    for (uint64_t k = 0; k <= now.count; k++) {
        int64_t offset = segments->offsets[k];
        if (offset < previous || (uint64_t)offset > segments->n) {
            return tcui_fail(context, TCU_ERROR_INVALID_OFFSETS,
                             "offsets[%" PRIu64 "] is %" PRId64 "; it must be from %" PRId64 " to n = %" PRIu64, k,
                             offset, previous, segments->n);
        }
        previous = offset;
    }
    return TCU_SUCCESS;
}
