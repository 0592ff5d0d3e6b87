/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groups of keys in any order:
 *
 *     1. a stable sort of the keys, which takes the columns' values along if all have the same ones (a sum and a maximum of
 *        one array, say), or else says where each element comes from
 *     2. the runs of the sorted keys are the groups. With them come the first reduction of values that the sort took along,
 *        and the first column of counts
 *     3. each other column, in the keys' order, is reduced by the groups' offsets, or an element of each group is
 *        picked, of items of a size by its position
 *
 * How many elements there are may be in the context's memory. The host reads it there, and all of this is of so many; on
 * CUDA devices each step takes it along.
 *
 * Where groups are few, backends may do 1 and 2 in another way, with the same result (tcui_few_groups_task).
 */
#ifndef TCUI_BY_KEY_GROUP_BY_H
#define TCUI_BY_KEY_GROUP_BY_H

#include "backend.h"

/* Arguments are checked, n > 0. */
typedef struct tcui_group_by_task {
    const void *keys;
    tcu_type key_type;
    uint64_t n;
    tcu_group_column columns[TCU_MAX_GROUP_COLUMNS];
    int num_columns;
    tcu_runs groups; /* NULL: not wanted */
    tcu_nan_mode nan_mode;
    const uint64_t *length; /* in the context's memory: how many elements there are, if fewer than n; NULL: n */
    bool carries_values;    /* of group_by.c: columns have the same values, which the sort takes along */
} tcui_group_by_task;

/* Of a call on any backend (primitives/call/call.h). reserve() looks at no pointers but whether those of `groups` are
 * NULL. */
tcu_status tcui_group_by_reserve(tcu_context *context, const void *task, tcui_layout *layout);
tcu_status tcui_group_by_execute(tcu_context *context, const void *task, void *workspace);

#endif /* TCUI_BY_KEY_GROUP_BY_H */
