/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Equalises a picture's contrast: PNG in, PNG out. A brightness v is drawn with the brightness
 *
 *     largest * (c(v) - c(darkest)) / (n - c(darkest)),   c(v): how many of the n pixels have brightness v or less,
 *
 * so that afterwards all brightnesses are about as frequent. c is the inclusive scan of the histogram; both are made
 * where the context's backend works, and only c comes back. All is done in integers, so every backend makes the same
 * picture. A picture of one brightness stays what it is.
 *
 * The file keeps its kind: 16 bits are counted in 65,536 bins and written as 16 bits, grey stays grey, of a palette the
 * entries are changed and not the pixels, and alpha is never touched. Transparent pixels are not counted and keep their
 * colours. Only where grey of 2 or 4 bits becomes a grey that these bits do not have is it written with 8.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

#include "device_memory.h"
#include "picture.h"

enum { COLORS = 3, CHANNELS = 4, ROW_ALIGNMENT = 64, TRANSPARENT = -1 };

/* What all steps need. */
typedef struct equalizer {
    tcu_context *context;
    tcu_backend backend;
} equalizer;

static int failed(const equalizer *e)
{
    fprintf(stderr, "equalize: %s\n", tcu_context_last_error(e->context));
    return -1;
}

static int out_of_memory(void)
{
    fprintf(stderr, "equalize: no memory left, or the device failed\n");
    return -1;
}

/* ITU-R BT.601's weights of red, green and blue, in 256ths. */
static unsigned brightness(const picture_color *c)
{
    return (77u * c->red + 150u * c->green + 29u * c->blue + 128u) / 256u;
}

/* -------------------------------------------------------------------------------- histogram and scan of a plane --- */

/* Brightnesses, or TRANSPARENT. Each row begins at a multiple of ROW_ALIGNMENT, as graphics libraries lay them out. */
typedef struct plane {
    size_t width, height, stride; /* stride in bytes */
    int levels;                   /* brightnesses are from 0 to levels - 1 */
    int32_t *samples;
} plane;

static int32_t *plane_row(const plane *y, size_t row)
{
    return y->samples + row * (y->stride / sizeof *y->samples);
}

static int plane_of(const picture *p, plane *y)
{
    const size_t row_bytes = p->width * sizeof *y->samples;
    *y = (plane){p->width, p->height, (row_bytes + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT,
                 (int)picture_largest(p) + 1, NULL};
    y->samples = calloc(y->height, y->stride);
    if (y->samples == NULL)
        return out_of_memory();
    for (size_t row = 0; row < y->height; row++) {
        for (size_t column = 0; column < y->width; column++) {
            const picture_color c = picture_pixel(p, row * p->width + column);
            plane_row(y, row)[column] = c.alpha == 0 ? TRANSPARENT : (int32_t)brightness(&c);
        }
    }
    return 0;
}

/* counts[v] = pixels of brightness v, on the context's side. What is TRANSPARENT lies in no bin and is not counted. */
static tcu_status count_plane(const equalizer *e, const plane *y, const void *samples, void *counts)
{
    const int lower = 0, upper = y->levels;
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.columns = y->width;
    options.row_stride_bytes = y->stride;
    return tcu_histogram_even(e->context, samples, TCU_TYPE_I32, counts, TCU_TYPE_U64, (uint64_t)y->levels, &lower,
                              &upper, TCU_TYPE_I32, (uint64_t)y->width * y->height, &options);
}

/* c(v) of every brightness v. */
static int cumulative_counts(const equalizer *e, const plane *y, uint64_t *cumulative)
{
    const size_t bytes = y->height * y->stride, levels = (size_t)y->levels;
    void *samples = device_allocate(e->backend, bytes);
    void *counts = device_allocate(e->backend, levels * sizeof *cumulative);
    int result = -1;
    if (samples == NULL || counts == NULL || device_upload(e->backend, samples, y->samples, bytes) != 0)
        out_of_memory();
    else if (count_plane(e, y, samples, counts) != TCU_SUCCESS ||
             tcu_scan(e->context, TCU_SCAN_INCLUSIVE, counts, TCU_TYPE_U64, counts, TCU_TYPE_U64, levels) !=
                 TCU_SUCCESS)
        failed(e);
    else if ((result = device_download(e->backend, cumulative, counts, levels * sizeof *cumulative)) != 0)
        out_of_memory();
    device_free(e->backend, samples);
    device_free(e->backend, counts);
    return result;
}

/* A plain loop: what the library has to agree with. */
static int check(const plane *y, const uint64_t *cumulative)
{
    uint64_t *expected = calloc((size_t)y->levels, sizeof *expected);
    if (expected == NULL)
        return out_of_memory();
    for (size_t row = 0; row < y->height; row++) {
        for (size_t column = 0; column < y->width; column++) {
            const int32_t v = plane_row(y, row)[column];
            if (v != TRANSPARENT)
                expected[v]++;
        }
    }
    int result = 0;
    for (int v = 0; v < y->levels && result == 0; v++) {
        if (v > 0)
            expected[v] += expected[v - 1];
        if (cumulative[v] != expected[v]) {
            fprintf(stderr,
                    "equalize: %" PRIu64 " pixels of brightness %d or less, but a plain loop counts %" PRIu64 "\n",
                    cumulative[v], v, expected[v]);
            result = -1;
        }
    }
    free(expected);
    return result;
}

/* ----------------------------------------------------------------------------------------------- equalisation --- */

static void make_table(const uint64_t *cumulative, int levels, uint16_t *table)
{
    const uint64_t all = cumulative[levels - 1], largest = (uint64_t)levels - 1;
    int darkest = 0;
    while (darkest < levels - 1 && cumulative[darkest] == 0)
        darkest++;
    const uint64_t least = cumulative[darkest], rest = all - least;
    for (int v = 0; v < levels; v++) {
        if (rest == 0) /* one brightness, or none that can be seen */
            table[v] = (uint16_t)v;
        else
            table[v] = (uint16_t)(v < darkest ? 0 : (largest * (cumulative[v] - least) + rest / 2) / rest);
    }
}

/* The colour of the table's brightness; its parts keep their proportions, as far as they go. */
static picture_color recolored(picture_color c, const uint16_t *table, uint64_t largest)
{
    const uint64_t before = brightness(&c), after = table[before];
    uint16_t *parts[COLORS] = {&c.red, &c.green, &c.blue};
    for (int i = 0; i < COLORS && after != before && before > 0; i++) {
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
        if (table[v] == transparent_grey && v != (int)transparent_grey)
            table[v] = (uint16_t)neighbour(transparent_grey);
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
    if (is_deep_enough)
        return;
    for (size_t i = 0; i < p->width * p->height; i++)
        p->samples[i] = (uint16_t)(p->samples[i] * step);
    p->transparent_color.red = (uint16_t)(p->transparent_color.red * step);
    p->transparent_color.green = p->transparent_color.blue = p->transparent_color.red;
    p->bit_depth = 8;
}

static void apply_to_palette(picture *p, const uint16_t *table)
{
    for (int i = 0; i < p->palette_size; i++) {
        if (p->palette[i].alpha != 0)
            p->palette[i] = recolored(p->palette[i], table, picture_largest(p));
    }
}

static void apply_to_pixels(picture *p, const uint16_t *table)
{
    const picture_color key = p->transparent_color;
    for (size_t i = 0; i < p->width * p->height; i++) {
        uint16_t *sample = p->samples + i * (size_t)picture_channels(p);
        const picture_color before = picture_pixel(p, i);
        if (before.alpha == 0)
            continue;
        picture_color c = recolored(before, table, picture_largest(p));
        if (picture_is_grey(p)) {
            sample[0] = (uint16_t)(c.red / grey_step(p));
            continue;
        }
        if (p->has_transparent_color && c.red == key.red && c.green == key.green && c.blue == key.blue)
            c.blue = (uint16_t)neighbour(key.blue); /* not to become transparent */
        sample[0] = c.red;
        sample[1] = c.green;
        sample[2] = c.blue;
    }
}

static void apply(picture *p, const uint64_t *cumulative, uint16_t *table)
{
    if (p->type == PICTURE_PALETTE) {
        apply_to_palette(p, table);
        return;
    }
    if (p->type == PICTURE_GREY) {
        if (p->has_transparent_color)
            keep_clear_of(p->transparent_color.red * grey_step(p), (int)picture_largest(p) + 1, table);
        deepen(p, cumulative, table);
    }
    apply_to_pixels(p, table);
}

/* --------------------------------------------------------------------------------------------------- a report --- */

/* The value below which a part of the counted pixels is. */
static int quantile(const uint32_t *counts, int levels, double part)
{
    uint64_t all = 0, below = 0;
    for (int v = 0; v < levels; v++)
        all += counts[v];
    for (int v = 0; v < levels; v++) {
        below += counts[v];
        if ((double)below >= part * (double)all)
            return v;
    }
    return levels - 1;
}

/* Three of the four channels of RGBA pixels, in one pass; of grey ones, which are the same three times, one. */
static tcu_status count_channels(const equalizer *e, const picture *p, const void *pixels, char *counts, int counted)
{
    const int levels = (int)picture_largest(p) + 1, lower = 0;
    tcu_histogram_channel channels[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
        if (c < counted)
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(
                counts + (size_t)c * (size_t)levels * sizeof(uint32_t), (uint64_t)levels, &lower, &levels,
                TCU_TYPE_I32);
        else
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_NONE_INIT;
    }
    return tcu_histogram_multi(e->context, pixels, TCU_TYPE_U16, CHANNELS, channels, TCU_TYPE_U32,
                               (uint64_t)p->width * p->height, NULL);
}

static void print_report(const char *when, const picture *p, const uint32_t *counts, int counted)
{
    static const char *const names[COLORS] = {"red", "green", "blue"};
    const int levels = (int)picture_largest(p) + 1;
    printf("%-7s 98%% of the pixels have", when);
    for (int c = 0; c < counted; c++) {
        const uint32_t *channel = counts + (size_t)c * (size_t)levels;
        printf("%s %s %d to %d", c > 0 ? "," : "", counted == 1 ? "grey" : names[c], quantile(channel, levels, 0.01),
               quantile(channel, levels, 0.99));
    }
    printf(" of %d\n", levels - 1);
}

static int report(const equalizer *e, const char *when, const picture *p)
{
    const int counted = picture_is_grey(p) ? 1 : COLORS;
    const size_t pixels = p->width * p->height, bytes = pixels * sizeof(picture_color);
    const size_t counts_bytes = (size_t)counted * (picture_largest(p) + 1) * sizeof(uint32_t);
    picture_color *colors = malloc(bytes);
    uint32_t *counts = malloc(counts_bytes);
    void *device_pixels = device_allocate(e->backend, bytes);
    char *device_counts = device_allocate(e->backend, counts_bytes);
    int result = -1;
    for (size_t i = 0; i < pixels && colors != NULL; i++)
        colors[i] = picture_pixel(p, i);
    if (colors == NULL || counts == NULL || device_pixels == NULL || device_counts == NULL ||
        device_upload(e->backend, device_pixels, colors, bytes) != 0)
        out_of_memory();
    else if (count_channels(e, p, device_pixels, device_counts, counted) != TCU_SUCCESS)
        failed(e);
    else if ((result = device_download(e->backend, counts, device_counts, counts_bytes)) != 0)
        out_of_memory();
    else
        print_report(when, p, counts, counted);
    device_free(e->backend, device_pixels);
    device_free(e->backend, device_counts);
    free(colors);
    free(counts);
    return result;
}

/* --------------------------------------------------------------------------------------------------------- main --- */

static int equalize(const equalizer *e, picture *p)
{
    plane y;
    if (report(e, "before:", p) != 0 || plane_of(p, &y) != 0)
        return -1;
    uint64_t *cumulative = malloc((size_t)y.levels * sizeof *cumulative);
    uint16_t *table = malloc((size_t)y.levels * sizeof *table);
    int result = cumulative != NULL && table != NULL ? 0 : out_of_memory();
    if (result == 0 && (result = cumulative_counts(e, &y, cumulative)) == 0 && (result = check(&y, cumulative)) == 0) {
        make_table(cumulative, y.levels, table);
        apply(p, cumulative, table);
        result = report(e, "after:", p);
    }
    free(y.samples);
    free(cumulative);
    free(table);
    return result;
}

static int usage(void)
{
    fputs(
        "usage: equalize [--backend auto|host|cuda] [IN.png] OUT.png\n"
        "  Equalises the contrast of IN.png, or of a picture that the program paints. Colour type, bit depth, palette\n"
        "  and alpha stay; only grey of 2 or 4 bits is written with 8 where its new greys need them.\n",
        stderr);
    return 2;
}

static int read_backend(const char *text, tcu_backend *backend)
{
    static const char *const names[] = {"auto", "host", "cuda"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *backend = (tcu_backend)i;
            return 0;
        }
    }
    return -1;
}

int main(int argc, char **argv)
{
    static const char *const types[] = {"grey", "", "RGB", "palette", "grey and alpha", "", "RGB and alpha"};
    int first = 1;
    equalizer e = {NULL, TCU_BACKEND_AUTO};
    if (argc > 2 && strcmp(argv[1], "--backend") == 0) {
        if (read_backend(argv[2], &e.backend) != 0)
            return usage();
        first = 3;
    }
    const int paths = argc - first;
    if (paths < 1 || paths > 2 || argv[first][0] == '-')
        return usage();
    picture p;
    if ((paths == 2 ? picture_read(argv[first], &p) : picture_paint(641, 427, &p)) != 0)
        return 2;
    int result = -1;
    tcu_properties properties;
    if (tcu_context_create(&e.context, e.backend, -1) != TCU_SUCCESS ||
        tcu_context_get_properties(e.context, &properties) != TCU_SUCCESS) {
        failed(&e);
    } else {
        e.backend = properties.backend;
        printf("%zu x %zu pixels, %s of %d bits, on %s\n", p.width, p.height, types[p.type], p.bit_depth,
               properties.name);
        result = equalize(&e, &p);
    }
    if (result == 0)
        result = picture_write(argv[argc - 1], &p);
    tcu_context_destroy(e.context);
    picture_free(&p);
    if (fclose(stdout) != 0) {
        fprintf(stderr, "equalize: the output cannot be written\n");
        result = -1;
    }
    return result != 0;
}
