/* SPDX-License-Identifier: Apache-2.0 */
/* How many ages are in each decade, and how many in none: docs/guide/histograms.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 12, BINS = 10 };

/* Bins [0, 10), [10, 20), ..., [90, 100). All three arrays lie in the context's memory. */
static tcu_status count_decades(tcu_context *context, const void *ages, void *counts, void *outside)
{
    const int32_t lower = 0, upper = 100; /* in host memory */
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.outside = outside;
    return tcu_histogram_even(context, ages, TCU_TYPE_U8, counts, TCU_TYPE_U64, BINS, &lower, &upper, TCU_TYPE_I32, N,
                              &options);
}

int main(void)
{
    const uint8_t ages[N] = {34, 8, 71, 39, 30, 103, 19, 20, 29, 45, 99, 38};
    uint64_t counts[BINS], outside = 0;

    tcu_context *context;
    void *samples = NULL, *bins = NULL, *others = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof ages, &samples) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof counts, &bins) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof outside, &others) != TCU_SUCCESS ||
        tcu_copy_in(context, samples, ages, sizeof ages) != TCU_SUCCESS ||
        count_decades(context, samples, bins, others) != TCU_SUCCESS ||
        tcu_copy_out(context, counts, bins, sizeof counts) != TCU_SUCCESS ||
        tcu_copy_out(context, &outside, others, sizeof outside) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < BINS; k++) {
            printf("%2d to %2d: %" PRIu64 "\n", 10 * k, 10 * k + 9, counts[k]);
        }
        printf("outside: %" PRIu64 "\n", outside);
        result = 0;
    }
    tcu_free(context, samples);
    tcu_free(context, bins);
    tcu_free(context, others);
    tcu_context_destroy(context);
    return result;
}
