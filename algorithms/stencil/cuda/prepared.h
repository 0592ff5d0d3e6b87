/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the CUDA backend keeps of a plan: arrays in device memory, each computed from the stencil on the host when the plan
 * is created. A path that needs another array adds a line to tcui_stencil_part and to the table in prepare.cu.
 */
#ifndef TCUI_STENCIL_CUDA_PREPARED_H
#define TCUI_STENCIL_CUDA_PREPARED_H

#include "algorithms/stencil/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tcui_stencil_part {
    TCUI_STENCIL_WEIGHTS, /* tcui_stencil's own */
    TCUI_STENCIL_FACTORS_0,
    TCUI_STENCIL_FACTORS_1,
    TCUI_STENCIL_FACTORS_2,
    TCUI_STENCIL_PLACES, /* tcui_stencil_place, in the order of taps */
    TCUI_STENCIL_FIELDS, /* uint64_t[out_fields + 1]: the first tap of each output field */
    /* Where all taps are along the last axis: a weight for each offset from low to high, and a bit where there is a tap, of
     * lines without one at some offset. */
    TCUI_STENCIL_LINE_WEIGHTS,
    TCUI_STENCIL_LINE_PRESENT,
    TCUI_STENCIL_BANDS, /* of the matrix unit (matrix/bands.h); NULL where it does not apply */
    TCUI_STENCIL_PARTS
} tcui_stencil_part;

/* What a tap reads. */
typedef struct tcui_stencil_place {
    int64_t distance; /* elements from its point in input field 0, inside the grid */
    uint32_t in_field;
    int32_t offset[TCUI_AXES];
} tcui_stencil_place;

/* tcui_stencil's `prepared`, in host memory. */
typedef struct tcui_stencil_prepared {
    void *memory;                          /* of the device */
    const void *parts[TCUI_STENCIL_PARTS]; /* in it; NULL: the stencil has none */
    struct tcui_stencil_passes *passes;    /* of several fields (fields/passes.h); NULL: it has none */
} tcui_stencil_prepared;

/* An array of the plan, or NULL; for stencils of plans only. */
static inline const void *tcui_stencil_part_of(const tcui_stencil *stencil, tcui_stencil_part part)
{
    return ((const tcui_stencil_prepared *)stencil->prepared)->parts[part];
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_CUDA_PREPARED_H */
