/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Equalises a picture's contrast: PNG in, PNG out. A brightness v is drawn with the brightness
 *
 *     255 * (c(v) - c(darkest)) / (n - c(darkest)),   c(v): how many of the n pixels have brightness v or less,
 *
 * so that afterwards all brightnesses are about as frequent. c is the inclusive scan of the histogram; both are made
 * where the context's backend works, and only c comes back.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

#include "device_memory.h"
#include "picture.h"

enum { LEVELS = 256, COLORS = 3, ROW_ALIGNMENT = 64 };

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
static unsigned char brightness(const unsigned char *pixel)
{
    return (unsigned char)((77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2] + 128u) / 256u);
}

/* -------------------------------------------------------------------------------- histogram and scan of a plane --- */

/* Rows of bytes, each beginning at a multiple of ROW_ALIGNMENT, as graphics libraries lay them out. */
typedef struct plane {
    size_t width, height, stride;
    unsigned char *bytes;
} plane;

static int plane_of(const picture *p, plane *y)
{
    *y = (plane){p->width, p->height, (p->width + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT, NULL};
    y->bytes = calloc(y->height, y->stride);
    if (y->bytes == NULL)
        return out_of_memory();
    for (size_t row = 0; row < y->height; row++) {
        for (size_t column = 0; column < y->width; column++)
            y->bytes[row * y->stride + column] = brightness(p->pixels + (row * p->width + column) * PICTURE_CHANNELS);
    }
    return 0;
}

/* counts[v] = pixels of brightness v, on the context's side. */
static tcu_status count_plane(const equalizer *e, const plane *y, const void *samples, void *counts)
{
    const int lower = 0, upper = LEVELS;
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.columns = y->width;
    options.row_stride_bytes = y->stride;
    return tcu_histogram_even(e->context, samples, TCU_TYPE_U8, counts, TCU_TYPE_U64, LEVELS, &lower, &upper,
                              TCU_TYPE_I32, (uint64_t)y->width * y->height, &options);
}

/* c(v) of every brightness v. */
static int cumulative_counts(const equalizer *e, const plane *y, uint64_t cumulative[LEVELS])
{
    const size_t bytes = y->height * y->stride;
    void *samples = device_allocate(e->backend, bytes);
    void *counts = device_allocate(e->backend, LEVELS * sizeof *cumulative);
    int result = -1;
    if (samples == NULL || counts == NULL || device_upload(e->backend, samples, y->bytes, bytes) != 0)
        out_of_memory();
    else if (count_plane(e, y, samples, counts) != TCU_SUCCESS ||
             tcu_scan(e->context, TCU_SCAN_INCLUSIVE, counts, TCU_TYPE_U64, counts, TCU_TYPE_U64, LEVELS) !=
                 TCU_SUCCESS)
        failed(e);
    else if ((result = device_download(e->backend, cumulative, counts, LEVELS * sizeof *cumulative)) != 0)
        out_of_memory();
    device_free(e->backend, samples);
    device_free(e->backend, counts);
    return result;
}

/* A plain loop: what the library has to agree with. */
static int check(const plane *y, const uint64_t cumulative[LEVELS])
{
    uint64_t expected[LEVELS] = {0};
    for (size_t row = 0; row < y->height; row++) {
        for (size_t column = 0; column < y->width; column++)
            expected[y->bytes[row * y->stride + column]]++;
    }
    for (int v = 0; v < LEVELS; v++) {
        if (v > 0)
            expected[v] += expected[v - 1];
        if (cumulative[v] != expected[v]) {
            fprintf(stderr,
                    "equalize: %" PRIu64 " pixels of brightness %d or less, but a plain loop counts %" PRIu64 "\n",
                    cumulative[v], v, expected[v]);
            return -1;
        }
    }
    return 0;
}

/* ----------------------------------------------------------------------------------------------- equalisation --- */

static void make_table(const uint64_t cumulative[LEVELS], unsigned char table[LEVELS])
{
    int darkest = 0;
    while (cumulative[darkest] == 0)
        darkest++;
    const uint64_t least = cumulative[darkest], rest = cumulative[LEVELS - 1] - least;
    for (int v = 0; v < LEVELS; v++) {
        if (rest == 0 || v < darkest) /* a picture of one brightness stays what it is */
            table[v] = (unsigned char)v;
        else
            table[v] = (unsigned char)((255 * (cumulative[v] - least) + rest / 2) / rest);
    }
}

/* Each pixel gets the table's brightness; its colours keep their proportions, as far as they go. */
static void apply(picture *p, const plane *y, const unsigned char table[LEVELS])
{
    for (size_t row = 0; row < p->height; row++) {
        for (size_t column = 0; column < p->width; column++) {
            unsigned char *pixel = p->pixels + (row * p->width + column) * PICTURE_CHANNELS;
            const unsigned before = y->bytes[row * y->stride + column], after = table[before];
            for (int c = 0; c < COLORS; c++) {
                const unsigned color = before == 0 ? after : (pixel[c] * after + before / 2) / before;
                pixel[c] = (unsigned char)(color < 255 ? color : 255);
            }
        }
    }
}

/* --------------------------------------------------------------------------------------------------- a report --- */

/* The value below which a part of the counted pixels is. */
static int quantile(const uint32_t counts[LEVELS], double part)
{
    uint64_t all = 0, below = 0;
    for (int v = 0; v < LEVELS; v++)
        all += counts[v];
    for (int v = 0; v < LEVELS; v++) {
        below += counts[v];
        if ((double)below >= part * (double)all)
            return v;
    }
    return LEVELS - 1;
}

/* Three of the four channels of RGBA pixels, in one pass. */
static int report(const equalizer *e, const char *when, const picture *p)
{
    const size_t bytes = p->width * p->height * PICTURE_CHANNELS;
    uint32_t counts[COLORS][LEVELS];
    void *samples = device_allocate(e->backend, bytes);
    char *device_counts = device_allocate(e->backend, sizeof counts);
    int result = -1;
    if (samples == NULL || device_counts == NULL || device_upload(e->backend, samples, p->pixels, bytes) != 0) {
        out_of_memory();
    } else {
        const int lower = 0, upper = LEVELS;
        tcu_histogram_channel channels[PICTURE_CHANNELS];
        for (int c = 0; c < COLORS; c++)
            channels[c] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_EVEN_INIT(
                device_counts + (size_t)c * sizeof counts[0], LEVELS, &lower, &upper, TCU_TYPE_I32);
        channels[COLORS] = (tcu_histogram_channel)TCU_HISTOGRAM_CHANNEL_NONE_INIT;
        if (tcu_histogram_multi(e->context, samples, TCU_TYPE_U8, PICTURE_CHANNELS, channels, TCU_TYPE_U32,
                                (uint64_t)p->width * p->height, NULL) != TCU_SUCCESS)
            failed(e);
        else if ((result = device_download(e->backend, counts, device_counts, sizeof counts)) != 0)
            out_of_memory();
    }
    device_free(e->backend, samples);
    device_free(e->backend, device_counts);
    if (result == 0) {
        static const char *const names[COLORS] = {"red", "green", "blue"};
        printf("%-7s 98%% of the pixels have", when);
        for (int c = 0; c < COLORS; c++)
            printf("%s %s %d to %d", c > 0 ? "," : "", names[c], quantile(counts[c], 0.01), quantile(counts[c], 0.99));
        printf("\n");
    }
    return result;
}

/* --------------------------------------------------------------------------------------------------------- main --- */

static int equalize(const equalizer *e, picture *p)
{
    plane y;
    uint64_t cumulative[LEVELS];
    unsigned char table[LEVELS];
    if (report(e, "before:", p) != 0 || plane_of(p, &y) != 0)
        return -1;
    int result = cumulative_counts(e, &y, cumulative);
    if (result == 0 && (result = check(&y, cumulative)) == 0) {
        make_table(cumulative, table);
        apply(p, &y, table);
    }
    free(y.bytes);
    return result == 0 ? report(e, "after:", p) : result;
}

static int usage(const char *program)
{
    fprintf(stderr,
            "usage: %s [--backend auto|host|cuda] [IN.png] OUT.png\n"
            "  Equalises the contrast of IN.png, or of a picture that the program paints.\n",
            program);
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
    int first = 1;
    equalizer e = {NULL, TCU_BACKEND_AUTO};
    if (argc > 2 && strcmp(argv[1], "--backend") == 0) {
        if (read_backend(argv[2], &e.backend) != 0)
            return usage(argv[0]);
        first = 3;
    }
    const int paths = argc - first;
    if (paths < 1 || paths > 2 || argv[first][0] == '-')
        return usage(argv[0]);
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
        printf("%zu x %zu pixels, on %s\n", p.width, p.height, properties.name);
        result = equalize(&e, &p);
    }
    if (result == 0)
        result = picture_write(argv[argc - 1], &p);
    tcu_context_destroy(e.context);
    picture_free(&p);
    return result != 0;
}
