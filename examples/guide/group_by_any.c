/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts and sums by key, where keys are any numbers: docs/guide/groups.md. Pairs are sorted by their keys, so each group
 * is a run of equal keys; the runs' lengths are the counts, and their exclusive scan says where each run begins.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 6 };

int main(void)
{
    const int32_t customers[N] = {70001, -3, 70001, 70001, -3, 512};
    const int64_t payments[N] = {1, 2, 3, 4, 5, 6};
    const uint64_t zeros[N + 1] = {0};
    int32_t group_keys[N];
    int64_t group_sums[N];
    uint64_t group_counts[N], groups = 0;

    tcu_context *context;
    void *keys = NULL, *values = NULL, *lengths = NULL, *offsets = NULL, *sums = NULL, *runs = NULL;
    int result = 1;
    /* Pairs are sorted in place, and so one key of each run is kept. tcu_unique writes nothing behind the last run: the
     * length there stays 0, so the scan of one more than there are groups also writes where the last one ends. */
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof customers, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof payments, &values) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof zeros, &lengths) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof zeros, &offsets) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof group_sums, &sums) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof groups, &runs) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, customers, sizeof customers) != TCU_SUCCESS ||
        tcu_copy_in(context, values, payments, sizeof payments) != TCU_SUCCESS ||
        tcu_copy_in(context, lengths, zeros, sizeof zeros) != TCU_SUCCESS ||
        tcu_radix_sort_pairs(context, keys, keys, TCU_TYPE_I32, values, values, sizeof *payments, N, NULL) !=
            TCU_SUCCESS ||
        tcu_unique(context, keys, sizeof *customers, keys, lengths, runs, N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &groups, runs, sizeof groups) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_EXCLUSIVE, lengths, TCU_TYPE_U64, offsets, TCU_TYPE_U64, groups + 1, NULL) !=
            TCU_SUCCESS ||
        tcu_segmented_reduce_offsets(context, values, TCU_TYPE_I64, sums, TCU_TYPE_I64, N, offsets, groups, NULL) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, group_keys, keys, groups * sizeof *group_keys) != TCU_SUCCESS ||
        tcu_copy_out(context, group_counts, lengths, groups * sizeof *group_counts) != TCU_SUCCESS ||
        tcu_copy_out(context, group_sums, sums, groups * sizeof *group_sums) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (uint64_t k = 0; k < groups; k++) {
            printf("customer %" PRId32 ": %" PRIu64 " payments, sum %" PRId64 "\n", group_keys[k], group_counts[k],
                   group_sums[k]);
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, values);
    tcu_free(context, lengths);
    tcu_free(context, offsets);
    tcu_free(context, sums);
    tcu_free(context, runs);
    tcu_context_destroy(context);
    return result;
}
