/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the backends on the processor: the C library's. */
#include "primitives/memory/memory.h"

#include <stdlib.h>
#include <string.h>

#include "primitives/context/workspace.h"

static tcu_status check_no_capture(tcu_context *context)
{
    (void)context;
    return TCU_SUCCESS;
}

static tcu_status allocate(tcu_context *context, size_t bytes, void **pointer)
{
    (void)context;
    const size_t mask = TCUI_WORKSPACE_ALIGNMENT - 1;
    *pointer = aligned_alloc(TCUI_WORKSPACE_ALIGNMENT, (bytes + mask) & ~mask);
    return TCU_SUCCESS;
}

static tcu_status release(tcu_context *context, void *pointer)
{
    (void)context;
    free(pointer);
    return TCU_SUCCESS;
}

static tcu_status copy(tcu_context *context, void *to, const void *from, size_t bytes)
{
    (void)context;
    memcpy(to, from, bytes);
    return TCU_SUCCESS;
}

static tcu_status synchronize(tcu_context *context)
{
    (void)context;
    return TCU_SUCCESS;
}

const tcui_memory tcui_memory_host = {check_no_capture, allocate, release, copy, synchronize};
