/* SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const char *path, const char *reason)
{
    fprintf(stderr, "%s: %s\n", path, reason);
    return -1;
}

int picture_read(const char *path, picture *p)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, path))
        return failed(path, image.message);
    image.format = PNG_FORMAT_RGBA;
    *p = (picture){image.width, image.height, malloc(PNG_IMAGE_SIZE(image))};
    if (p->pixels == NULL) {
        png_image_free(&image);
        return failed(path, "no memory for its pixels");
    }
    if (!png_image_finish_read(&image, NULL, p->pixels, 0, NULL)) {
        picture_free(p);
        return failed(path, image.message);
    }
    return 0;
}

int picture_write(const char *path, const picture *p)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)p->width;
    image.height = (png_uint_32)p->height;
    image.format = PNG_FORMAT_RGBA;
    return png_image_write_to_file(&image, path, 0, p->pixels, 0, NULL) ? 0 : failed(path, image.message);
}

/* The skyline of a range of hills, as a part of the height from below. */
static double skyline(int range, double x)
{
    return 0.75 - 0.17 * range + 0.08 * sin(x * (3 + 2 * range) + range) + 0.03 * sin(x * (11 + 5 * range));
}

int picture_paint(size_t width, size_t height, picture *p)
{
    enum { RANGES = 4 };
    *p = (picture){width, height, malloc(width * height * PICTURE_CHANNELS)};
    if (p->pixels == NULL)
        return failed("the painted picture", "no memory for its pixels");
    uint32_t grain = 1;
    for (size_t row = 0; row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            const double x = 3.0 * (double)column / (double)width, up = 1 - (double)row / (double)height;
            double light = 150 + 12 * up;
            for (int range = 0; range < RANGES; range++) {
                if (up < skyline(range, x))
                    light = 142 - 12 * range + 6 * up;
            }
            grain = grain * 1664525u + 1013904223u;
            light += (double)(grain >> 24) / 128.0;
            unsigned char *pixel = p->pixels + (row * width + column) * PICTURE_CHANNELS;
            pixel[0] = (unsigned char)(light - 6);
            pixel[1] = (unsigned char)light;
            pixel[2] = (unsigned char)(light + 9);
            pixel[3] = 255;
        }
    }
    return 0;
}

void picture_free(picture *p)
{
    free(p->pixels);
    p->pixels = NULL;
}
