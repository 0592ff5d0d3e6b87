/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for gathers and scatters, which other operations may ask for, too. */
#ifndef TCUI_GATHER_BACKEND_H
#define TCUI_GATHER_BACKEND_H

#include "primitives/context/path.h"
#include "tcu/gather.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tcui_gather_kind {
    TCUI_GATHER_ITEMS, /* to[i] = from[indices[i]] */
    TCUI_SCATTER_ITEMS /* to[indices[i]] = from[i] */
} tcui_gather_kind;

/* Arguments are checked. Nothing is moved by an index that is not 0 ... places - 1. */
typedef struct tcui_gather_task {
    tcui_gather_kind kind;
    const void *from;
    void *to;
    size_t item_bytes;
    const void *indices;
    tcu_type index_type;    /* i32, u32, i64, u64 */
    uint64_t places;        /* items of the array that indices are of */
    uint64_t n;             /* indices; with `count` the most that there can be */
    const uint64_t *count;  /* in the context's memory: how many there are; NULL: n */
    uint64_t *out_of_range; /* written; NULL: not wanted */
} tcui_gather_task;

/* There is nothing to reserve. */

/* What is asked of a backend besides: the extension of its table. */
typedef struct tcui_gather_extension {
    /* indices[i] = i, i < n, in 4 or 8 bytes each, ordered on the context's stream: what a sort makes positions of. With
     * `count`, in the context's memory, as many as there are. */
    tcu_status (*number)(tcu_context *context, void *indices, size_t index_bytes, uint64_t n, const uint64_t *count);
} tcui_gather_extension;

#ifdef __cplusplus
}
#endif

#endif /* TCUI_GATHER_BACKEND_H */
