/* SPDX-License-Identifier: Apache-2.0 */
/* The key of one rank, by digits: what all selections of the reference are made of. */
#ifndef TCUI_SELECTION_REFERENCE_SELECT_H
#define TCUI_SELECTION_REFERENCE_SELECT_H

#include "algorithms/selection/backend.h"
#include "primitives/reduce/elements.h"

typedef struct tcui_reference_selecting {
    const tcui_selection_task *task;
    tcui_key_order order;
    uint64_t begin, end; /* the segment */
} tcui_reference_selecting;

/* The key of some rank: its order bits, and how many keys that are equal to it stand before it. */
typedef struct tcui_reference_selected {
    uint64_t bits, before;
} tcui_reference_selected;

/* Order bits of key i of the array. */
static inline uint64_t tcui_reference_bits_at(const tcui_reference_selecting *s, uint64_t i)
{
    return tcui_order_bits(s->order, tcui_bits_load(s->task->key_type, s->task->keys, i));
}

/* rank < end - begin. */
tcui_reference_selected tcui_reference_select(const tcui_reference_selecting *s, uint64_t rank);

#endif /* TCUI_SELECTION_REFERENCE_SELECT_H */
