/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The collectives of include/tcu/device/, made callable from C: a case says which one, and a run of it gives
 * everything that the collective has of the same elements.
 */
#ifndef COLLECTIVE_KERNELS_H
#define COLLECTIVE_KERNELS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum element_type {
    ELEMENT_F16,
    ELEMENT_BF16,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_S8,
    ELEMENT_U8,
    ELEMENT_S32,
    ELEMENT_U32,
    ELEMENT_TYPES
} element_type;

typedef enum collective_form { FORM_MATRIX, FORM_SUM, FORM_MINIMUM, FORM_MAXIMUM, COLLECTIVE_FORMS } collective_form;

typedef struct collective_case {
    element_type type;
    collective_form form;
    bool striped;
    int items;   /* a thread */
    int segment; /* of a warp; 0: not segmented */
    int threads; /* of a block; 0: of a warp */
} collective_case;

/* Elements are given and results returned in their order in the layout; each of `COLLECTIVE_GROUPS` warps (or blocks)
 * has its own, one behind the other. Results are doubles, which hold every sum. */
enum { COLLECTIVE_GROUPS = 2 };

typedef struct collective_results {
    double *inclusive, *exclusive; /* of each element */
    double *sums;                  /* of each element: its segment's, where there are segments */
    /* Of each thread, where there are none: totals of both scans, of the reduction, and of the first `valid`
     * elements. */
    double *inclusive_total, *exclusive_total, *total, *valid_total;
} collective_results;

/* The cases that there are. */
int collective_count(element_type type);
collective_case collective_at(element_type type, int index);

/* 0 or a cudaError_t. `elements`: bits of the type, in host memory, as the results. Blocks have 1 to 3 dimensions. */
int collective_run(element_type type, int index, int dimensions, const void *elements, int valid,
                   const collective_results *results);

#ifdef __cplusplus
}
#endif

#endif /* COLLECTIVE_KERNELS_H */
