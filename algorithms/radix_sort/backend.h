/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the sorts. One task describes all of them. */
#ifndef TCUI_RADIX_SORT_BACKEND_H
#define TCUI_RADIX_SORT_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/radix_sort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits that a pass looks at. */
enum { TCUI_DIGIT_BITS = 8, TCUI_DIGITS = 1 << TCUI_DIGIT_BITS };

/*
 * The payload, which moves with the key. Indices are positions in the array, of value_bytes each, which the first pass
 * makes.
 */
typedef enum tcui_payload { TCUI_PAYLOAD_NONE, TCUI_PAYLOAD_VALUES, TCUI_PAYLOAD_INDICES } tcui_payload;

/* Where results and intermediate passes may be written. */
typedef enum tcui_sort_arrays {
    TCUI_SORT_APART,    /* no output is an input */
    TCUI_SORT_IN_PLACE, /* keys_out is keys_in, or values_out is values_in, or both */
    TCUI_SORT_BUFFERS   /* keys_other and values_other may be written too, and one of them is the input */
} tcui_sort_arrays;

/*
 * Arguments are checked: 0 <= begin_bit <= end_bit <= bits of the key. The sort is stable for keys that agree in these
 * bits of their order (key_order.h). For keys alone, compared by all bits, stability cannot be observed: equal keys are the
 * same.
 */
typedef struct tcui_radix_sort_task {
    const void *keys_in;
    void *keys_out; /* NULL where only indices are requested */
    tcu_type key_type;
    tcui_payload payload;
    const void *values_in; /* of TCUI_PAYLOAD_VALUES */
    void *values_out;
    size_t value_bytes; /* 0 without a payload */
    bool keeps_keys;    /* TCUI_PAYLOAD_INDICES with keys_out: of CUDA paths that move values by index */
    tcui_sort_arrays arrays;
    void *keys_other, *values_other; /* of TCUI_SORT_BUFFERS: with keys_out the two arrays, one of which is keys_in */
    bool descending;
    int begin_bit, end_bit;
    tcu_ranking ranking;
    tcui_segments segments; /* TCUI_SORT_BUFFERS: one of everything */
} tcui_radix_sort_task;

static inline bool tcui_is_bare(const tcui_radix_sort_task *task)
{
    return task->payload == TCUI_PAYLOAD_NONE && task->begin_bit == 0 &&
           task->end_bit == 8 * (int)tcu_type_size(task->key_type);
}

/* Passes of a sort by digits. */
static inline int tcui_radix_passes(const tcui_radix_sort_task *task)
{
    return (task->end_bit - task->begin_bit + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
}

/* What the sorts ask of a backend besides: the extension of their tables. */
typedef struct tcui_radix_sort_extension {
    /* TCUI_SORT_BUFFERS: whether the result is to be in the other arrays than the input; from what reserve() uses. */
    bool (*swaps_buffers)(const tcu_context *context, const tcui_radix_sort_task *task);
} tcui_radix_sort_extension;

/*
 * reserve() uses everything in the task but pointers, and never decreases with growing n. n > 0, and there is a segment.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_RADIX_SORT_BACKEND_H */
