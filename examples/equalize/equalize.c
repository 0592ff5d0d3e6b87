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

#include "equalize_apply.h"
#include "equalize_report.h"
#include "picture.h"

enum { ROW_ALIGNMENT = 64, TRANSPARENT = -1 };

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
    if (y->samples == NULL) {
        return equalizer_out_of_memory();
    }
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
    const int32_t lower = 0, upper = y->levels;
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
    void *samples = NULL, *counts = NULL;
    tcu_status status = tcu_allocate(e->context, bytes, &samples);
    if (status == TCU_SUCCESS) {
        status = tcu_allocate(e->context, levels * sizeof *cumulative, &counts);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(e->context, samples, y->samples, bytes);
    }
    if (status == TCU_SUCCESS) {
        status = count_plane(e, y, samples, counts);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_scan(e->context, TCU_SCAN_INCLUSIVE, counts, TCU_TYPE_U64, counts, TCU_TYPE_U64, levels, NULL);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_out(e->context, cumulative, counts, levels * sizeof *cumulative);
    }
    const int result = status == TCU_SUCCESS ? 0 : equalizer_failed(e);
    tcu_free(e->context, samples);
    tcu_free(e->context, counts);
    return result;
}

/* A plain loop: what the library has to agree with. */
static int check(const plane *y, const uint64_t *cumulative)
{
    uint64_t *expected = calloc((size_t)y->levels, sizeof *expected);
    if (expected == NULL) {
        return equalizer_out_of_memory();
    }
    for (size_t row = 0; row < y->height; row++) {
        for (size_t column = 0; column < y->width; column++) {
            const int32_t v = plane_row(y, row)[column];
            if (v != TRANSPARENT) {
                expected[v]++;
            }
        }
    }
    int result = 0;
    for (int v = 0; v < y->levels && result == 0; v++) {
        if (v > 0) {
            expected[v] += expected[v - 1];
        }
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
    while (darkest < levels - 1 && cumulative[darkest] == 0) {
        darkest++;
    }
    const uint64_t least = cumulative[darkest], rest = all - least;
    for (int v = 0; v < levels; v++) {
        if (rest == 0) { /* one brightness, or none that can be seen */
            table[v] = (uint16_t)v;
        } else {
            table[v] = (uint16_t)(v < darkest ? 0 : (largest * (cumulative[v] - least) + rest / 2) / rest);
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- main --- */

static int equalize(const equalizer *e, picture *p)
{
    plane y;
    if (report_picture(e, "before:", p) != 0 || plane_of(p, &y) != 0) {
        return -1;
    }
    uint64_t *cumulative = calloc((size_t)y.levels, sizeof *cumulative);
    uint16_t *table = malloc((size_t)y.levels * sizeof *table);
    int result = -1;
    if (cumulative == NULL || table == NULL) {
        equalizer_out_of_memory();
    } else if (cumulative_counts(e, &y, cumulative) == 0 && check(&y, cumulative) == 0) {
        make_table(cumulative, y.levels, table);
        apply_table(p, cumulative, table);
        result = report_picture(e, "after:", p);
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
    equalizer e = {NULL};
    tcu_backend backend = TCU_BACKEND_AUTO;
    if (argc > 2 && strcmp(argv[1], "--backend") == 0) {
        if (read_backend(argv[2], &backend) != 0) {
            return usage();
        }
        first = 3;
    }
    const int paths = argc - first;
    if (paths < 1 || paths > 2 || argv[first][0] == '-') {
        return usage();
    }
    picture p;
    if ((paths == 2 ? picture_read(argv[first], &p) : picture_paint(641, 427, &p)) != 0) {
        return 2;
    }
    int result = -1;
    tcu_properties properties;
    if (tcu_context_create(&e.context, backend, -1) != TCU_SUCCESS ||
        tcu_context_get_properties(e.context, &properties) != TCU_SUCCESS) {
        equalizer_failed(&e);
    } else {
        printf("%zu x %zu pixels, %s of %d bits, on %s\n", p.width, p.height, types[p.type], p.bit_depth,
               properties.name);
        result = equalize(&e, &p);
    }
    if (result == 0) {
        result = picture_write(argv[argc - 1], &p);
    }
    tcu_context_destroy(e.context);
    picture_free(&p);
    if (fclose(stdout) != 0) {
        fprintf(stderr, "equalize: the output cannot be written\n");
        result = -1;
    }
    return result != 0;
}
