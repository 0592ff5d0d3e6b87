/* SPDX-License-Identifier: Apache-2.0 */
#include "png_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int channels_of(const png_file *f)
{
    static const int channels[7] = {1, 0, 3, 1, 2, 0, 4};
    return channels[f->color_type];
}

static void fail(png_structp png, png_const_charp message)
{
    fprintf(stderr, "check_equalize: %s: %s\n", (const char *)png_get_error_ptr(png), message);
    exit(2);
}

static FILE *open_or_fail(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    return file;
}

/* A row's bytes: one for each sample of up to 8 bits, two of the higher first for 16. */
enum { ROW_BYTES = WIDTH * MOST_CHANNELS * 2 };

void write_png(const char *path, const png_file *f)
{
    unsigned char bytes[HEIGHT][ROW_BYTES];
    png_bytep rows[HEIGHT];
    const int row_samples = WIDTH * channels_of(f);
    for (int y = 0; y < HEIGHT; y++) {
        rows[y] = bytes[y];
        for (int x = 0; x < row_samples; x++) {
            const uint16_t sample = f->samples[y * row_samples + x];
            if (f->bit_depth == 16) {
                bytes[y][2 * x] = (unsigned char)(sample >> 8);
                bytes[y][2 * x + 1] = (unsigned char)sample;
            } else {
                bytes[y][x] = (unsigned char)sample;
            }
        }
    }
    FILE *file = open_or_fail(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, (png_voidp)path, fail, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, WIDTH, HEIGHT, f->bit_depth, f->color_type,
                 f->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (f->gamma != 0) {
        png_set_gAMA_fixed(png, info, f->gamma);
    }
    if (f->color_type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, f->palette, f->palette_size);
    }
    if (f->num_alphas > 0) {
        png_set_tRNS(png, info, f->alphas, f->num_alphas, NULL);
    }
    const png_color_16 key = {.red = f->key[0], .green = f->key[1], .blue = f->key[2], .gray = f->key[0]};
    if (f->has_key) {
        png_set_tRNS(png, info, NULL, 0, &key);
    }
    png_write_info(png, info);
    png_set_packing(png);
    png_write_image(png, rows);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    if (fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void read_transparency(png_structp png, png_infop info, png_file *f)
{
    png_bytep alphas = NULL;
    png_color_16p key = NULL;
    if (png_get_tRNS(png, info, &alphas, &f->num_alphas, &key) == 0) {
        f->num_alphas = 0;
    } else if (f->color_type == PNG_COLOR_TYPE_PALETTE) {
        memcpy(f->alphas, alphas, (size_t)f->num_alphas);
    } else {
        const bool is_grey = f->color_type == PNG_COLOR_TYPE_GRAY;
        f->num_alphas = 0;
        f->has_key = true;
        f->key[0] = is_grey ? key->gray : key->red;
        f->key[1] = is_grey ? 0 : key->green;
        f->key[2] = is_grey ? 0 : key->blue;
    }
}

void read_png(const char *path, png_file *f)
{
    unsigned char bytes[HEIGHT][ROW_BYTES];
    png_bytep rows[HEIGHT];
    png_uint_32 width, height;
    int interlace;
    memset(f, 0, sizeof *f);
    FILE *file = open_or_fail(path, "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (png_voidp)path, fail, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_read_info(png, info);
    png_get_IHDR(png, info, &width, &height, &f->bit_depth, &f->color_type, &interlace, NULL, NULL);
    if (width != WIDTH || height != HEIGHT) {
        png_error(png, "another size");
    }
    png_get_gAMA_fixed(png, info, &f->gamma);
    png_colorp palette;
    if (png_get_PLTE(png, info, &palette, &f->palette_size) != 0) {
        memcpy(f->palette, palette, (size_t)f->palette_size * sizeof *palette);
    }
    read_transparency(png, info, f);
    png_set_packing(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    for (int y = 0; y < HEIGHT; y++) {
        rows[y] = bytes[y];
    }
    png_read_image(png, rows);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);

    const int row_samples = WIDTH * channels_of(f);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < row_samples; x++) {
            f->samples[y * row_samples + x] =
                f->bit_depth == 16 ? (uint16_t)(bytes[y][2 * x] << 8 | bytes[y][2 * x + 1]) : bytes[y][x];
        }
    }
}
