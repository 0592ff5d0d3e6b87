/* SPDX-License-Identifier: Apache-2.0 */
/* The tour's data: a series of numbers, read or made. */
#ifndef TCU_EXAMPLES_TOUR_SERIES_H
#define TCU_EXAMPLES_TOUR_SERIES_H

#include <stddef.h>

typedef struct series {
    double *values;
    size_t count;
} series;

/*
 * Numbers are 0 or from SERIES_SMALLEST to SERIES_LARGEST in magnitude, so that f64 holds each of them and every sum.
 */
#define SERIES_SMALLEST 1e-200
#define SERIES_LARGEST  1e200

/*
 * Reads one number a line, as strtod() reads it, with '.' as the decimal point; "-" is standard input. Blanks around a
 * number (so a CR at the end of the line, too) and a byte order mark of UTF-8 at the beginning do not matter; blank
 * lines and lines that begin with '#' are passed over. Everything else is refused: text that is no number, a number
 * outside the limits above, infinities and NaNs, a NUL, a file without a number.
 *
 * On failure says on standard error in which line and why, and returns -1.
 */
int series_read(series *numbers, const char *path);

/* Makes hourly temperatures in degrees Celsius: seasons, days, weather. The same numbers on every machine. */
int series_make(series *numbers, size_t count);

void series_free(series *numbers);

/* As few digits as tell a double from all others, but `most_digits` at the most: 15 to 17. */
void series_number_text(double value, int most_digits, char text[32]);

#endif /* TCU_EXAMPLES_TOUR_SERIES_H */
