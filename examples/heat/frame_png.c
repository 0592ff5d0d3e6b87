/* SPDX-License-Identifier: Apache-2.0 */
#include "frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "picture.h"

/* From black by red and yellow to white, as a glowing body. */
static picture_color glow(double t)
{
    const double ramp[] = {3 * t, 3 * t - 1, 3 * t - 2};
    uint16_t channels[3];
    for (int c = 0; c < 3; c++) {
        channels[c] = (uint16_t)lrint(255 * fmin(fmax(ramp[c], 0), 1));
    }
    return (picture_color){channels[0], channels[1], channels[2], 255};
}

int frame_is_possible(void)
{
    return 1;
}

int frame_write(const char *path, const double *values, size_t width, size_t height)
{
    picture p = {.type = PICTURE_PALETTE, .bit_depth = 8, .width = width, .height = height};
    p.samples = malloc(width * height * sizeof *p.samples);
    if (p.samples == NULL) {
        fprintf(stderr, "%s: no memory for its pixels\n", path);
        return -1;
    }
    p.palette_size = PICTURE_PALETTE_SIZE;
    for (int i = 0; i < PICTURE_PALETTE_SIZE; i++) {
        p.palette[i] = glow(i / 255.0);
    }
    for (size_t i = 0; i < width * height; i++) {
        p.samples[i] = (uint16_t)lrint(255 * fmin(fmax(values[i], 0), 1));
    }
    const int result = picture_write(path, &p);
    picture_free(&p);
    return result;
}
