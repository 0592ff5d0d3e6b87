/* SPDX-License-Identifier: Apache-2.0 */
/* libpng's part: samples come from it and go to it as they are in the file, only in bytes of their own and this
 * machine's byte order. Interlaced files are read; what is written is not interlaced. */
#include "picture.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The structures that a picture was read with: they hold chunks which are handed on. */
struct picture_source {
    png_structp png;
    png_infop info;
};

static int failed(const char *path, const char *reason)
{
    fprintf(stderr, "%s: %s\n", path, reason);
    return -1;
}

/* libpng's errors end here: a sentence, and a jump to where the file was opened. */
static void on_error(png_structp png, png_const_charp message)
{
    failed(png_get_error_ptr(png), message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message; /* of chunks that do not matter here */
}

static int is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one;
}

/* Samples of 16 bits are the widest; in a row of a file they are bytes. */
enum { MOST_SAMPLE_BYTES = 2 };

/* One row between bytes and samples. */
static void unpack_row(const unsigned char *bytes, int bit_depth, uint16_t *samples, size_t count)
{
    if (bit_depth == 16) {
        memcpy(samples, bytes, count * sizeof *samples);
    }
    for (size_t i = 0; i < count && bit_depth < 16; i++) {
        samples[i] = bytes[i];
    }
}

static void pack_row(const uint16_t *samples, int bit_depth, unsigned char *bytes, size_t count)
{
    if (bit_depth == 16) {
        memcpy(bytes, samples, count * sizeof *samples);
    }
    for (size_t i = 0; i < count && bit_depth < 16; i++) {
        bytes[i] = (unsigned char)samples[i];
    }
}

/* --------------------------------------------------------------------------------------------------------- read --- */

static void read_palette(png_structp png, png_infop info, picture *p)
{
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    png_get_PLTE(png, info, &colors, &p->palette_size);
    if (png_get_tRNS(png, info, &alphas, &p->transparent_entries, NULL) == 0) {
        p->transparent_entries = 0;
    }
    /* (An index beyond the palette is black, as in other readers.) */
    for (int i = 0; i < PICTURE_PALETTE_SIZE; i++) {
        p->palette[i] = (picture_color){0, 0, 0, 255};
    }
    for (int i = 0; i < p->palette_size; i++) {
        p->palette[i] = (picture_color){colors[i].red, colors[i].green, colors[i].blue,
                                        i < p->transparent_entries ? alphas[i] : 255};
    }
}

static void read_transparent_color(png_structp png, png_infop info, picture *p)
{
    png_color_16p color = NULL;
    if (png_get_tRNS(png, info, NULL, NULL, &color) == 0 || color == NULL) {
        return;
    }
    /* (A file may hold more bits than a sample has; they do not count.) */
    const unsigned mask = (1u << p->bit_depth) - 1;
    p->has_transparent_color = true;
    if (p->type == PICTURE_GREY) {
        p->transparent_color.red = p->transparent_color.green = p->transparent_color.blue =
            (uint16_t)(color->gray & mask);
    } else {
        p->transparent_color = (picture_color){(uint16_t)(color->red & mask), (uint16_t)(color->green & mask),
                                               (uint16_t)(color->blue & mask), 0};
    }
}

/* Memory that read_file() takes, where a jump does not lose it. */
typedef struct buffers {
    unsigned char *bytes;
    png_bytep *rows;
} buffers;

static int read_file(const char *path, FILE *file, picture *p, buffers *b)
{
    struct picture_source *source = p->source;
    source->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (png_voidp)path, on_error, on_warning);
    source->info = source->png != NULL ? png_create_info_struct(source->png) : NULL;
    if (source->info == NULL) {
        return failed(path, "no memory for libpng");
    }
    png_structp png = source->png;
    png_infop info = source->info;
    if (setjmp(png_jmpbuf(png))) {
        return -1; /* on_error() said why */
    }

    png_init_io(png, file);
    png_read_info(png, info);
    p->type = (picture_type)png_get_color_type(png, info);
    p->bit_depth = png_get_bit_depth(png, info);
    p->width = png_get_image_width(png, info);
    p->height = png_get_image_height(png, info);
    if (p->type == PICTURE_PALETTE) {
        read_palette(png, info, p);
    } else if (!picture_has_alpha(p)) {
        read_transparent_color(png, info, p);
    }

    png_set_packing(png);
    if (p->bit_depth == 16 && is_little_endian()) {
        png_set_swap(png);
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, info);

    const size_t row_bytes = png_get_rowbytes(png, info), row_samples = p->width * (size_t)picture_channels(p);
    b->bytes = p->height <= SIZE_MAX / row_bytes ? malloc(p->height * row_bytes) : NULL;
    b->rows = malloc(p->height * sizeof *b->rows);
    p->samples = p->height <= SIZE_MAX / (2 * row_samples) ? malloc(p->height * row_samples * 2) : NULL;
    if (b->bytes == NULL || b->rows == NULL || p->samples == NULL) {
        return failed(path, "no memory for its pixels");
    }
    for (size_t row = 0; row < p->height; row++) {
        b->rows[row] = b->bytes + row * row_bytes;
    }
    png_read_image(png, b->rows);
    png_read_end(png, NULL);
    for (size_t row = 0; row < p->height; row++) {
        unpack_row(b->rows[row], p->bit_depth, p->samples + row * row_samples, row_samples);
    }
    return 0;
}

int picture_read(const char *path, picture *p)
{
    *p = (picture){.source = calloc(1, sizeof *p->source)};
    if (p->source == NULL) {
        return failed(path, "no memory for its pixels");
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        picture_free(p);
        return failed(path, strerror(errno));
    }
    buffers b = {NULL, NULL};
    const int result = read_file(path, file, p, &b);
    fclose(file);
    free(b.bytes);
    free(b.rows);
    if (result != 0) {
        picture_free(p);
    }
    return result;
}

/* -------------------------------------------------------------------------------------------------------- write --- */

/* What says how samples become light on a screen holds for the new samples, too. */
static void copy_chunks(const struct picture_source *from, png_structp png, png_infop info)
{
    png_fixed_point gamma, x[4], y[4];
    png_uint_32 horizontal, vertical, profile_bytes;
    png_charp name;
    png_bytep profile;
    int intent, unit, method;
    if (png_get_gAMA_fixed(from->png, from->info, &gamma)) {
        png_set_gAMA_fixed(png, info, gamma);
    }
    if (png_get_cHRM_fixed(from->png, from->info, &x[0], &y[0], &x[1], &y[1], &x[2], &y[2], &x[3], &y[3])) {
        png_set_cHRM_fixed(png, info, x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]);
    }
    if (png_get_sRGB(from->png, from->info, &intent)) {
        png_set_sRGB(png, info, intent);
    }
    if (png_get_iCCP(from->png, from->info, &name, &method, &profile, &profile_bytes)) {
        png_set_iCCP(png, info, name, method, profile, profile_bytes);
    }
    if (png_get_pHYs(from->png, from->info, &horizontal, &vertical, &unit)) {
        png_set_pHYs(png, info, horizontal, vertical, unit);
    }
}

static void write_palette(png_structp png, png_infop info, const picture *p)
{
    png_color colors[PICTURE_PALETTE_SIZE];
    png_byte alphas[PICTURE_PALETTE_SIZE];
    for (int i = 0; i < p->palette_size; i++) {
        const picture_color *c = &p->palette[i];
        colors[i] = (png_color){(png_byte)c->red, (png_byte)c->green, (png_byte)c->blue};
        alphas[i] = (png_byte)c->alpha;
    }
    png_set_PLTE(png, info, colors, p->palette_size);
    if (p->transparent_entries > 0) {
        png_set_tRNS(png, info, alphas, p->transparent_entries, NULL);
    }
}

static void write_transparent_color(png_structp png, png_infop info, const picture *p)
{
    const picture_color *c = &p->transparent_color;
    const png_color_16 color = {.red = c->red, .green = c->green, .blue = c->blue, .gray = c->red};
    png_set_tRNS(png, info, NULL, 0, &color);
}

static int write_file(const char *path, FILE *file, const picture *p, png_structp png, png_infop info,
                      unsigned char *row)
{
    if (setjmp(png_jmpbuf(png))) {
        return -1; /* on_error() said why */
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height, p->bit_depth, (int)p->type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (p->source != NULL) {
        copy_chunks(p->source, png, info);
    }
    if (p->type == PICTURE_PALETTE) {
        write_palette(png, info, p);
    } else if (p->has_transparent_color) {
        write_transparent_color(png, info, p);
    }
    png_write_info(png, info);
    png_set_packing(png);
    if (p->bit_depth == 16 && is_little_endian()) {
        png_set_swap(png);
    }

    const size_t row_samples = p->width * (size_t)picture_channels(p);
    for (size_t y = 0; y < p->height; y++) {
        pack_row(p->samples + y * row_samples, p->bit_depth, row, row_samples);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return fflush(file) == 0 ? 0 : failed(path, strerror(errno));
}

int picture_write(const char *path, const picture *p)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return failed(path, strerror(errno));
    }
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, (png_voidp)path, on_error, on_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    unsigned char *row = malloc(p->width * (size_t)picture_channels(p) * MOST_SAMPLE_BYTES);
    int result;
    if (info == NULL || row == NULL) {
        result = failed(path, "no memory to write it");
    } else {
        result = write_file(path, file, p, png, info, row);
    }
    if (png != NULL) {
        png_destroy_write_struct(&png, &info);
    }
    free(row);
    if (fclose(file) != 0 && result == 0) {
        result = failed(path, strerror(errno));
    }
    return result;
}

void picture_free(picture *p)
{
    if (p->source != NULL && p->source->png != NULL) {
        png_destroy_read_struct(&p->source->png, &p->source->info, NULL);
    }
    free(p->source);
    free(p->samples);
    p->source = NULL;
    p->samples = NULL;
}
