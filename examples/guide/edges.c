/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the vertical edges of a picture by Sobel's kernel: docs/guide/convolutions.md. */
#include <stdio.h>
#include <tcu/tcu.h>

enum { HEIGHT = 5, WIDTH = 8, KERNEL = 3 };

int main(void)
{
    const float picture[HEIGHT][WIDTH] = {{10, 10, 10, 90, 90, 90, 90, 90},
                                          {10, 10, 10, 90, 90, 90, 90, 90},
                                          {10, 10, 10, 90, 90, 20, 20, 20},
                                          {10, 10, 10, 90, 90, 20, 20, 20},
                                          {10, 10, 10, 90, 90, 20, 20, 20}};
    const float sobel[KERNEL][KERNEL] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    float edges[HEIGHT][WIDTH];
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.height = HEIGHT;
    desc.width = WIDTH;
    desc.padding = TCU_PADDING_SAME;
    desc.kind = TCU_CORRELATION;
    desc.boundary = TCU_BOUNDARY_CLAMP; /* zeros outside would make edges of the rim */

    tcu_context *context;
    void *in = NULL, *kernel = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof picture, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof sobel, &kernel) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof edges, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, picture, sizeof picture) != TCU_SUCCESS ||
        tcu_copy_in(context, kernel, sobel, sizeof sobel) != TCU_SUCCESS ||
        tcu_convolve_2d(context, &desc, in, kernel, KERNEL, KERNEL, out, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, edges, out, sizeof edges) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                printf("%5g", (double)edges[y][x]);
            }
            printf("\n");
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, kernel);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
