/* SPDX-License-Identifier: Apache-2.0 */
#include "numbers/inputs.h"

#include "numbers/arrays.h"
#include <stdio.h>
#include <stdlib.h>

static int failed(const problem *p)
{
    fprintf(stderr, "tour: no memory for what %s of %llu elements takes\n", operation_name(p->what),
            (unsigned long long)p->n);
    return -1;
}

/* A copy of an array of the host in the context's memory, NULL if there is none. The host's array is freed. */
static void *move_in(const problem *p, void *array, size_t bytes)
{
    void *copy = array != NULL ? arrays_allocate(p, bytes) : NULL;
    if (copy != NULL && tcu_copy_in(p->context, copy, array, bytes) != TCU_SUCCESS) {
        tcu_free(p->context, copy);
        copy = NULL;
    }
    free(array);
    return copy;
}

/* The numbers are hourly: element i is of hour i mod 24. */
static void *make_hours(const problem *p)
{
    uint8_t *hours = malloc(p->n);
    for (uint64_t i = 0; hours != NULL && i < p->n; i++) {
        hours[i] = (uint8_t)(i % HOURS_A_DAY);
    }
    return move_in(p, hours, p->n);
}

static void *make_by_hour(const problem *p)
{
    uint64_t *positions = malloc(p->n * sizeof *positions), k = 0;
    for (uint64_t hour = 0; positions != NULL && hour < HOURS_A_DAY; hour++) {
        for (uint64_t i = hour; i < p->n; i += HOURS_A_DAY) {
            positions[k++] = i;
        }
    }
    return move_in(p, positions, p->n * sizeof *positions);
}

static void *make_lengths(const problem *p)
{
    uint64_t *lengths = malloc(p->cut.count * sizeof *lengths);
    for (uint64_t k = 0; lengths != NULL && k < p->cut.count; k++) {
        lengths[k] = (uint64_t)(p->cut.offsets[k + 1] - p->cut.offsets[k]);
    }
    return move_in(p, lengths, p->cut.count * sizeof *lengths);
}

/* The first `first` elements in order and behind them the others in order, `n` in all. */
static void *make_sorted(const problem *p, uint64_t first, uint64_t n)
{
    const size_t size = tcu_type_size(p->in_type);
    char *in = p->in, *sorted = arrays_allocate(p, n * size);
    if (sorted == NULL || tcu_radix_sort(p->context, in, sorted, p->in_type, first, NULL) != TCU_SUCCESS ||
        tcu_radix_sort(p->context, in + first * size, sorted + first * size, p->in_type, n - first, NULL) !=
            TCU_SUCCESS) {
        tcu_free(p->context, sorted);
        return NULL;
    }
    return sorted;
}

int inputs_make(problem *p)
{
    switch (p->what) {
    case GROUP_BY:
        p->hours = p->hours != NULL ? p->hours : make_hours(p);
        return p->hours != NULL ? 0 : failed(p);
    case MERGE:
        p->halves = p->halves != NULL ? p->halves : make_sorted(p, p->n / 2, p->n);
        return p->halves != NULL ? 0 : failed(p);
    case SEARCH_SORTED:
        p->day = p->day != NULL ? p->day : make_sorted(p, first_day(p), first_day(p));
        return p->day != NULL ? 0 : failed(p);
    case GATHER:
        p->by_hour = p->by_hour != NULL ? p->by_hour : make_by_hour(p);
        return p->by_hour != NULL ? 0 : failed(p);
    case RUN_LENGTH_DECODE:
        p->lengths = p->lengths != NULL ? p->lengths : make_lengths(p);
        return p->lengths != NULL ? 0 : failed(p);
    default:
        return 0;
    }
}

void inputs_free(problem *p)
{
    tcu_free(p->context, p->hours);
    tcu_free(p->context, p->halves);
    tcu_free(p->context, p->day);
    tcu_free(p->context, p->by_hour);
    tcu_free(p->context, p->lengths);
    p->hours = NULL;
    p->halves = p->day = NULL;
    p->by_hour = p->lengths = NULL;
}
