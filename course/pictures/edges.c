/* SPDX-License-Identifier: Apache-2.0 */
/* edges IN.png OUT.png: the stages of Canny's edges of a picture, side by side: lesson 08's rules, in reals. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

#include "sheet.h"

enum { PANELS = 6, LOW = 40, HIGH = 160, NONE = 0, WEAK = 1, STRONG = 2, STAGES = 5 };

typedef struct work {
    tcu_context *context; /* of the host: its memory is ours */
    grey in;
    tcu_convolution_desc desc;
    float *smooth, *g_x, *g_y, *size, *marks; /* as many values as `in` has; size: |g_x| + |g_y| */
    panels drawing;
} work;

/* Smoothed by binomial weights, then Sobel along both axes. */
static tcu_status find_gradients(const work *w)
{
    const float binomial[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
    const float sum[3] = {1, 2, 1}, difference[3] = {-1, 0, 1};
    tcu_status status =
        tcu_convolve_2d_separable(w->context, &w->desc, w->in.values, binomial, 5, binomial, 5, w->smooth, NULL);
    if (status == TCU_SUCCESS) {
        status = tcu_convolve_2d_separable(w->context, &w->desc, w->smooth, sum, 3, difference, 3, w->g_x, NULL);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_convolve_2d_separable(w->context, &w->desc, w->smooth, difference, 3, sum, 3, w->g_y, NULL);
    }
    return status;
}

static float size_at(const work *w, ptrdiff_t y, ptrdiff_t x)
{
    const ptrdiff_t height = (ptrdiff_t)w->in.height, width = (ptrdiff_t)w->in.width;
    return y < 0 || y >= height || x < 0 || x >= width ? 0 : w->size[y * width + x];
}

/* Whether neither of the two neighbours along the gradient has a larger one; of two equal ones the first is kept.
 * Directions end at a slope of 2/5, which is about tan(22.5 degrees). */
static int is_largest(const work *w, ptrdiff_t y, ptrdiff_t x)
{
    const ptrdiff_t i = y * (ptrdiff_t)w->in.width + x;
    const float g_x = w->g_x[i], g_y = w->g_y[i];
    int dy = 1, dx = (g_x < 0) == (g_y < 0) ? 1 : -1;
    if (5 * fabsf(g_y) < 2 * fabsf(g_x)) {
        dy = 0;
        dx = 1;
    } else if (5 * fabsf(g_x) < 2 * fabsf(g_y)) {
        dx = 0;
    }
    return w->size[i] > size_at(w, y - dy, x - dx) && w->size[i] >= size_at(w, y + dy, x + dx);
}

/* One step of hysteresis: weak points beside strong ones become strong. Returns whether any did. */
static int spread(const work *w)
{
    const ptrdiff_t height = (ptrdiff_t)w->in.height, width = (ptrdiff_t)w->in.width;
    int changed = 0;
    for (ptrdiff_t i = 0; i < height * width; i++) {
        for (int k = 0; k < 9 && (int)w->marks[i] == WEAK; k++) {
            const ptrdiff_t y = i / width + k / 3 - 1, x = i % width + k % 3 - 1;
            if (y >= 0 && y < height && x >= 0 && x < width && (int)w->marks[y * width + x] == STRONG) {
                w->marks[i] = STRONG;
                changed = 1;
            }
        }
    }
    return changed;
}

static tcu_status draw(work *w)
{
    const size_t points = w->in.height * w->in.width;
    w->desc = (tcu_convolution_desc)TCU_CONVOLUTION_DESC_INIT;
    w->desc.height = w->in.height;
    w->desc.width = w->in.width;
    w->desc.padding = TCU_PADDING_SAME;
    w->desc.kind = TCU_CORRELATION;
    w->desc.boundary = TCU_BOUNDARY_CLAMP;
    const tcu_status status = find_gradients(w);
    if (status != TCU_SUCCESS) {
        return status;
    }
    panels_add(&w->drawing, "the picture", w->in.values, 0, 255);
    panels_add(&w->drawing, "1 Gaussian", w->smooth, 0, 255);
    for (size_t i = 0; i < points; i++) {
        w->size[i] = fabsf(w->g_x[i]) + fabsf(w->g_y[i]);
    }
    panels_add(&w->drawing, "2 Sobel: |gx| + |gy|", w->size, 0, 700);

    float *const thin = w->smooth; /* (which is drawn) */
    for (size_t i = 0; i < points; i++) {
        thin[i] = is_largest(w, (ptrdiff_t)(i / w->in.width), (ptrdiff_t)(i % w->in.width)) ? w->size[i] : 0;
        w->marks[i] = (float)(thin[i] < LOW ? NONE : thin[i] < HIGH ? WEAK : STRONG);
    }
    panels_add(&w->drawing, "3 thinned: maxima", thin, 0, 400);
    panels_add(&w->drawing, "3 weak and strong", w->marks, 0.5f, STRONG); /* weak ones dark grey */
    while (spread(w)) {
    }
    for (size_t i = 0; i < points; i++) {
        w->marks[i] = (int)w->marks[i] == STRONG ? STRONG : NONE;
    }
    panels_add(&w->drawing, "4 after hysteresis", w->marks, NONE, STRONG);
    return TCU_SUCCESS;
}

int main(int argc, char **argv)
{
    work w = {.context = NULL};
    int result = 1;
    if (argc != 3) {
        fprintf(stderr, "usage: edges IN.png OUT.png\n");
        return 2;
    }
    if (grey_read(argv[1], &w.in) != 0 || panels_create(&w.drawing, w.in.width, w.in.height, PANELS) != 0) {
        free(w.in.values);
        return 1;
    }
    const size_t points = w.in.height * w.in.width;
    float *const all = malloc(STAGES * points * sizeof *all);
    if (all == NULL) {
        fprintf(stderr, "no memory for a picture\n");
    } else {
        w.smooth = all;
        w.g_x = all + points;
        w.g_y = all + 2 * points;
        w.size = all + 3 * points;
        w.marks = all + 4 * points;
        if (tcu_context_create(&w.context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS || draw(&w) != TCU_SUCCESS) {
            fprintf(stderr, "%s\n", tcu_context_last_error(w.context));
        } else {
            result = sheet_write(&w.drawing.paper, argv[2]) != 0;
        }
    }
    tcu_context_destroy(w.context);
    sheet_free(&w.drawing.paper);
    free(all);
    free(w.in.values);
    return result;
}
