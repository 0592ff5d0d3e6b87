/* SPDX-License-Identifier: Apache-2.0 */
/* Totals and running totals of each day of a log, whose days are in order: docs/guide/groups.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 7 };

int main(void)
{
    const uint32_t days[N] = {20261126, 20261126, 20261126, 20261127, 20261129, 20261129, 20261129};
    const int64_t sales[N] = {5, 8, 2, 9, 1, 1, 4};
    uint32_t run_days[N];
    int64_t totals[N], running[N];
    uint64_t count = 0;

    tcu_context *context;
    tcu_runs runs = TCU_RUNS_INIT;
    void *keys = NULL, *values = NULL, *sums = NULL, *scanned = NULL, *run_count = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof days, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sales, &values) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof totals, &sums) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof running, &scanned) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof run_days, &runs.keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &run_count) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, days, sizeof days) != TCU_SUCCESS ||
        tcu_copy_in(context, values, sales, sizeof sales) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return 1;
    }
    runs.count = run_count; /* how many days there are is written where the arrays are */
    if (tcu_reduce_by_key(context, keys, sizeof *days, values, TCU_TYPE_I64, sums, TCU_TYPE_I64, N, &runs, NULL) !=
            TCU_SUCCESS ||
        tcu_scan_by_key(context, TCU_SCAN_INCLUSIVE, keys, sizeof *days, values, TCU_TYPE_I64, scanned, TCU_TYPE_I64, N,
                        NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, run_count, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, run_days, runs.keys, count * sizeof *run_days) != TCU_SUCCESS ||
        tcu_copy_out(context, totals, sums, count * sizeof *totals) != TCU_SUCCESS ||
        tcu_copy_out(context, running, scanned, sizeof running) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (uint64_t k = 0; k < count; k++) {
            printf("%" PRIu32 ": %" PRId64 "\n", run_days[k], totals[k]);
        }
        printf("so far each day:");
        for (int i = 0; i < N; i++) {
            printf(" %" PRId64, running[i]);
        }
        printf("\n");
        result = 0;
    }
    void *const all[] = {keys, values, sums, scanned, runs.keys, run_count};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tcu_free(context, all[i]);
    }
    tcu_context_destroy(context);
    return result;
}
