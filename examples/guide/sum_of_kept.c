/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of the payments above a limit. How many these are stays in the context's memory: docs/guide/sums.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 8 };

int main(void)
{
    const float payments[N] = {12, 250, 40, 99.5f, 100.5f, 7, 1000, 3}, limit = 100;
    const tcu_predicate is_large = TCU_PREDICATE_INIT(TCU_COMPARE_GREATER, &limit);

    float total;
    uint64_t count;
    tcu_context *context;
    void *in = NULL, *kept = NULL, *num_kept = NULL, *sum = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof payments, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof payments, &kept) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &num_kept) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof total, &sum) != TCU_SUCCESS ||
        tcu_copy_in(context, in, payments, sizeof payments) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return result;
    }
    tcu_reduce_options of_kept = TCU_REDUCE_OPTIONS_INIT;
    of_kept.count = num_kept;
    if (tcu_compact_if(context, in, TCU_TYPE_F32, &is_large, kept, num_kept, N, NULL) != TCU_SUCCESS ||
        tcu_reduce(context, kept, TCU_TYPE_F32, sum, TCU_TYPE_F32, N, &of_kept) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, num_kept, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, &total, sum, sizeof total) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("%" PRIu64 " payments above %g, together %.1f\n", count, (double)limit, (double)total);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, kept);
    tcu_free(context, num_kept);
    tcu_free(context, sum);
    tcu_context_destroy(context);
    return result;
}
