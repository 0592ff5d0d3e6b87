/* SPDX-License-Identifier: Apache-2.0 */
/* A fragment under test, a matrix of drawn values, and results held against plain loops over the matrix. */
#ifndef FRAGMENT_SUBJECT_H
#define FRAGMENT_SUBJECT_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "device_seed.h"
#include "fragment_kernels.h"
#include "test_random.h"

/* Values drawn, and where results go: more than any array of a test. */
enum { RESULTS = 300 * 300 };

typedef struct subject {
    fragment_kind kind;
    fragment_use use;
    fragment_size size;
    fragment_shape shape;
    test_random random;
    double *matrix, *result;
} subject;

static inline bool is_integer(const subject *s)
{
    const fragment_kind kind = s->kind;
    return kind == M16N8K16_S8 || kind == M16N8K16_U8 || kind == M16N8K32_S8 || kind == M16N8K32_U8 ||
           kind == M16N8K256_B1;
}

static inline bool is_bits(const subject *s)
{
    return s->kind == M16N8K256_B1 && s->use != USE_ACCUMULATOR;
}

static inline double drawn_value(subject *s)
{
    const int range = s->shape.maximum - s->shape.minimum + 1;
    return s->shape.minimum + (int)test_random_below(&s->random, (uint64_t)range);
}

/* An integer as the fragment's type keeps it: of bytes modulo 2^8. */
static inline double wrapped(const subject *s, double x)
{
    if (is_integer(s) && s->use != USE_ACCUMULATOR && !is_bits(s)) {
        const double low = s->shape.minimum;
        return x - 256 * floor((x - low) / 256);
    }
    return x;
}

static inline void run(subject *s, fragment_operation operation, fragment_arguments arguments, const double *in,
                       size_t in_count, size_t out_count)
{
    cr_assert_leq(out_count, RESULTS);
    cr_assert_eq(fragment_run(s->kind, s->use, operation, arguments, in, in_count, s->result, out_count), 0);
}

static inline void fail(const subject *s, const char *what, int i, int j, double found, double expected)
{
    cr_assert_fail("%s, use %d: %s: (%d, %d) is %g, expected %g (TCU_TEST_SEED=%llu)", s->shape.name, (int)s->use, what,
                   i, j, found, expected, (unsigned long long)device_seed());
}

/* Runs an operation that makes a matrix, and holds it against expected(i, j). */
static inline void check_matrix(subject *s, const char *what, fragment_operation operation,
                                fragment_arguments arguments, const double *in, size_t in_count,
                                double (*expected)(const subject *s, fragment_arguments arguments, const double *in,
                                                   int i, int j))
{
    const size_t cells = (size_t)s->size.rows * (size_t)s->size.columns;
    for (size_t i = 0; i < cells; i++) {
        s->result[i] = 99;
    }
    run(s, operation, arguments, in, in_count, cells);
    for (int i = 0; i < s->size.rows; i++) {
        for (int j = 0; j < s->size.columns; j++) {
            const double found = s->result[i * s->size.columns + j], value = expected(s, arguments, in, i, j);
            if (found != value) {
                fail(s, what, i, j, found, value);
            }
        }
    }
}

static inline void for_all(void (*check)(subject *s))
{
    for (int kind = 0; kind < FRAGMENT_KINDS; kind++) {
        for (int use = 0; use < FRAGMENT_USES; use++) {
            subject s = {.kind = (fragment_kind)kind,
                         .use = (fragment_use)use,
                         .size = fragment_size_of((fragment_kind)kind, (fragment_use)use),
                         .shape = fragment_shape_of((fragment_kind)kind),
                         .random = test_random_part(device_seed(), (uint64_t)(kind * FRAGMENT_USES + use)),
                         .matrix = calloc(RESULTS, sizeof(double)),
                         .result = calloc(RESULTS, sizeof(double))};
            cr_assert(s.matrix != NULL && s.result != NULL);
            for (int i = 0; i < RESULTS; i++) {
                s.matrix[i] = drawn_value(&s);
            }
            check(&s);
            free(s.matrix), free(s.result);
        }
    }
}

static inline size_t cells_of(const subject *s)
{
    return (size_t)s->size.rows * (size_t)s->size.columns;
}

#endif /* FRAGMENT_SUBJECT_H */
