/* SPDX-License-Identifier: Apache-2.0 */
#include "sheet.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "font.h"
#include "picture.h"

static int no_memory(void)
{
    fprintf(stderr, "no memory for a picture\n");
    return -1;
}

int sheet_create(sheet *s, size_t width, size_t height, double background)
{
    *s = (sheet){width, height, malloc(width * height * sizeof *s->values)};
    if (s->values == NULL) {
        return no_memory();
    }
    for (size_t i = 0; i < width * height; i++) {
        s->values[i] = background;
    }
    return 0;
}

void sheet_free(sheet *s)
{
    free(s->values);
    s->values = NULL;
}

int sheet_write(const sheet *s, const char *path)
{
    picture p = {.type = PICTURE_GREY, .bit_depth = 8, .width = s->width, .height = s->height};
    p.samples = malloc(s->width * s->height * sizeof *p.samples);
    if (p.samples == NULL) {
        return no_memory();
    }
    for (size_t i = 0; i < s->width * s->height; i++) {
        p.samples[i] = (uint16_t)lrint(255 * s->values[i]);
    }
    const int result = picture_write(path, &p);
    picture_free(&p);
    return result;
}

void sheet_draw(sheet *s, size_t left, size_t top, const float *values, size_t width, size_t height, float black,
                float white)
{
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            const double share = (double)((values[y * width + x] - black) / (white - black));
            s->values[(top + y) * s->width + left + x] = fmin(fmax(share, 0), 1);
        }
    }
}

void sheet_label(sheet *s, size_t left, size_t top, size_t dot, double ink, const char *text)
{
    const size_t columns = strlen(text) * FONT_ADVANCE * dot;
    for (size_t y = 0; y < FONT_HEIGHT * dot && top + y < s->height; y++) {
        for (size_t x = 0; x < columns && left + x < s->width; x++) {
            const size_t letter = x / (FONT_ADVANCE * dot), column = x / dot % FONT_ADVANCE;
            if (column < FONT_WIDTH && font_has_dot(text[letter], (int)(y / dot), (int)column)) {
                s->values[(top + y) * s->width + left + x] = ink;
            }
        }
    }
}

int grey_read(const char *path, grey *g)
{
    picture p;
    if (picture_read(path, &p) != 0) {
        return -1;
    }
    *g = (grey){p.width, p.height, malloc(p.width * p.height * sizeof *g->values)};
    if (g->values == NULL) {
        picture_free(&p);
        return no_memory();
    }
    /* Weights of the three colours: Rec. 601. */
    const double scale = 255.0 / picture_largest(&p);
    for (size_t i = 0; i < p.width * p.height; i++) {
        const picture_color c = picture_pixel(&p, i);
        g->values[i] = (float)(scale * (0.299 * c.red + 0.587 * c.green + 0.114 * c.blue));
    }
    picture_free(&p);
    return 0;
}

/* ----------------------------------------------------------------------------------------------- rows of panels --- */

enum { IN_ROW = 3, GAP = 8, LABEL_DOT = 2, BELOW_PANEL = LABEL_DOT * FONT_HEIGHT + 4 + 2 * GAP };

int panels_create(panels *p, size_t width, size_t height, size_t count)
{
    const size_t rows = (count + IN_ROW - 1) / IN_ROW;
    *p = (panels){.width = width, .height = height};
    return sheet_create(&p->paper, IN_ROW * (width + GAP) + GAP, rows * (height + BELOW_PANEL), 1);
}

void panels_add(panels *p, const char *label, const float *values, float black, float white)
{
    const size_t left = GAP + p->drawn % IN_ROW * (p->width + GAP);
    const size_t top = GAP + p->drawn / IN_ROW * (p->height + BELOW_PANEL);
    sheet_draw(&p->paper, left, top, values, p->width, p->height, black, white);
    sheet_label(&p->paper, left, top + p->height + 6, LABEL_DOT, 0, label);
    p->drawn++;
}
