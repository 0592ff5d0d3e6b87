/* SPDX-License-Identifier: Apache-2.0 */
/* Indices where the processor reads them. */
#ifndef TCUI_GATHER_HOST_INDEX_H
#define TCUI_GATHER_HOST_INDEX_H

#include "algorithms/gather/backend.h"
#include "primitives/tile/host/compiler.h"

/* *index = index i; false if it is out of range. (A negative one is a large one, which no array has as many places as.) */
TCUI_ALWAYS_INLINE bool tcui_index_load(tcu_type type, const void *indices, uint64_t i, uint64_t places,
                                        uint64_t *index)
{
    switch (type) {
    case TCU_TYPE_I32:
        *index = (uint64_t)(int64_t)((const int32_t *)indices)[i];
        break;
    case TCU_TYPE_U32:
        *index = ((const uint32_t *)indices)[i];
        break;
    default:
        *index = ((const uint64_t *)indices)[i];
        break;
    }
    return *index < places;
}

/* How many indices the call is of. */
static inline uint64_t tcui_gather_count(const tcui_gather_task *task)
{
    return task->count != NULL && *task->count < task->n ? *task->count : task->n;
}

#endif /* TCUI_GATHER_HOST_INDEX_H */
