/* SPDX-License-Identifier: Apache-2.0 */
/* Counts, sums and largest values by key, where keys are any numbers in any order: docs/guide/groups.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 6 };

int main(void)
{
    const int32_t customers[N] = {70001, -3, 70001, 70001, -3, 512};
    const int64_t payments[N] = {1, 2, 3, 4, 5, 6};
    int32_t group_keys[N];
    uint64_t group_counts[N], count = 0;
    int64_t group_sums[N], group_largest[N];

    tcu_context *context;
    tcu_runs groups = TCU_RUNS_INIT; /* how many groups there are is written where the arrays are: nothing waits */
    void *keys = NULL, *values = NULL, *lengths = NULL, *sums = NULL, *largest = NULL, *group_count = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof customers, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof payments, &values) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof group_keys, &groups.keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof group_counts, &lengths) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof group_sums, &sums) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof group_largest, &largest) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &group_count) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, customers, sizeof customers) != TCU_SUCCESS ||
        tcu_copy_in(context, values, payments, sizeof payments) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return 1;
    }
    const tcu_group_column columns[2] = {
        TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, values, TCU_TYPE_I64, sums, TCU_TYPE_I64),
        TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_MAX, values, TCU_TYPE_I64, largest, TCU_TYPE_I64),
    };
    groups.lengths = lengths;
    groups.count = group_count;
    if (tcu_group_by(context, keys, TCU_TYPE_I32, N, columns, 2, &groups, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, group_count, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, group_keys, groups.keys, count * sizeof *group_keys) != TCU_SUCCESS ||
        tcu_copy_out(context, group_counts, lengths, count * sizeof *group_counts) != TCU_SUCCESS ||
        tcu_copy_out(context, group_sums, sums, count * sizeof *group_sums) != TCU_SUCCESS ||
        tcu_copy_out(context, group_largest, largest, count * sizeof *group_largest) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (uint64_t k = 0; k < count; k++) {
            printf("customer %" PRId32 ": %" PRIu64 " payments, sum %" PRId64 ", largest %" PRId64 "\n", group_keys[k],
                   group_counts[k], group_sums[k], group_largest[k]);
        }
        result = 0;
    }
    void *const all[] = {keys, values, groups.keys, lengths, sums, largest, group_count};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tcu_free(context, all[i]);
    }
    tcu_context_destroy(context);
    return result;
}
