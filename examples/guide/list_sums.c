/* SPDX-License-Identifier: Apache-2.0 */
/* The sums of lists of different lengths, which stand in one array: docs/guide/sums.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 9, ORDERS = 4 };

int main(void)
{
    /* Order k has the prices from offsets[k] to offsets[k + 1] - 1: one offset more than there are orders. */
    const double prices[N] = {2.5, 4, 1.25, 10, 0.5, 3, 3, 7.75, 1};
    const int64_t offsets[ORDERS + 1] = {0, 3, 3, 5, N};
    double sums[ORDERS];

    tcu_context *context;
    void *in = NULL, *begins = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof prices, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof offsets, &begins) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sums, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, prices, sizeof prices) != TCU_SUCCESS ||
        tcu_copy_in(context, begins, offsets, sizeof offsets) != TCU_SUCCESS ||
        tcu_segmented_reduce_offsets(context, in, TCU_TYPE_F64, out, TCU_TYPE_F64, N, begins, ORDERS, NULL) !=
            TCU_SUCCESS ||
        tcu_copy_out(context, sums, out, sizeof sums) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int k = 0; k < ORDERS; k++) {
            printf("order %d: %.2f\n", k, sums[k]);
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, begins);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
