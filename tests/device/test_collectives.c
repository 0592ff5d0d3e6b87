/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives of warps and blocks (<tcu/device/collectives.cuh>): all types, layouts, kinds, numbers of items and segment
 * sizes, on the matrix unit and by plain instructions, against plain loops (collective_oracle.h).
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "collective_oracle.h"
#include "device_seed.h"

static const char *const type_names[ELEMENT_TYPES] = {"f16", "bf16", "f32", "f64", "s8", "u8", "s32", "u32"};
static const char *const form_names[COLLECTIVE_FORMS] = {"matrix", "plain sum", "plain minimum", "plain maximum"};

/* The arrays of one run. */
typedef struct run {
    collective_case of;
    int index, threads, count; /* of a group: threads, elements */
    int dimensions, valid;
    void *elements;
    double *values;
    collective_results results;
} run;

static double *allocate(size_t count)
{
    double *array = calloc(count, sizeof *array);
    cr_assert_not_null(array);
    return array;
}

static double **result_arrays(run *r, int i)
{
    double **const arrays[] = {&r->results.inclusive,       &r->results.exclusive,       &r->results.sums,
                               &r->results.inclusive_total, &r->results.exclusive_total, &r->results.total,
                               &r->results.valid_total};
    return arrays[i];
}

enum { RESULT_ARRAYS = 7 };

static run begin_run(element_type type, int index)
{
    run r = {.of = collective_at(type, index), .index = index};
    r.threads = r.of.threads > 0 ? r.of.threads : 32;
    r.count = r.threads * r.of.items;
    const size_t all = (size_t)r.count * COLLECTIVE_GROUPS;
    r.elements = allocate(all);
    r.values = allocate(all);
    for (int i = 0; i < RESULT_ARRAYS; i++) {
        *result_arrays(&r, i) = allocate(all);
    }
    return r;
}

static void end_run(run *r)
{
    for (int i = 0; i < RESULT_ARRAYS; i++) {
        free(*result_arrays(r, i));
    }
    free(r->elements);
    free(r->values);
}

static void execute(run *r)
{
    const int error = collective_run(r->of.type, r->index, r->dimensions, r->elements, r->valid, &r->results);
    cr_assert_eq(error, 0, "error %d", error);
}

static void check(const run *r, const expected *e, double result, const char *what, int group, int at)
{
    cr_assert(is_expected(e, result),
              "%s, %s, %s, %d items, segment %d, block of %d, %d dimensions: %s of group %d at %d is %.17g, expected "
              "%.17Lg +- %.3Lg",
              type_names[r->of.type], form_names[r->of.form], r->of.striped ? "striped" : "blocked", r->of.items,
              r->of.segment, r->of.threads, r->dimensions, what, group, at, result, e->value, allowed_error(e));
}

/* One total a thread, which all have to have with the same bits (but for a NaN, which has many). */
static void check_totals(const run *r, const expected *e, const double *totals, const char *what, int group)
{
    check(r, e, totals[group * r->threads], what, group, 0);
    for (int thread = 1; thread < r->threads; thread++) {
        const double *first = totals + group * r->threads, *own = first + thread;
        cr_assert((isnan(*first) && isnan(*own)) || memcmp(first, own, sizeof *own) == 0,
                  "%s, %s: %s of thread %d differs from that of thread 0", type_names[r->of.type],
                  form_names[r->of.form], what, thread);
    }
}

/* Two totals that are promised to be the same bits. */
static void check_same_bits(const run *r, const double *a, const double *b, const char *what, int group)
{
    const size_t first = (size_t)(group * r->threads);
    cr_assert((isnan(a[first]) && isnan(b[first])) || memcmp(&a[first], &b[first], sizeof *a) == 0,
              "%s, %s, %d items, block of %d: %s of group %d: %.17g and %.17g", type_names[r->of.type],
              form_names[r->of.form], r->of.items, r->of.threads, what, group, a[first], b[first]);
}

static void check_group(const run *r, int group)
{
    const double *values = r->values + group * r->count;
    expected e = nothing(&r->of), of_valid = e;
    const int segment = r->of.segment > 0 ? r->of.segment : r->count;
    for (int i = 0; i < r->count; i++) {
        if (i % segment == 0) {
            e = nothing(&r->of);
        }
        check(r, &e, r->results.exclusive[group * r->count + i], "exclusive prefix", group, i);
        expect_next(&e, values[i]);
        check(r, &e, r->results.inclusive[group * r->count + i], "inclusive prefix", group, i);
        if (i < r->valid) {
            expect_next(&of_valid, values[i]);
        }
        if (r->of.segment > 0 && (i + 1) % segment == 0) {
            for (int k = i + 1 - segment; k <= i; k++) {
                check(r, &e, r->results.sums[group * r->count + k], "segment's total", group, k);
            }
        }
    }
    if (r->of.segment == 0) {
        check_totals(r, &e, r->results.inclusive_total, "total of an inclusive scan", group);
        check_totals(r, &e, r->results.exclusive_total, "total of an exclusive scan", group);
        check_totals(r, &e, r->results.total, "total", group);
        check_totals(r, &of_valid, r->results.valid_total, "total of valid elements", group);
        check_same_bits(r, r->results.inclusive_total, r->results.exclusive_total, "totals of scans", group);
        if (r->valid >= r->count) {
            check_same_bits(r, r->results.total, r->results.valid_total, "total, and of all valid", group);
        }
    }
}

static void try_range(run *r, element_range range, test_random *random)
{
    for (int i = 0; i < COLLECTIVE_GROUPS * r->count; i++) {
        r->values[i] = draw_element(r->of.type, range, random, r->elements, i, 32 * r->of.items);
    }
    /* None, all, more than all and fewer than none, too. */
    r->valid =
        test_random_below(random, 4) == 0 ? r->count : (int)test_random_below(random, (uint64_t)r->count + 3) - 1;
    r->valid += r->valid > r->count ? 1000 : r->valid < 0 ? -1000 : 0;
    r->dimensions = 1 + (int)test_random_below(random, 3);
    execute(r);
    for (int group = 0; group < COLLECTIVE_GROUPS; group++) {
        check_group(r, group);
    }
}

/* The same elements give the same bits. */
static void try_again(run *r)
{
    double *first[RESULT_ARRAYS];
    const size_t bytes = sizeof *first[0] * (size_t)r->count * COLLECTIVE_GROUPS;
    for (int i = 0; i < RESULT_ARRAYS; i++) {
        first[i] = malloc(bytes);
        cr_assert_not_null(first[i]);
        memcpy(first[i], *result_arrays(r, i), bytes);
    }
    execute(r);
    for (int i = 0; i < RESULT_ARRAYS; i++) {
        cr_assert_eq(memcmp(first[i], *result_arrays(r, i), bytes), 0, "%s, %s: another result in a second run",
                     type_names[r->of.type], form_names[r->of.form]);
        free(first[i]);
    }
}

static void try_type(element_type type)
{
    test_random random = test_random_part(device_seed(), (uint64_t)type);
    const int count = collective_count(type);
    cr_assert_gt(count, 0);
    for (int index = 0; index < count; index++) {
        run r = begin_run(type, index);
        if (is_real(type)) {
            for (int range = 0; range < ELEMENT_RANGES; range++) {
                try_range(&r, (element_range)range, &random);
                if (range == RANGE_WIDE) {
                    try_again(&r);
                }
            }
        } else {
            try_range(&r, RANGE_NEAR_ONE, &random);
            try_range(&r, RANGE_EXTREME, &random);
        }
        end_run(&r);
    }
}

Test(collectives, f16, .timeout = 300)
{
    try_type(ELEMENT_F16);
}

Test(collectives, bf16, .timeout = 300)
{
    try_type(ELEMENT_BF16);
}

Test(collectives, f32, .timeout = 300)
{
    try_type(ELEMENT_F32);
}

Test(collectives, f64, .timeout = 300)
{
    try_type(ELEMENT_F64);
}

Test(collectives, s8, .timeout = 300)
{
    try_type(ELEMENT_S8);
}

Test(collectives, u8, .timeout = 300)
{
    try_type(ELEMENT_U8);
}

Test(collectives, s32, .timeout = 300)
{
    try_type(ELEMENT_S32);
}

Test(collectives, u32, .timeout = 300)
{
    try_type(ELEMENT_U32);
}
