/* SPDX-License-Identifier: Apache-2.0 */
/* filters IN.png OUT.png: a picture, and what each of lesson 06's filters makes of it, side by side. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

#include "sheet.h"

enum { BLUR = 9, MOTION = 15, SMALL = 3, PANELS = 6, MOST_LABEL = 32 };

typedef struct work {
    tcu_context *context; /* of the host: its memory is ours */
    grey in;
    tcu_convolution_desc desc;
    float *out, *other; /* results, as many values as `in` has */
    panels drawing;
} work;

/* Binomial weights, nearly a Gaussian's; their sum is 1. */
static void binomial(float *weights, int n)
{
    weights[0] = 1;
    for (int step = 1; step < n; step++) {
        weights[step] = 0;
        for (int i = step; i > 0; i--) {
            weights[i] = (weights[i] + weights[i - 1]) / 2;
        }
        weights[0] /= 2;
    }
}

static tcu_status separable(const work *w, const float *column, const float *row, uint64_t n, float *out)
{
    return tcu_convolve_2d_separable(w->context, &w->desc, w->in.values, column, n, row, n, out, NULL);
}

static tcu_status blur(work *w)
{
    float weights[BLUR];
    char label[MOST_LABEL];
    binomial(weights, BLUR);
    snprintf(label, sizeof label, "blur, %d x %d", BLUR, BLUR);
    const tcu_status status = separable(w, weights, weights, BLUR, w->out);
    panels_add(&w->drawing, label, w->out, 0, 255);
    return status;
}

/* The mean along a line downwards to the right. */
static tcu_status motion_blur(work *w)
{
    float mask[MOTION * MOTION] = {0};
    char label[MOST_LABEL];
    for (int i = 0; i < MOTION; i++) {
        mask[i * MOTION + i] = 1.0f / MOTION;
    }
    snprintf(label, sizeof label, "motion blur, %d x %d", MOTION, MOTION);
    const tcu_status status = tcu_convolve_2d(w->context, &w->desc, w->in.values, mask, MOTION, MOTION, w->out, NULL);
    panels_add(&w->drawing, label, w->out, 0, 255);
    return status;
}

static tcu_status sharpen(work *w)
{
    const float mask[SMALL * SMALL] = {-1, -1, -1, -1, 9, -1, -1, -1, -1};
    const tcu_status status = tcu_convolve_2d(w->context, &w->desc, w->in.values, mask, SMALL, SMALL, w->out, NULL);
    panels_add(&w->drawing, "sharpen, 3 x 3", w->out, 0, 255);
    return status;
}

static tcu_status sobel(work *w)
{
    const float smooth[SMALL] = {1, 2, 1}, difference[SMALL] = {-1, 0, 1};
    tcu_status status = separable(w, smooth, difference, SMALL, w->out);
    if (status == TCU_SUCCESS) {
        panels_add(&w->drawing, "Sobel along x: gx", w->out, -512, 512);
        status = separable(w, difference, smooth, SMALL, w->other);
    }
    if (status == TCU_SUCCESS) {
        for (size_t i = 0; i < w->in.height * w->in.width; i++) {
            w->out[i] = hypotf(w->out[i], w->other[i]);
        }
        panels_add(&w->drawing, "Sobel: gx and gy", w->out, 0, 700);
    }
    return status;
}

static tcu_status draw(work *w)
{
    w->desc = (tcu_convolution_desc)TCU_CONVOLUTION_DESC_INIT;
    w->desc.height = w->in.height;
    w->desc.width = w->in.width;
    w->desc.padding = TCU_PADDING_SAME;
    w->desc.kind = TCU_CORRELATION;
    w->desc.boundary = TCU_BOUNDARY_CLAMP;
    panels_add(&w->drawing, "the picture", w->in.values, 0, 255);
    tcu_status (*const filters[])(work *) = {blur, motion_blur, sharpen, sobel};
    tcu_status status = TCU_SUCCESS;
    for (int i = 0; i < (int)(sizeof filters / sizeof filters[0]) && status == TCU_SUCCESS; i++) {
        status = filters[i](w);
    }
    return status;
}

int main(int argc, char **argv)
{
    work w = {.context = NULL};
    int result = 1;
    if (argc != 3) {
        fprintf(stderr, "usage: filters IN.png OUT.png\n");
        return 2;
    }
    if (grey_read(argv[1], &w.in) != 0 || panels_create(&w.drawing, w.in.width, w.in.height, PANELS) != 0) {
        free(w.in.values);
        return 1;
    }
    w.out = malloc(w.in.height * w.in.width * sizeof *w.out);
    w.other = malloc(w.in.height * w.in.width * sizeof *w.other);
    if (w.out == NULL || w.other == NULL) {
        fprintf(stderr, "no memory for a picture\n");
    } else if (tcu_context_create(&w.context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS || draw(&w) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(w.context));
    } else {
        result = sheet_write(&w.drawing.paper, argv[2]) != 0;
    }
    tcu_context_destroy(w.context);
    sheet_free(&w.drawing.paper);
    free(w.other);
    free(w.out);
    free(w.in.values);
    return result;
}
