/* SPDX-License-Identifier: Apache-2.0 */
#include "equalize_apply.h"

/* ITU-R BT.601's weights of red, green and blue, in 256ths. */
unsigned brightness(const picture_color *c)
{
    return (77u * c->red + 150u * c->green + 29u * c->blue + 128u) / 256u;
}

/* The colour of the table's brightness; its parts keep their proportions, as far as they go. */
static picture_color recolored(picture_color c, const uint16_t *table, uint64_t largest)
{
    const uint64_t before = brightness(&c), after = table[before];
    uint16_t *parts[3] = {&c.red, &c.green, &c.blue};
    for (int i = 0; i < 3 && after != before && before > 0; i++) {
        const uint64_t part = (*parts[i] * after + before / 2) / before;
        *parts[i] = (uint16_t)(part < largest ? part : largest);
    }
    return c;
}

static unsigned neighbour(unsigned value)
{
    return value > 0 ? value - 1 : 1;
}

/* Grey: no brightness that can be seen becomes the one that stands for transparent pixels. */
static void keep_clear_of(unsigned transparent_grey, int levels, uint16_t *table)
{
    for (int v = 0; v < levels; v++) {
        if (table[v] == transparent_grey && v != (int)transparent_grey) {
            table[v] = (uint16_t)neighbour(transparent_grey);
        }
    }
}

/* How far neighbouring greys of the picture's depth are apart, in 255ths where it has less than 8 bits. */
static unsigned grey_step(const picture *p)
{
    return p->bit_depth < 8 ? 255u / ((1u << p->bit_depth) - 1) : 1;
}

/* Grey of 8 bits instead of less, if the table makes greys that the picture's depth does not have. */
static void deepen(picture *p, const uint64_t *cumulative, const uint16_t *table)
{
    const unsigned step = grey_step(p);
    bool is_deep_enough = true;
    for (int v = 0; v < (int)picture_largest(p) + 1; v++) {
        const bool occurs = cumulative[v] != (v > 0 ? cumulative[v - 1] : 0);
        is_deep_enough = is_deep_enough && (!occurs || table[v] % step == 0);
    }
    if (is_deep_enough) {
        return;
    }
    for (size_t i = 0; i < p->width * p->height; i++) {
        p->samples[i] = (uint16_t)(p->samples[i] * step);
    }
    p->transparent_color.red = (uint16_t)(p->transparent_color.red * step);
    p->transparent_color.green = p->transparent_color.blue = p->transparent_color.red;
    p->bit_depth = 8;
}

static void apply_to_palette(picture *p, const uint16_t *table)
{
    for (int i = 0; i < p->palette_size; i++) {
        if (p->palette[i].alpha != 0) {
            p->palette[i] = recolored(p->palette[i], table, picture_largest(p));
        }
    }
}

static void apply_to_pixels(picture *p, const uint16_t *table)
{
    const picture_color key = p->transparent_color;
    for (size_t i = 0; i < p->width * p->height; i++) {
        uint16_t *sample = p->samples + i * (size_t)picture_channels(p);
        const picture_color before = picture_pixel(p, i);
        if (before.alpha == 0) {
            continue;
        }
        picture_color c = recolored(before, table, picture_largest(p));
        if (picture_is_grey(p)) {
            sample[0] = (uint16_t)(c.red / grey_step(p));
            continue;
        }
        if (p->has_transparent_color && c.red == key.red && c.green == key.green && c.blue == key.blue) {
            c.blue = (uint16_t)neighbour(key.blue); /* not to become transparent */
        }
        sample[0] = c.red;
        sample[1] = c.green;
        sample[2] = c.blue;
    }
}

void apply_table(picture *p, const uint64_t *cumulative, uint16_t *table)
{
    if (p->type == PICTURE_PALETTE) {
        apply_to_palette(p, table);
        return;
    }
    if (p->type == PICTURE_GREY) {
        if (p->has_transparent_color) {
            keep_clear_of(p->transparent_color.red * grey_step(p), (int)picture_largest(p) + 1, table);
        }
        deepen(p, cumulative, table);
    }
    apply_to_pixels(p, table);
}
