/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include "backend.h"
#include "primitives/call/call.h"

/* Of a count that the host cannot read. */
static tcu_status write_counted(tcu_context *context, void *to, const void *from, uint64_t element, size_t bytes,
                                const tcui_segments *segments)
{
    const tcui_reduce_extension *extension = tcui_operation_of(context, TCUI_REDUCE)->extension;
    return extension->write_results(context, to, from, element, bytes, segments);
}

tcu_status tcui_fill_results(tcu_context *context, void *to, uint64_t element, size_t bytes,
                             const tcui_segments *segments)
{
    return tcui_segments_count_of(segments) == NULL
               ? context->backend->fill(context, to, &element, bytes, segments->count)
               : write_counted(context, to, NULL, element, bytes, segments);
}

tcu_status tcui_copy_results(tcu_context *context, void *to, const void *from, size_t bytes,
                             const tcui_segments *segments)
{
    return tcui_segments_count_of(segments) == NULL
               ? context->backend->copy(context, to, from, (size_t)segments->count * bytes)
               : write_counted(context, to, from, 0, bytes, segments);
}
