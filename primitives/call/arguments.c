/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>

#include "primitives/context/sizes.h"
#include "primitives/context/sum_pairs.h"

bool tcui_is_sum_pair(tcu_type in_type, tcu_type out_type)
{
#define TCUI_ACCEPT(IN, OUT, in, acc, out) [TCU_TYPE_##IN][TCU_TYPE_##OUT] = true,
    static const bool is_pair[TCU_TYPE_COUNT][TCU_TYPE_COUNT] = {TCUI_SUM_PAIRS(TCUI_ACCEPT)};
#undef TCUI_ACCEPT
    return is_pair[in_type][out_type];
}

tcu_status tcui_check_sum_types(tcu_context *context, tcu_type in_type, tcu_type out_type)
{
    if ((unsigned)in_type >= TCU_TYPE_COUNT) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "in_type is %d, which is no tcu_type", (int)in_type);
    }
    if ((unsigned)out_type >= TCU_TYPE_COUNT) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "out_type is %d, which is no tcu_type", (int)out_type);
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
    int64_t previous = 0;
    for (uint64_t k = 0; k <= segments->count; k++) {
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
