/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What group_by.c and group_by_graph.cu share: the arrays of a table in the context's memory, and the calls that group
 * the rows that flags keep. How many rows there are and how many are kept are numbers in that memory, too, so nothing
 * waits for them and all calls go into one CUDA graph.
 */
#ifndef EXAMPLE_GROUP_ROWS_H
#define EXAMPLE_GROUP_ROWS_H

#include "table.h"

#include <tcu/tcu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room for up to `capacity` rows, in the context's memory. */
typedef struct row_arrays {
    uint64_t capacity;
    uint64_t *num_rows, *num_kept, *num_groups; /* one value each */
    uint8_t *flags;                             /* of each row: whether it is kept */
    int32_t *keys, *kept_keys, *group_keys;
    int64_t *values, *kept_values, *sums;
    int64_t *offsets; /* where groups begin among the sorted kept rows; capacity + 1 */
} row_arrays;

/* Whatever was allocated before a failure is to be freed, too. */
tcu_status rows_allocate(tcu_context *context, uint64_t capacity, row_arrays *a);
void rows_free(tcu_context *context, const row_arrays *a);

/* Enqueues the groups of the flagged ones of the first *num_rows rows, which go to kept_keys and kept_values. */
tcu_status rows_group_kept(tcu_context *context, const row_arrays *a);

/* Enqueues the groups of all `capacity` rows. */
tcu_status rows_group_all(tcu_context *context, const row_arrays *a);

/* The workspace with which rows_group_kept() allocates nothing. */
tcu_status rows_workspace(tcu_context *context, const row_arrays *a, size_t *bytes);

/* Waits for the groups and copies them out. Returns 0, or -1 after a sentence on standard error. */
int rows_fetch(tcu_context *context, const row_arrays *a, table_groups *g);

#ifdef __cplusplus
}
#endif

#endif /* EXAMPLE_GROUP_ROWS_H */
