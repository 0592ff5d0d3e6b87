/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution layer of a neural network: two filters over an image of two channels: docs/guide/convolutions.md. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tcu/tcu.h>

enum { CHANNELS = 2, HEIGHT = 4, WIDTH = 4, FILTERS = 2, SIZE = 3 };

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
    uint16_t image[CHANNELS][HEIGHT][WIDTH], filters[FILTERS][CHANNELS][SIZE][SIZE], out[FILTERS][HEIGHT][WIDTH];
    const uint16_t bias[FILTERS] = {to_bf16(0), to_bf16(-10)};
    for (int channel = 0; channel < CHANNELS; channel++) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                image[channel][y][x] = to_bf16((float)(y * WIDTH + x));
            }
        }
        /* Filter 0 adds the channels' points; filter 1 sums 3 x 3 points of channel 0. */
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                filters[0][channel][y][x] = to_bf16(y == 1 && x == 1 ? 1 : 0);
                filters[1][channel][y][x] = to_bf16(channel == 0 ? 1 : 0);
            }
        }
    }
    tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
    desc.type = TCU_TYPE_BF16;
    desc.batch = 1;
    desc.in_channels = CHANNELS;
    desc.height = HEIGHT;
    desc.width = WIDTH;
    desc.out_channels = FILTERS;
    desc.kernel_height = SIZE;
    desc.kernel_width = SIZE;
    desc.padding_y = desc.padding_x = 1; /* so results have the size of the image */

    tcu_context *context;
    void *in = NULL, *weights = NULL, *biases = NULL, *results = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof image, &in) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof filters, &weights) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof bias, &biases) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof out, &results) != TCU_SUCCESS ||
        tcu_copy_in(context, in, image, sizeof image) != TCU_SUCCESS ||
        tcu_copy_in(context, weights, filters, sizeof filters) != TCU_SUCCESS ||
        tcu_copy_in(context, biases, bias, sizeof bias) != TCU_SUCCESS ||
        tcu_convolution_layer(context, &desc, in, weights, biases, results, NULL) != TCU_SUCCESS ||
        tcu_copy_out(context, out, results, sizeof out) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int filter = 0; filter < FILTERS; filter++) {
            printf("filter %d:\n", filter);
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    printf("%4g", (double)from_bf16(out[filter][y][x]));
                }
                printf("\n");
            }
        }
        result = 0;
    }
    tcu_free(context, in);
    tcu_free(context, weights);
    tcu_free(context, biases);
    tcu_free(context, results);
    tcu_context_destroy(context);
    return result;
}
