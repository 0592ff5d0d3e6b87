/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "numbers/series.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- from a file --- */

static int append(series *numbers, size_t *capacity, double value)
{
    if (numbers->count == *capacity) {
        const size_t larger = *capacity > 0 ? 2 * *capacity : 4096;
        double *values = realloc(numbers->values, larger * sizeof *values);
        if (values == NULL) {
            return -1;
        }
        numbers->values = values;
        *capacity = larger;
    }
    numbers->values[numbers->count++] = value;
    return 0;
}

/* The line without the blanks around it; what is after it is cut off. */
static char *trim(char *line)
{
    while (isspace((unsigned char)*line)) {
        line++;
    }
    char *end = line + strlen(line);
    while (end > line && isspace((unsigned char)end[-1])) {
        *--end = '\0';
    }
    return line;
}

/* NULL if the text is a number that the series takes, which is then in *value; else why not. */
static const char *parse(const char *text, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end == text || *end != '\0') {
        return "is not a number (one number a line)";
    }
    if (isnan(*value)) {
        return "is not a number that has a place among the others";
    }
    const double magnitude = fabs(*value);
    if (isinf(*value) && errno != ERANGE) {
        return "is not finite";
    }
    if (magnitude > SERIES_LARGEST) {
        return "is too large (the limit is 1e200 in magnitude)";
    }
    /* (strtod makes 0 of what is too small for a double, and reports that as ERANGE.) */
    if (magnitude < SERIES_SMALLEST && (magnitude > 0 || errno == ERANGE)) {
        return "is too close to 0 (the limit is 1e-200 in magnitude)";
    }
    return NULL;
}

/* The line goes to a terminal: no control characters of a file that is no text. */
static int refuse(const char *name, size_t line_number, const char *text, const char *reason)
{
    char shown[44];
    size_t length = 0;
    for (; text[length] != '\0' && length < 40; length++) {
        shown[length] = isprint((unsigned char)text[length]) ? text[length] : '?';
    }
    shown[length] = '\0';
    fprintf(stderr, "tour: %s: line %zu: \"%s%s\" %s\n", name, line_number, shown, text[length] != '\0' ? "..." : "",
            reason);
    return -1;
}

/* One line of `length` bytes, which getline() ended with a NUL. */
static int read_line(series *numbers, size_t *capacity, char *line, size_t length, size_t line_number, const char *name)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    double value;
    if (memchr(line, '\0', length) != NULL) {
        return refuse(name, line_number, line, "is followed by a NUL (is it text in UTF-16, or no text at all?)");
    }
    if (line_number == 1 && strncmp(line, byte_order_mark, 3) == 0) {
        line += 3;
    }
    const char *text = trim(line);
    if (*text == '\0' || *text == '#') {
        return 0;
    }
    const char *reason = parse(text, &value);
    if (reason != NULL) {
        return refuse(name, line_number, text, reason);
    }
    if (append(numbers, capacity, value) != 0) {
        return refuse(name, line_number, text, "is one number too many for this machine's memory");
    }
    return 0;
}

static int read_lines(series *numbers, FILE *file, const char *name)
{
    char *line = NULL;
    size_t line_size = 0, capacity = 0, line_number = 0;
    ssize_t length;
    int result = 0;
    while (result == 0 && (errno = 0, length = getline(&line, &line_size, file)) >= 0) {
        result = read_line(numbers, &capacity, line, (size_t)length, ++line_number, name);
    }
    if (result == 0 && (ferror(file) || errno != 0)) {
        /* (Of a directory the first read fails.) */
        if (line_number == 0) {
            fprintf(stderr, "tour: %s: %s\n", name, strerror(errno));
        } else {
            fprintf(stderr, "tour: %s: line %zu: %s\n", name, line_number + 1, strerror(errno));
        }
        result = -1;
    } else if (result == 0 && numbers->count == 0) {
        fprintf(stderr, "tour: %s: there are no numbers in it\n", name);
        result = -1;
    }
    free(line);
    return result;
}

int series_read(series *numbers, const char *path)
{
    const int standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "r");
    *numbers = (series){NULL, 0};
    if (file == NULL) {
        fprintf(stderr, "tour: %s: %s\n", path, strerror(errno));
        return -1;
    }
    const int result = read_lines(numbers, file, standard_input ? "standard input" : path);
    if (!standard_input) {
        fclose(file);
    }
    if (result != 0) {
        series_free(numbers);
    }
    return result;
}

/* -------------------------------------------------------------------------------------------------------- made --- */

/* Sebastiano Vigna's splitmix64, as a number in [-1, 1). */
static double noise(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)(int64_t)(z ^ (z >> 31)) * 0x1p-63;
}

/* A wave of period 1 without the C library's sine, whose last bits differ between machines. */
static double wave(double phase)
{
    const double x = 4 * (phase - floor(phase)) - 2; /* -2 ... 2 */
    return x < 0 ? x * (x + 2) : -x * (x - 2);
}

int series_make(series *numbers, size_t count)
{
    enum { HOURS_A_DAY = 24 };
    const double hours_a_year = 365.25 * HOURS_A_DAY;
    uint64_t state = 1;
    double weather = 0;

    *numbers = (series){malloc((count > 0 ? count : 1) * sizeof(double)), count};
    if (numbers->values == NULL) {
        fprintf(stderr, "tour: no memory for %zu numbers\n", count);
        return -1;
    }
    for (size_t hour = 0; hour < count; hour++) {
        weather = 0.99 * weather + 0.4 * noise(&state); /* keeps for days */
        const double celsius = 9.5 + 10 * wave((double)hour / hours_a_year + 0.19) +
                               4 * wave((double)(hour % HOURS_A_DAY) / HOURS_A_DAY + 0.05) + weather +
                               0.3 * noise(&state);
        numbers->values[hour] = floor(celsius * 10 + 0.5) / 10; /* a thermometer with one decimal place */
    }
    return 0;
}

void series_free(series *numbers)
{
    free(numbers->values);
    *numbers = (series){NULL, 0};
}

void series_number_text(double value, int most_digits, char text[32])
{
    int digits = 15; /* (or fewer: %g leaves zeros out) */
    do {
        snprintf(text, 32, "%.*g", digits, value);
    } while (strtod(text, NULL) != value && ++digits <= most_digits);
}
