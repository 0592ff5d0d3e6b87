/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "series.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int append(series *numbers, size_t *capacity, double value)
{
    if (numbers->count == *capacity) {
        const size_t larger = *capacity > 0 ? 2 * *capacity : 4096;
        double *values = realloc(numbers->values, larger * sizeof *values);
        if (values == NULL)
            return -1;
        numbers->values = values;
        *capacity = larger;
    }
    numbers->values[numbers->count++] = value;
    return 0;
}

/* 1: a number; 0: nothing on the line; -1: something else. */
static int parse_line(char *line, double *value)
{
    char *end;
    while (isspace((unsigned char)*line))
        line++;
    for (end = line + strlen(line); end > line && isspace((unsigned char)end[-1]);)
        *--end = '\0';
    if (*line == '\0' || *line == '#')
        return 0;
    *value = strtod(line, &end);
    /* What the element types hold with room for the sums. */
    const double magnitude = fabs(*value);
    return *end == '\0' && (magnitude == 0 || (magnitude >= 1e-30 && magnitude <= 1e30)) ? 1 : -1;
}

static int read_lines(series *numbers, FILE *file, const char *name)
{
    char *line = NULL;
    size_t line_size = 0, capacity = 0, number = 0;
    int result = 0;
    while (result == 0 && (errno = 0, getline(&line, &line_size, file)) >= 0) {
        double value;
        number++;
        switch (parse_line(line, &value)) {
        case 1:
            if (append(numbers, &capacity, value) != 0) {
                fprintf(stderr, "tour: %s: line %zu: out of memory\n", name, number);
                result = -1;
            }
            break;
        case -1:
            fprintf(stderr,
                    "tour: %s: line %zu: \"%.40s\" is not a number from 1e-30 to 1e30 in magnitude, or 0 (one number a "
                    "line)\n",
                    name, number, line);
            result = -1;
            break;
        default:
            break;
        }
    }
    if (result == 0 && ferror(file)) {
        fprintf(stderr, "tour: %s: %s\n", name, strerror(errno));
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
    if (!standard_input)
        fclose(file);
    if (result != 0)
        series_free(numbers);
    return result;
}

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

/* Scaling by 2^-112 moves binary16's exponents onto binary32's, subnormal numbers too; then 13 bits are rounded away.
 */
static uint16_t float_to_half(float value)
{
    uint32_t bits;
    value *= 0x1p-112f;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000u;
    bits &= 0x7fffffffu;
    return (uint16_t)(sign | (bits + 0xfffu + (bits >> 13 & 1u)) >> 13);
}

double half_to_double(uint16_t half)
{
    const uint32_t bits = (uint32_t)(half & 0x8000u) << 16 | (uint32_t)(half & 0x7fffu) << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value * 0x1p112;
}

void *series_encode(const series *numbers, tcu_type type)
{
    double low = numbers->values[0], high = low;
    int exponent; /* |x| <= 2^exponent */
    for (size_t i = 1; i < numbers->count; i++) {
        low = fmin(low, numbers->values[i]);
        high = fmax(high, numbers->values[i]);
    }
    frexp(fmax(fabs(low), fabs(high)), &exponent);
    const double to_unit = ldexp(1, exponent > 1023 ? -1023 : -exponent); /* into [-1, 1] */
    const double range = high - low > 0 ? high - low : 1;

    void *elements = malloc(numbers->count * tcu_type_size(type));
    if (elements == NULL)
        return NULL;
    for (size_t i = 0; i < numbers->count; i++) {
        const double x = numbers->values[i];
        switch (type) {
        case TCU_TYPE_F16:
            ((uint16_t *)elements)[i] = float_to_half((float)(x * to_unit));
            break;
        case TCU_TYPE_F32:
            ((float *)elements)[i] = (float)x;
            break;
        case TCU_TYPE_I32:
            ((int32_t *)elements)[i] = (int32_t)(x * to_unit * 0x1p30);
            break;
        case TCU_TYPE_U8:
            ((uint8_t *)elements)[i] = (uint8_t)((x - low) / range * 255);
            break;
        default:
            ((double *)elements)[i] = x;
            break;
        }
    }
    return elements;
}
