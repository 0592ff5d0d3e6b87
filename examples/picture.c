/* SPDX-License-Identifier: Apache-2.0 */
#include "picture.h"

#include <stdlib.h>

int picture_channels(const picture *p)
{
    switch (p->type) {
    case PICTURE_RGB:
        return 3;
    case PICTURE_GREY_ALPHA:
        return 2;
    case PICTURE_RGB_ALPHA:
        return 4;
    default:
        return 1;
    }
}

bool picture_is_grey(const picture *p)
{
    return p->type == PICTURE_GREY || p->type == PICTURE_GREY_ALPHA;
}

bool picture_has_alpha(const picture *p)
{
    return p->type == PICTURE_GREY_ALPHA || p->type == PICTURE_RGB_ALPHA;
}

unsigned picture_largest(const picture *p)
{
    return p->bit_depth == 16 ? 65535 : 255;
}

picture_color picture_pixel(const picture *p, size_t i)
{
    const uint16_t *sample = p->samples + i * (size_t)picture_channels(p);
    if (p->type == PICTURE_PALETTE) {
        return p->palette[sample[0]];
    }

    const unsigned largest = picture_largest(p), scale = p->bit_depth < 8 ? 255u / ((1u << p->bit_depth) - 1) : 1;
    const int green = picture_is_grey(p) ? 0 : 1, blue = picture_is_grey(p) ? 0 : 2;
    const picture_color *key = &p->transparent_color;
    unsigned alpha = largest;
    if (picture_has_alpha(p)) {
        alpha = sample[blue + 1];
    } else if (p->has_transparent_color && sample[0] == key->red && sample[green] == key->green &&
               sample[blue] == key->blue) {
        alpha = 0;
    }
    return (picture_color){(uint16_t)(sample[0] * scale), (uint16_t)(sample[green] * scale),
                           (uint16_t)(sample[blue] * scale), (uint16_t)alpha};
}
