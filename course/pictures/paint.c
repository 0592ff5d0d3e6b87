/* SPDX-License-Identifier: Apache-2.0 */
/*
 * paint FILE.png: the course's test picture, 256 x 256, grey. It has what filters are tried on: slow changes (sky,
 * ball), sharp edges in all directions (house, hills), a texture (bricks), letters, and bars that become finer.
 */
#include <math.h>
#include <stdio.h>

#include "font.h"
#include "sheet.h"

enum { SIDE = 256, SAMPLES = 4 }; /* samples of a pixel along each axis, so that edges are smooth */

static int is_within(double x, double y, double left, double top, double right, double bottom)
{
    return x >= left && x < right && y >= top && y < bottom;
}

/* How far into the period, from 0 to 1. */
static double phase(double x, double period)
{
    return x / period - floor(x / period);
}

/* -------------------------------------------------------- what is there: its brightness, or -1 where it is not --- */

/* Coordinates are pixels. */
static double sky_and_hills(double x, double y)
{
    const double far_hill = 128 - 26 * sin(x / 41 + 0.6) - 9 * sin(x / 13), near_hill = 168 - 10 * sin(x / 60 + 2);
    if (y > near_hill) {
        return 0.52 - 0.16 * (y - 160) / 96 + 0.02 * sin(x / 3) * sin(y / 2);
    }
    if (y > far_hill) {
        return 0.40 + 0.10 * (y - far_hill) / 60;
    }
    const double from_sun = hypot(x - 206, y - 42);
    return from_sun < 20 ? 0.98 : fmin(0.62 + 0.18 * y / 128 + 3.5 / from_sun, 0.95);
}

static double house(double x, double y)
{
    const double from_middle = fabs(x - 74);
    if (y >= 66 && y < 106 && from_middle < 1.35 * (y - 66)) {
        return phase(y, 8) < 0.2 ? 0.12 : 0.2; /* the roof */
    }
    if (is_within(x, y, 100, 68, 110, 96)) {
        return 0.3; /* the chimney */
    }
    if (!is_within(x, y, 28, 106, 120, 186)) {
        return -1;
    }
    for (int window = 0; window < 2; window++) {
        const double left = 38 + 48 * window;
        if (is_within(x, y, left, 118, left + 24, 144)) {
            const int is_frame =
                fabs(x - left - 12) > 10.5 || fabs(y - 131) > 11.5 || fabs(x - left - 12) < 1 || fabs(y - 131) < 1;
            return is_frame ? 0.95 : 0.18 + 0.3 * (y - 118) / 26;
        }
    }
    if (is_within(x, y, 64, 150, 84, 186)) {
        return hypot(x - 80, y - 169) < 1.5 ? 0.9 : 0.25; /* the door */
    }
    const double course = floor(y / 6), along = x + (fmod(course, 2) != 0 ? 6 : 0);
    return phase(y, 6) < 0.18 || phase(along, 12) < 0.09 ? 0.72 : 0.5 + 0.04 * sin(course * 5 + floor(along / 12) * 3);
}

/* The letters of a line that begins at (left, top). */
static int is_letter(double x, double y, double left, double top, double dot, const char *text)
{
    const int column = (int)floor((x - left) / dot), row = (int)floor((y - top) / dot);
    const int letter = column / FONT_ADVANCE;
    if (column < 0 || row < 0 || row >= FONT_HEIGHT || column % FONT_ADVANCE >= FONT_WIDTH) {
        return 0;
    }
    for (int i = 0; i <= letter; i++) {
        if (text[i] == '\0') {
            return 0;
        }
    }
    return font_has_dot(text[letter], row, column % FONT_ADVANCE);
}

static double sign(double x, double y)
{
    if (is_within(x, y, 154, 160, 158, 200) || is_within(x, y, 232, 160, 236, 200)) {
        return 0.15;
    }
    if (!is_within(x, y, 146, 108, 244, 160)) {
        return -1;
    }
    if (!is_within(x, y, 149, 111, 241, 157) || is_letter(x, y, 159, 116, 4.2, "tcu") ||
        is_letter(x, y, 174, 147, 1, "16 x 16")) {
        return 0.08;
    }
    return 0.92;
}

static double ball(double x, double y)
{
    const double dx = (x - 200) / 22, dy = (y - 204) / 22, square = dx * dx + dy * dy;
    if (square >= 1) {
        return -1;
    }
    const double light = (-0.45 * dx - 0.55 * dy + 0.7 * sqrt(1 - square));
    return 0.1 + 0.85 * fmax(light, 0);
}

/* Bars that become finer from left to right, down to about four pixels for a bar and a gap. */
static double bars(double x, double y)
{
    if (!is_within(x, y, 8, 232, 248, 250)) {
        return -1;
    }
    const double along = (x - 8) / 240;
    return sin(2 * 3.141592653589793 * (6 * along + 30 * along * along)) > 0 ? 0.9 : 0.1;
}

static double brightness(double x, double y)
{
    double (*const things[])(double, double) = {sky_and_hills, house, sign, ball, bars};
    double seen = 0;
    for (int i = 0; i < (int)(sizeof things / sizeof things[0]); i++) { /* later ones stand in front */
        const double here = things[i](x, y);
        seen = here < 0 ? seen : here;
    }
    return seen;
}

int main(int argc, char **argv)
{
    sheet s;
    if (argc != 2) {
        fprintf(stderr, "usage: paint FILE.png\n");
        return 2;
    }
    if (sheet_create(&s, SIDE, SIDE, 0) != 0) {
        return 1;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int y = i / SIDE, x = i % SIDE;
        double sum = 0;
        for (int k = 0; k < SAMPLES * SAMPLES; k++) {
            const int down = k / SAMPLES, right = k % SAMPLES;
            sum += brightness(x + (right + 0.5) / SAMPLES, y + (down + 0.5) / SAMPLES);
        }
        s.values[i] = sum / (SAMPLES * SAMPLES);
    }
    const int result = sheet_write(&s, argv[1]);
    sheet_free(&s);
    return result != 0;
}
