/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the correlation of a signal with a pattern is largest: there the signal looks like the pattern, among stretches
 * of equal energy: docs/guide/convolutions.md.
 */
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 16, LENGTH = 4, PLACES = N - LENGTH + 1 };

int main(void)
{
    const float signal[N] = {0, 1, -1, 0, 0, 2, 4, -2, -4, 1, 0, 0, -1, 0, 1, 0};
    const float pattern[LENGTH] = {1, 2, -1, -2};
    float correlation[PLACES];
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.width = N;
    desc.kind = TCU_CORRELATION; /* the pattern as it is, not turned over */

    tcu_context *context;
    void *in = NULL, *weights = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof signal, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof pattern, &weights) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof correlation, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, signal, sizeof signal) != TCU_SUCCESS ||
        tcu_copy_in(context, weights, pattern, sizeof pattern) != TCU_SUCCESS ||
        tcu_convolve_1d(context, &desc, in, weights, LENGTH, out, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, correlation, out, sizeof correlation) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        int largest = 0;
        for (int i = 1; i < PLACES; i++) {
            largest = correlation[i] > correlation[largest] ? i : largest;
        }
        printf("largest at %d: %g\n", largest, (double)correlation[largest]);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, weights);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
