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
    if (tcu_context_create(&context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_F32, prefix, TCU_TYPE_F32, N, NULL) != TCU_SUCCESS ||
        tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, N, NULL) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return 1;
    }
    for (int i = 0; i < N; i++) {
        printf("%g ", (double)prefix[i]);
    }
    printf("sum %g\n", (double)sum);
    tcu_context_destroy(context);
    return 0;
}
