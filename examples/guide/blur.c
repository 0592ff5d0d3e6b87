/* SPDX-License-Identifier: Apache-2.0 */
/* Blurs a picture of bytes: a white bar, a line and a point, drawn by characters: docs/guide/convolutions.md. */
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { HEIGHT = 12, WIDTH = 40, TAPS = 5 };

static void paint(uint8_t picture[HEIGHT][WIDTH])
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const int is_bar = x >= 6 && x < 16 && y >= 3 && y < 9;
            const int is_line = x == 24 && y >= 3 && y < 9, is_point = x == 33 && y == 6;
            picture[y][x] = is_bar || is_line || is_point ? 255 : 0;
        }
    }
}

static void draw(uint8_t picture[HEIGHT][WIDTH])
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            putchar(".:-=+*%@"[picture[y][x] / 32]);
        }
        putchar('\n');
    }
}

int main(void)
{
    static uint8_t picture[HEIGHT][WIDTH];
    paint(picture);
    /* Binomial weights, nearly a Gaussian's; the kernel is their product along both axes. */
    const float weights[TAPS] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = TCU_TYPE_U8;
    desc.height = HEIGHT;
    desc.width = WIDTH;
    desc.padding = TCU_PADDING_SAME;        /* as many points as the picture has */
    desc.boundary = TCU_BOUNDARY_SYMMETRIC; /* outside, the picture's mirror image */

    tcu_context *context;
    void *in = NULL, *kernel = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof picture, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof weights, &kernel) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof picture, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, in, picture, sizeof picture) != TCU_SUCCESS ||
        tcu_copy_in(context, kernel, weights, sizeof weights) != TCU_SUCCESS ||
        tcu_convolve_2d_separable(context, &desc, in, kernel, TAPS, kernel, TAPS, out, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, picture, out, sizeof picture) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        draw(picture);
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, kernel);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
