/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pictures, from and to PNG files, as the files hold them: their colour type, their bit depth, their palette and their
 * samples, which no step converts.
 */
#ifndef TCU_EXAMPLES_PICTURE_H
#define TCU_EXAMPLES_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values are those of a PNG file. */
typedef enum picture_type {
    PICTURE_GREY = 0,
    PICTURE_RGB = 2,
    PICTURE_PALETTE = 3,
    PICTURE_GREY_ALPHA = 4,
    PICTURE_RGB_ALPHA = 6
} picture_type;

enum { PICTURE_PALETTE_SIZE = 256 };

/* A colour and how opaque it is, 0 being transparent; in the picture's scale, see picture_largest(). */
typedef struct picture_color {
    uint16_t red, green, blue, alpha;
} picture_color;

typedef struct picture {
    picture_type type;
    int bit_depth; /* of a sample: 1, 2, 4, 8 or 16; of a palette's index: 1 to 8 */
    size_t width, height;
    uint16_t *samples; /* height * width * picture_channels(): samples of bit_depth bits, or indices */

    int palette_size; /* PICTURE_PALETTE: how many entries there are, of 8 bits a channel */
    picture_color palette[PICTURE_PALETTE_SIZE];
    int transparent_entries; /* how many of the first ones have an alpha in the file */

    bool has_transparent_color;      /* PICTURE_GREY, PICTURE_RGB: a colour that stands for transparent pixels */
    picture_color transparent_color; /* in bit_depth bits; `red` is that of a grey one */

    struct picture_source *source; /* of what is handed on as it is: gamma, colour space, size in metres; or NULL */
} picture;

/* Each returns 0, or -1 after a sentence on standard error. What picture_read() gives goes to picture_free(). */
int picture_read(const char *path, picture *p);
int picture_write(const char *path, const picture *p);

/* Hills in the mist: all there is to see lies in a narrow range of brightness. 8 bits, RGB. */
int picture_paint(size_t width, size_t height, picture *p);

void picture_free(picture *p);

/* Samples of a pixel: 1 to 4. */
int picture_channels(const picture *p);
bool picture_is_grey(const picture *p);
bool picture_has_alpha(const picture *p);

/* The largest value of a channel in picture_pixel()'s scale: 65535 for samples of 16 bits, else 255. */
unsigned picture_largest(const picture *p);

/* The colour of pixel i = row * width + column. Samples of less than 8 bits are scaled to 8. */
picture_color picture_pixel(const picture *p, size_t i);

#endif /* TCU_EXAMPLES_PICTURE_H */
