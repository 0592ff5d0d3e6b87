/* SPDX-License-Identifier: Apache-2.0 */
/* A sheet of paper for grey pictures with labels, and pictures from and to PNG files as arrays of brightnesses. */
#ifndef TCU_COURSE_SHEET_H
#define TCU_COURSE_SHEET_H

#include <stddef.h>

typedef struct sheet {
    size_t width, height;
    double *values; /* row by row, 0: black, 1: white */
} sheet;

/* Brightnesses of a picture, row by row, 0 to 255. */
typedef struct grey {
    size_t width, height;
    float *values;
} grey;

/* Those that return an int return 0, or -1 after a sentence on standard error. */
int sheet_create(sheet *s, size_t width, size_t height, double background);
void sheet_free(sheet *s);
int sheet_write(const sheet *s, const char *path);

/* Draws width x height values from (left, top) on: `black` and less as 0, `white` and more as 1. */
void sheet_draw(sheet *s, size_t left, size_t top, const float *values, size_t width, size_t height, float black,
                float white);

/* A text, each dot of which is `dot` x `dot` pixels; what leaves the sheet is cut off. */
void sheet_label(sheet *s, size_t left, size_t top, size_t dot, double ink, const char *text);

/* Reads any PNG file; free() releases the values. */
int grey_read(const char *path, grey *g);

/* ----------------------------------------------------------------------------------------------- rows of panels --- */

/* A sheet of panels of one size, three in a row, each with a label below it. */
typedef struct panels {
    sheet paper;
    size_t width, height; /* of a panel */
    size_t drawn;
} panels;

int panels_create(panels *p, size_t width, size_t height, size_t count);
void panels_add(panels *p, const char *label, const float *values, float black, float white);

#endif /* TCU_COURSE_SHEET_H */
