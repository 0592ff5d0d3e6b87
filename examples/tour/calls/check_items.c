/* SPDX-License-Identifier: Apache-2.0 */
#include "calls/check_items.h"

#include "numbers/elements.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- maxima --- */

static bool check_maxima(const problem *p)
{
    for (uint64_t k = 0; k < p->cut.count; k++) {
        uint64_t i = (uint64_t)p->cut.offsets[k];
        double most = element_value(p->host_in, p->in_type, i);
        while (++i < (uint64_t)p->cut.offsets[k + 1]) {
            most = fmax(most, element_value(p->host_in, p->in_type, i));
        }
        if (element_value(p->host_out, p->in_type, k) != most) {
            return false;
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- compactions --- */

/* Whether the kept items, and how many they are, are those of a plain loop. */
static bool check_kept_items(const problem *p, uint64_t written)
{
    const size_t size = tcu_type_size(p->in_type);
    const double median = element_value(p->median, p->in_type, 0);
    const char *in = p->host_in, *out = p->host_out;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        if (element_value(in, p->in_type, i) < median) {
            continue;
        }
        if (kept == written || memcmp(out + kept * size, in + i * size, size) != 0) {
            return false;
        }
        kept++;
    }
    return kept == written;
}

/* --------------------------------------------------------------------------------------------------- histograms --- */

static bool check_counts(const problem *p)
{
    uint64_t counts[BINS_MOST] = {0};
    for (uint64_t i = 0; i < p->n; i++) {
        const int bin = bins_find(p->bins, element_value(p->host_in, p->in_type, i));
        if (bin >= 0) {
            counts[bin]++;
        }
    }
    return memcmp(counts, p->host_out, (size_t)p->bins->count * sizeof counts[0]) == 0;
}

/* -------------------------------------------------------------------------------------------------------- sorts --- */

/* A number for an element, whose sum over an array does not depend on the order. */
static inline uint64_t element_hash(const void *array, size_t size, uint64_t i)
{
    uint64_t bits = size == 1   ? ((const uint8_t *)array)[i]
                    : size == 2 ? ((const uint16_t *)array)[i]
                    : size == 4 ? ((const uint32_t *)array)[i]
                                : ((const uint64_t *)array)[i];
    bits = (bits ^ bits >> 31) * 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 29;
}

/* Whether the results are in order, and as far as their hashes tell the numbers that went in. */
static bool check_order(const problem *p)
{
    const size_t size = tcu_type_size(p->in_type);
    uint64_t hashes = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        hashes += element_hash(p->host_in, size, i) - element_hash(p->host_out, size, i);
        if (i > 0 && !(element_value(p->host_out, p->in_type, i - 1) <= element_value(p->host_out, p->in_type, i))) {
            return false;
        }
    }
    return hashes == 0;
}

/* Whether `key` is at place `rank` of the order, of which ties take several places. */
static bool has_rank(const problem *p, double key, uint64_t rank, bool descending)
{
    uint64_t before = 0, equal = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        const double x = element_value(p->host_in, p->in_type, i);
        before += descending ? x > key : x < key;
        equal += x == key;
    }
    return before <= rank && rank < before + equal;
}

static bool check_largest(const problem *p)
{
    for (uint64_t j = 0; j < operation_outputs(p); j++) {
        if (!has_rank(p, element_value(p->host_out, p->in_type, j), j, true)) {
            return false;
        }
    }
    return true;
}

static bool check_quartiles(const problem *p)
{
    for (uint64_t j = 0; j < QUARTILES; j++) {
        const uint64_t rank = (uint64_t)(tour_quartiles[j] * (double)(p->n - 1));
        if (!has_rank(p, element_value(p->host_out, p->in_type, j), rank, false)) {
            return false;
        }
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------------- searches --- */

/* In the order of keys -0 is in front of 0. */
static inline bool comes_before(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

/* The first day's numbers in order, by insertion; returns how many they are. */
static uint64_t sort_day(const problem *p, double day[HOURS_A_DAY])
{
    uint64_t hours = 0;
    for (; hours < HOURS_A_DAY && hours < p->n; hours++) {
        const double x = element_value(p->host_in, p->in_type, hours);
        uint64_t place = hours;
        for (; place > 0 && comes_before(x, day[place - 1]); place--) {
            day[place] = day[place - 1];
        }
        day[place] = x;
    }
    return hours;
}

static bool check_places(const problem *p)
{
    double day[HOURS_A_DAY];
    const uint64_t hours = sort_day(p, day);
    for (uint64_t i = 0; i < p->n; i++) {
        const double x = element_value(p->host_in, p->in_type, i);
        const uint64_t place = element_integer(p->host_out, TCU_TYPE_U32, i);
        if (place > hours || (place > 0 && !comes_before(day[place - 1], x)) ||
            (place < hours && comes_before(day[place], x))) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------ gathers --- */

static bool check_by_hour(const problem *p)
{
    const size_t size = tcu_type_size(p->in_type);
    const char *in = p->host_in, *out = p->host_out;
    for (uint64_t hour = 0; hour < HOURS_A_DAY; hour++) {
        for (uint64_t i = hour; i < p->n; i += HOURS_A_DAY, out += size) {
            if (memcmp(out, in + i * size, size) != 0) {
                return false;
            }
        }
    }
    return true;
}

static bool check_repeated(const problem *p)
{
    const size_t size = tcu_type_size(p->in_type);
    const char *in = p->host_in, *out = p->host_out;
    for (uint64_t k = 0; k < p->cut.count; k++) {
        for (int64_t i = p->cut.offsets[k]; i < p->cut.offsets[k + 1]; i++) {
            if (memcmp(out + (uint64_t)i * size, in + k * size, size) != 0) {
                return false;
            }
        }
    }
    return true;
}

bool check_items(const problem *p, uint64_t written)
{
    switch (operation_kind(p->what)) {
    case MAXIMA:
        return check_maxima(p);
    case KEPT_ITEMS:
        return check_kept_items(p, written);
    case COUNTS:
        return check_counts(p);
    case SORTED_KEYS:
        return check_order(p);
    case LARGEST_KEYS:
        return check_largest(p);
    case MIDDLE_KEYS:
        return check_quartiles(p);
    case PLACES:
        return check_places(p);
    case ITEMS_BY_HOUR:
        return check_by_hour(p);
    case REPEATED_ITEMS:
        return check_repeated(p);
    default:
        return false;
    }
}
