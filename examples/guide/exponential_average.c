/* SPDX-License-Identifier: Apache-2.0 */
/* The exponential moving average of a signal: docs/guide/recurrences.md. */
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 8 };

int main(void)
{
    const float signal[N] = {20, 24, 20, 28, 36, 20, 20, 20};
    float average[N];
    tcu_recurrence_options options = TCU_RECURRENCE_OPTIONS_INIT;
    options.constant_a = 1;
    options.a = 0.75; /* y[i] = 0.25 signal[i] + 0.75 y[i-1] */
    options.scale_b = 0.25;

    tcu_context *context;
    void *in = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof signal, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof average, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, signal, sizeof signal) != TCU_SUCCESS ||
        tcu_linear_recurrence(context, NULL, in, in, out, TCU_TYPE_F32, N, &options) != TCU_SUCCESS ||
        tcu_copy_out(context, average, out, sizeof average) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int i = 0; i < N; i++) {
            printf("%.0f -> %.2f\n", (double)signal[i], (double)average[i]);
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
