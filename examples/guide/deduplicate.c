/* SPDX-License-Identifier: Apache-2.0 */
/* The different values of an array, and how often each occurs: docs/guide/compaction.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 10 };

int main(void)
{
    const int32_t numbers[N] = {7, 3, 7, 7, -2, 3, 9, 7, 9, -2};
    int32_t different[N];
    uint64_t times[N], count = 0;

    tcu_context *context;
    void *values = NULL, *lengths = NULL, *runs = NULL;
    int result = 1;
    /* Sorted in place, equal values are neighbours; of each run of these one is kept, in place too. */
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &values) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof times, &lengths) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof count, &runs) != TCU_SUCCESS ||
        tcu_copy_in(context, values, numbers, sizeof numbers) != TCU_SUCCESS ||
        tcu_radix_sort(context, values, values, TCU_TYPE_I32, N, NULL) != TCU_SUCCESS ||
        tcu_unique(context, values, sizeof *numbers, values, lengths, runs, N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &count, runs, sizeof count) != TCU_SUCCESS ||
        tcu_copy_out(context, different, values, count * sizeof *different) != TCU_SUCCESS ||
        tcu_copy_out(context, times, lengths, count * sizeof *times) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (uint64_t k = 0; k < count; k++) {
            printf("%" PRId32 ": %" PRIu64 " times\n", different[k], times[k]);
        }
        result = 0;
    }
    tcu_free(context, values);
    tcu_free(context, lengths);
    tcu_free(context, runs);
    tcu_context_destroy(context);
    return result;
}
