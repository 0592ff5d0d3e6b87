/* SPDX-License-Identifier: Apache-2.0 */
/* README's first example: it stands there as it is here. */
#include <stdio.h>
#include <tcu/tcu.h>

int main(void)
{
    enum { N = 8 };
    const float in[N] = {3, 1, 4, 1, 5, 9, 2, 6};
    float prefix[N], sum;
    tcu_context *context;
    tcu_status status = tcu_context_create(&context, TCU_BACKEND_HOST, -1);
    if (status == TCU_SUCCESS) {
        status = tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_F32, prefix, TCU_TYPE_F32, N);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, N, NULL);
    }
    if (status != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    }
    for (int i = 0; status == TCU_SUCCESS && i < N; i++) {
        printf("%g ", (double)prefix[i]);
    }
    if (status == TCU_SUCCESS) {
        printf("sum %g\n", (double)sum);
    }
    tcu_context_destroy(context);
    return status != TCU_SUCCESS;
}
