/* SPDX-License-Identifier: Apache-2.0 */
/* A picture to try things on. */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The skyline of a range of hills, as a part of the height from below. */
static double skyline(int range, double x)
{
    return 0.75 - 0.17 * range + 0.08 * sin(x * (3 + 2 * range) + range) + 0.03 * sin(x * (11 + 5 * range));
}

int picture_paint(size_t width, size_t height, picture *p)
{
    enum { RANGES = 4, CHANNELS = 3 };
    *p = (picture){.type = PICTURE_RGB, .bit_depth = 8, .width = width, .height = height};
    p->samples = malloc(width * height * CHANNELS * sizeof *p->samples);
    if (p->samples == NULL) {
        fprintf(stderr, "equalize: no memory for the painted picture\n");
        return -1;
    }
    uint32_t grain = 1;
    for (size_t row = 0; row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            const double x = 3.0 * (double)column / (double)width, up = 1 - (double)row / (double)height;
            double light = 150 + 12 * up;
            for (int range = 0; range < RANGES; range++) {
                if (up < skyline(range, x)) {
                    light = 142 - 12 * range + 6 * up;
                }
            }
            grain = grain * 1664525u + 1013904223u;
            light += (double)(grain >> 24) / 128.0;
            uint16_t *sample = p->samples + (row * width + column) * CHANNELS;
            sample[0] = (uint16_t)(light - 6);
            sample[1] = (uint16_t)light;
            sample[2] = (uint16_t)(light + 9);
        }
    }
    return 0;
}
