/* SPDX-License-Identifier: Apache-2.0 */
/* Running totals of daily sales, since the first day and anew in each week, and the best day so far: docs/guide/sums.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { DAYS = 14, WEEK = 7 };

static void print(const char *name, const int64_t *totals)
{
    printf("%-10s", name);
    for (int day = 0; day < DAYS; day++) {
        printf(" %3lld", (long long)totals[day]);
    }
    printf("\n");
}

int main(void)
{
    const int32_t sales[DAYS] = {12, 9, 11, 10, 15, 22, 3, 10, 8, 12, 9, 17, 25, 4};
    int64_t overall[DAYS], weekly[DAYS], best[DAYS];
    int32_t record[DAYS];
    tcu_context *context;
    void *in = NULL, *out = NULL;
    int result = 1;
    tcu_scan_options most = TCU_SCAN_OPTIONS_INIT;
    most.op = TCU_OPERATOR_MAX;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sales, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof overall, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, sales, sizeof sales) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_I32, out, TCU_TYPE_I64, DAYS, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, overall, out, sizeof overall) != TCU_SUCCESS ||
        tcu_segmented_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_I32, out, TCU_TYPE_I64, DAYS, WEEK, NULL) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, weekly, out, sizeof weekly) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_I32, out, TCU_TYPE_I32, DAYS, &most) != TCU_SUCCESS ||
        tcu_copy_out(context, record, out, sizeof record) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        print("overall", overall);
        print("this week", weekly);
        for (int day = 0; day < DAYS; day++) {
            best[day] = record[day];
        }
        print("best day", best);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
