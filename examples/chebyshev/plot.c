/* SPDX-License-Identifier: Apache-2.0 */
#include "plot.h"

#include <math.h>
#include <stdio.h>

/* The frame of the axes inside the picture, and the decades of the vertical axis. */
enum { WIDTH = 720, HEIGHT = 440, LEFT = 80, RIGHT = 700, TOP = 50, BOTTOM = 380, LOWEST = -17, HIGHEST = 1 };

static double x_of(double degree, double last_degree)
{
    return LEFT + (RIGHT - LEFT) * degree / last_degree;
}

static double y_of(double exponent)
{
    return BOTTOM - (BOTTOM - TOP) * (exponent - LOWEST) / (HIGHEST - LOWEST);
}

static void draw_axes(FILE *file, const char *title, int last_degree)
{
    fprintf(file, "<text x=\"%d\" y=\"28\" font-size=\"16\" text-anchor=\"middle\">%s</text>\n", (LEFT + RIGHT) / 2,
            title);
    for (int exponent = LOWEST + 1; exponent < HIGHEST; exponent += 2) {
        const double y = y_of(exponent);
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", LEFT, y, RIGHT);
        fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>\n", LEFT - 8, y + 5, exponent);
    }
    for (int degree = 0; degree <= last_degree; degree += 20) {
        const double x = x_of(degree, last_degree);
        fprintf(file, "<path d=\"M%.1f %dv6\" stroke=\"#333\"/>\n", x, BOTTOM);
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x, BOTTOM + 22, degree);
    }
    fprintf(file, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#333\"/>\n", LEFT, TOP, BOTTOM, RIGHT);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">degree</text>\n", (LEFT + RIGHT) / 2, BOTTOM + 46);
    fprintf(file, "<text transform=\"translate(22 %d) rotate(-90)\" text-anchor=\"middle\">largest error</text>\n",
            (TOP + BOTTOM) / 2);
}

static void draw_errors(FILE *file, const double *errors, int count, int step)
{
    const int last_degree = (count - 1) * step;
    fprintf(file, "<polyline fill=\"none\" stroke=\"#1f6fb4\" stroke-width=\"1.5\" points=\"");
    for (int i = 0; i < count; i++) {
        fprintf(file, "%.1f,%.1f ", x_of(i * step, last_degree), y_of(log10(errors[i])));
    }
    fprintf(file, "\"/>\n");
    for (int i = 0; i < count; i++) {
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f6fb4\"/>\n", x_of(i * step, last_degree),
                y_of(log10(errors[i])));
    }
}

int plot_errors(const char *path, const char *title, const double *errors, int count, int step)
{
    FILE *file = fopen(path, "w");
    int result = -1;
    if (file != NULL) {
        fprintf(
            file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
        draw_axes(file, title, (count - 1) * step);
        draw_errors(file, errors, count, step);
        fprintf(file, "</svg>\n");
        const int had_failed = ferror(file);
        result = fclose(file) == 0 && !had_failed ? 0 : -1;
    }
    if (result != 0) {
        fprintf(stderr, "chebyshev: \"%s\" cannot be written\n", path);
    }
    return result;
}
