/* SPDX-License-Identifier: Apache-2.0 */
/* Sums by key, where keys are small integers: a weighted histogram with a bin for each key: docs/guide/groups.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 8, SHOPS = 4 };

/* sums[k] = sum of the values whose key is k, 0 <= k < SHOPS. All three arrays lie in the context's memory. */
static tcu_status sum_by_key(tcu_context *context, const void *keys, const void *values, void *sums)
{
    const int32_t lower = 0, upper = SHOPS; /* as many bins as there are integers from lower to upper: one for each */
    const tcu_histogram_channel bins = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(sums, SHOPS, &lower, &upper, TCU_TYPE_I32);
    return tcu_histogram_weighted(context, keys, TCU_TYPE_U8, values, TCU_TYPE_I32, 1, &bins, TCU_TYPE_I64, N, NULL);
}

int main(void)
{
    const uint8_t shops[N] = {2, 0, 2, 3, 0, 2, 3, 0};
    const int32_t sales[N] = {10, 25, -3, 40, 5, 20, 2, 7};
    int64_t sums[SHOPS];

    tcu_context *context;
    void *keys = NULL, *values = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof shops, &keys) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sales, &values) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sums, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, keys, shops, sizeof shops) != TCU_SUCCESS ||
        tcu_copy_in(context, values, sales, sizeof sales) != TCU_SUCCESS ||
        sum_by_key(context, keys, values, out) != TCU_SUCCESS ||
        tcu_copy_out(context, sums, out, sizeof sums) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < SHOPS; k++) {
            printf("shop %d: %" PRId64 "\n", k, sums[k]);
        }
        result = 0;
    }
    tcu_free(context, keys);
    tcu_free(context, values);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
