/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include "backend.h"
#include "primitives/call/call.h"

/* Of a count that the host cannot read when the call is made. */
static tcu_status write_counted(tcu_context *context, void *to, const void *from, uint64_t element, size_t bytes,
                                const tcui_segments *segments)
{
    const tcui_reduce_extension *extension = tcui_operation_of(context, TCUI_REDUCE)->extension;
    return extension->write_results(context, to, from, element, bytes, segments);
}

static bool has_count_on_device(const tcu_context *context, const tcui_segments *segments)
{
    return tcui_segments_count_of(segments) != NULL && !tcui_is_on_host(context);
}

tcu_status tcui_fill_results(tcu_context *context, void *to, uint64_t element, size_t bytes,
                             const tcui_segments *segments)
{
    return has_count_on_device(context, segments)
               ? write_counted(context, to, NULL, element, bytes, segments)
               : context->backend->fill(context, to, &element, bytes, tcui_segments_now(segments).count);
}

tcu_status tcui_copy_results(tcu_context *context, void *to, const void *from, size_t bytes,
                             const tcui_segments *segments)
{
    return has_count_on_device(context, segments)
               ? write_counted(context, to, from, 0, bytes, segments)
               : context->backend->copy(context, to, from, (size_t)tcui_segments_now(segments).count * bytes);
}
