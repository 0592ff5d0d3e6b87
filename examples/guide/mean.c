/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of a million numbers and their mean: docs/guide/sums.md. */
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 1000000 };

int main(void)
{
    static float numbers[N]; /* 0, 0.25, 0.5, 0.75, 1, ... */
    for (int i = 0; i < N; i++) {
        numbers[i] = 0.25f * (float)i;
    }

    tcu_context *context;
    void *in = NULL, *sum = NULL;
    double total = 0;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof total, &sum) != TCU_SUCCESS ||
        tcu_copy_in(context, in, numbers, sizeof numbers) != TCU_SUCCESS ||
        tcu_reduce(context, in, TCU_TYPE_F32, sum, TCU_TYPE_F64, N, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, &total, sum, sizeof total) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        printf("sum %.2f, mean %.4f\n", total, total / N);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, sum);
    tcu_context_destroy(context);
    return result;
}
