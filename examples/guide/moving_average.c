/* SPDX-License-Identifier: Apache-2.0 */
/* Moving averages of four neighbours: a convolution with equal weights: docs/guide/convolutions.md. */
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 10, WINDOW = 4, AVERAGES = N - WINDOW + 1 };

int main(void)
{
    const float numbers[N] = {4, 8, 6, 2, 4, 12, 10, 6, 8, 0}, weights[WINDOW] = {0.25f, 0.25f, 0.25f, 0.25f};
    float averages[AVERAGES];
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT; /* f32; windows stay inside */
    desc.width = N;

    tcu_context *context;
    void *in = NULL, *window = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof numbers, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof weights, &window) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof averages, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, numbers, sizeof numbers) != TCU_SUCCESS ||
        tcu_copy_in(context, window, weights, sizeof weights) != TCU_SUCCESS ||
        tcu_convolve_1d(context, &desc, in, window, WINDOW, out, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, averages, out, sizeof averages) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int i = 0; i < AVERAGES; i++) {
            printf("%g%s", (double)averages[i], i < AVERAGES - 1 ? " " : "\n");
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, window);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
