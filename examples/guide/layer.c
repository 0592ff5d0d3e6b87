/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution layer of a neural network: two filters over an image of two channels: docs/guide/convolutions.md. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tcu/tcu.h>

enum { C = 2, H = 4, W = 4, K = 2, R = 3, S = 3, P = 4, Q = 4 };

/* A bf16 is the upper half of a float. (Numbers of more than 8 significant bits would have to be rounded.) */
static uint16_t to_bf16(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static float from_bf16(uint16_t x)
{
    const uint32_t bits = (uint32_t)x << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

int main(void)
{
    uint16_t image[C][H][W], filters[K][C][R][S], out[K][P][Q];
    const uint16_t bias[K] = {to_bf16(0), to_bf16(-10)};
    for (int i = 0; i < C * H * W; i++) {
        (&image[0][0][0])[i] = to_bf16((float)(i % (H * W)));
    }
    /* Filter 0 adds the channels' points; filter 1 sums 3 x 3 points of channel 0. */
    for (int i = 0; i < K * C * R * S; i++) {
        const int k = i / (C * R * S), c = i / (R * S) % C, is_centre = i % (R * S) == R * S / 2;
        (&filters[0][0][0][0])[i] = to_bf16(k == 0 ? (float)is_centre : (float)(c == 0));
    }
    tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
    desc.type = TCU_TYPE_BF16;
    desc.batch = 1;
    desc.in_channels = C;
    desc.height = H;
    desc.width = W;
    desc.out_channels = K;
    desc.kernel_height = R;
    desc.kernel_width = S;
    desc.padding_y = desc.padding_x = 1; /* so P = H and Q = W */

    tcu_context *context;
    void *x = NULL, *f = NULL, *b = NULL, *y = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof image, &x) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof filters, &f) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof bias, &b) != TCU_SUCCESS || tcu_allocate(context, sizeof out, &y) != TCU_SUCCESS ||
        tcu_copy_in(context, x, image, sizeof image) != TCU_SUCCESS ||
        tcu_copy_in(context, f, filters, sizeof filters) != TCU_SUCCESS ||
        tcu_copy_in(context, b, bias, sizeof bias) != TCU_SUCCESS ||
        tcu_convolution_layer(context, &desc, x, f, b, y) != TCU_SUCCESS ||
        tcu_copy_out(context, out, y, sizeof out) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int row = 0; row < K * P; row++) {
            printf("%s", row % P == 0 ? (row == 0 ? "filter 0:" : "filter 1:") : "         ");
            for (int q = 0; q < Q; q++) {
                printf("%4g", (double)from_bf16(out[row / P][row % P][q]));
            }
            printf("\n");
        }
        result = 0;
    }
    tcu_free(context, x);
    tcu_free(context, f);
    tcu_free(context, b);
    tcu_free(context, y);
    tcu_context_destroy(context);
    return result;
}
