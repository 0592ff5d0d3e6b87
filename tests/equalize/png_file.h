/* SPDX-License-Identifier: Apache-2.0 */
/* PNG files of every colour type and bit depth, written and read sample by sample, for check_equalize.c. */
#ifndef TCU_TESTS_EQUALIZE_PNG_FILE_H
#define TCU_TESTS_EQUALIZE_PNG_FILE_H

#include <png.h>
#include <stdbool.h>
#include <stdint.h>

enum { WIDTH = 37, HEIGHT = 23, PIXELS = WIDTH * HEIGHT, MOST_CHANNELS = 4 };

typedef struct png_file {
    int color_type, bit_depth;
    bool interlaced;
    png_fixed_point gamma; /* 0: none */
    uint16_t samples[PIXELS * MOST_CHANNELS];
    int palette_size, num_alphas; /* num_alphas: of the palette */
    png_color palette[256];
    png_byte alphas[256];
    bool has_key;
    uint16_t key[3];
} png_file;

int channels_of(const png_file *f);

/* Both end the program where they fail. */
void write_png(const char *path, const png_file *f);
void read_png(const char *path, png_file *f);

#endif /* TCU_TESTS_EQUALIZE_PNG_FILE_H */
