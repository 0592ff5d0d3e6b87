/* SPDX-License-Identifier: Apache-2.0 */
#include "group_rows.h"

#include <stdio.h>
#include <stdlib.h>

tcu_status rows_allocate(tcu_context *context, uint64_t capacity, row_arrays *a)
{
    enum { ARRAYS = 11 };
    const size_t keys = capacity * sizeof *a->keys, values = capacity * sizeof *a->values, one = sizeof(uint64_t);
    const size_t bytes[ARRAYS] = {
        one, one, one, capacity, keys, keys, keys, values, values, values, (capacity + 1) * sizeof *a->offsets};
    void *all[ARRAYS] = {NULL};
    tcu_status status = TCU_SUCCESS;
    for (int i = 0; i < ARRAYS && status == TCU_SUCCESS; i++) {
        status = tcu_allocate(context, bytes[i], &all[i]);
    }
    *a =
        (row_arrays){capacity, all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], all[9], all[10]};
    return status;
}

void rows_free(tcu_context *context, const row_arrays *a)
{
    void *const all[] = {a->num_rows,   a->num_kept, a->num_groups,  a->flags, a->keys,   a->kept_keys,
                         a->group_keys, a->values,   a->kept_values, a->sums,  a->offsets};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tcu_free(context, all[i]);
    }
}

/* --------------------------------------------------------------------------------------------------- the calls --- */

static tcu_compact_options compact_rows(const row_arrays *a)
{
    tcu_compact_options options = TCU_COMPACT_OPTIONS_INIT;
    options.count = a->num_rows;
    return options;
}

static tcu_group_by_options group_kept(const row_arrays *a)
{
    tcu_group_by_options options = TCU_GROUP_BY_OPTIONS_INIT;
    options.count = a->num_kept;
    return options;
}

static tcu_runs groups_of(const row_arrays *a)
{
    tcu_runs groups = TCU_RUNS_INIT;
    groups.keys = a->group_keys;
    groups.offsets = a->offsets;
    groups.count = a->num_groups;
    return groups;
}

static tcu_group_column sums_of(const row_arrays *a, const int64_t *values)
{
    const tcu_group_column column =
        TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, values, TCU_TYPE_I64, a->sums, TCU_TYPE_I64);
    return column;
}

tcu_status rows_group_kept(tcu_context *context, const row_arrays *a)
{
    const tcu_column columns[2] = {{a->keys, a->kept_keys, sizeof *a->keys},
                                   {a->values, a->kept_values, sizeof *a->values}};
    const tcu_compact_options of_rows = compact_rows(a);
    const tcu_group_by_options of_kept = group_kept(a);
    const tcu_group_column sums = sums_of(a, a->kept_values);
    const tcu_runs groups = groups_of(a);
    tcu_status status =
        tcu_compact_columns(context, columns, 2, a->flags, TCU_FLAGS_BYTES, a->num_kept, a->capacity, &of_rows);
    if (status == TCU_SUCCESS) {
        status = tcu_group_by(context, a->kept_keys, TCU_TYPE_I32, a->capacity, &sums, 1, &groups, &of_kept);
    }
    return status;
}

tcu_status rows_group_all(tcu_context *context, const row_arrays *a)
{
    const tcu_group_column sums = sums_of(a, a->values);
    const tcu_runs groups = groups_of(a);
    return tcu_group_by(context, a->keys, TCU_TYPE_I32, a->capacity, &sums, 1, &groups, NULL);
}

tcu_status rows_workspace(tcu_context *context, const row_arrays *a, size_t *bytes)
{
    const tcu_compact_options of_rows = compact_rows(a);
    const tcu_group_by_options of_kept = group_kept(a);
    const tcu_group_column sums = sums_of(a, a->kept_values);
    const tcu_runs groups = groups_of(a);
    size_t compaction = 0;
    tcu_status status = tcu_compact_columns_workspace(context, 2, TCU_FLAGS_BYTES, a->capacity, &of_rows, &compaction);
    if (status == TCU_SUCCESS) {
        status = tcu_group_by_workspace(context, TCU_TYPE_I32, a->capacity, &sums, 1, &groups, &of_kept, bytes);
    }
    if (status == TCU_SUCCESS && compaction > *bytes) {
        *bytes = compaction;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------- the results --- */

static int failed(const char *what)
{
    fprintf(stderr, "group_by: %s\n", what);
    return -1;
}

int rows_fetch(tcu_context *context, const row_arrays *a, table_groups *g)
{
    if (tcu_copy_out(context, &g->count, a->num_groups, sizeof g->count) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(context));
    }
    g->keys = malloc((g->count + 1) * sizeof *g->keys);
    g->offsets = malloc((g->count + 1) * sizeof *g->offsets);
    g->sums = malloc((g->count + 1) * sizeof *g->sums);
    if (g->keys == NULL || g->offsets == NULL || g->sums == NULL) {
        return failed("out of memory");
    }
    if (tcu_copy_out(context, g->keys, a->group_keys, g->count * sizeof *g->keys) != TCU_SUCCESS ||
        tcu_copy_out(context, g->offsets, a->offsets, (g->count + 1) * sizeof *g->offsets) != TCU_SUCCESS ||
        tcu_copy_out(context, g->sums, a->sums, g->count * sizeof *g->sums) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(context));
    }
    return 0;
}
