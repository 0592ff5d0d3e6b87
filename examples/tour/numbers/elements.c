/* SPDX-License-Identifier: Apache-2.0 */
#include "numbers/elements.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------- binary16 --- */

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

/* ------------------------------------------------------------------------------------------------ one element --- */

/* Only for numbers that elements_judge() lets pass. */
static void put(void *array, tcu_type type, uint64_t i, double value)
{
    switch (type) {
    case TCU_TYPE_F16:
        ((uint16_t *)array)[i] = float_to_half((float)value);
        break;
    case TCU_TYPE_F32:
        ((float *)array)[i] = (float)value;
        break;
    case TCU_TYPE_I32:
        ((int32_t *)array)[i] = (int32_t)value;
        break;
    case TCU_TYPE_U8:
        ((uint8_t *)array)[i] = (uint8_t)value;
        break;
    default:
        ((double *)array)[i] = value;
        break;
    }
}

/* ------------------------------------------------------------------------------------------ what a type holds --- */

typedef struct limits {
    double smallest; /* in magnitude, besides 0 */
    double least, most;
    int precision;
} limits;

static limits limits_of(tcu_type type)
{
    switch (type) {
    case TCU_TYPE_F16:
        return (limits){0x1p-14, -65504, 65504, 11};
    case TCU_TYPE_F32:
        return (limits){FLT_MIN, -FLT_MAX, FLT_MAX, FLT_MANT_DIG};
    case TCU_TYPE_I32:
        return (limits){1, INT32_MIN, INT32_MAX, 0};
    case TCU_TYPE_U8:
        return (limits){1, 0, UINT8_MAX, 0};
    default:
        return (limits){DBL_MIN, -DBL_MAX, DBL_MAX, DBL_MANT_DIG};
    }
}

int elements_precision(tcu_type type)
{
    return limits_of(type).precision;
}

elements_fit elements_judge(const series *numbers, uint64_t n, tcu_type type, tcu_type sum_type, char *reason,
                            size_t reason_bytes)
{
    const limits of = limits_of(type);
    const char *why = NULL;
    double unfit = 0, largest = 0;
    bool exact = true;
    for (size_t i = 0; i < numbers->count && why == NULL; i++) {
        const double x = numbers->values[i];
        unfit = x;
        largest = fmax(largest, fabs(x));
        if (x < of.least || x > of.most) {
            why = "is out of its range";
        } else if (!type_is_real(type) && x != floor(x)) {
            why = "is not an integer";
        } else if (x != 0 && fabs(x) < of.smallest) {
            why = "is too close to 0 for it";
        } else if (type_is_real(type) && exact) {
            double rounded;
            put(&rounded, type, 0, x);
            exact = element_value(&rounded, type, 0) == x;
        }
    }
    if (why != NULL) {
        char text[32];
        series_number_text(unfit, 17, text);
        snprintf(reason, reason_bytes, "%s %s", text, why);
        return ELEMENTS_UNFIT;
    }
    if (type_is_real(sum_type) && largest > limits_of(sum_type).most / (2 * (double)n)) {
        snprintf(reason, reason_bytes, "sums of %g may be out of the range of %s", largest, tcu_type_name(sum_type));
        return ELEMENTS_UNFIT;
    }
    return exact ? ELEMENTS_EXACT : ELEMENTS_ROUNDED;
}

void *elements_make(const series *numbers, uint64_t n, tcu_type type)
{
    const size_t size = tcu_type_size(type);
    char *elements = malloc(n * size);
    if (elements == NULL) {
        return NULL;
    }
    uint64_t made = numbers->count < n ? numbers->count : n;
    for (uint64_t i = 0; i < made; i++) {
        put(elements, type, i, numbers->values[i]);
    }
    while (made < n) { /* twice as many each time */
        const uint64_t more = made < n - made ? made : n - made;
        memcpy(elements + made * size, elements, more * size);
        made += more;
    }
    return elements;
}
