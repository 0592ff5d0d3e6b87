/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the backends on the processor: the C library's. */
#define _DEFAULT_SOURCE /* madvise() */
#include "host_memory.h"

#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "primitives/context/workspace.h"
#include "primitives/memory/memory.h"

/* Many distributions let Linux back memory with huge pages only where a program asks for it: with pages of 4 KB sums of
 * large arrays take up to 1.5 times as long. Pages that the memory has only a part of stay small. */
void *tcui_host_memory(size_t bytes)
{
    void *memory = NULL;
    const bool is_huge = bytes >= TCUI_LEAST_HUGE;
    if (posix_memalign(&memory, is_huge ? TCUI_HUGE_PAGE : TCUI_WORKSPACE_ALIGNMENT, bytes) != 0) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    if (is_huge) {
        madvise(memory, bytes / TCUI_HUGE_PAGE * TCUI_HUGE_PAGE, MADV_HUGEPAGE); /* (a refusal costs time only) */
    }
#endif
    return memory;
}

static tcu_status check_no_capture(tcu_context *context)
{
    (void)context;
    return TCU_SUCCESS;
}

static tcu_status allocate(tcu_context *context, size_t bytes, void **pointer)
{
    (void)context;
    *pointer = tcui_host_memory(bytes);
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
