/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is done with fragments, of every shape, type and use, against plain loops over the matrix: constant matrices,
 * foreach, loads and stores by both orders with odd strides, of single rows and columns. Around what a store writes
 * nothing changes.
 */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device_seed.h"
#include "fragment_kernels.h"
#include "test_random.h"

/* A fragment under test, a matrix of drawn values, and where results go: more than any array of a test. */
enum { RESULTS = 300 * 300 };

typedef struct subject {
    fragment_kind kind;
    fragment_use use;
    fragment_size size;
    fragment_shape shape;
    test_random random;
    double *matrix, *result;
} subject;

static bool is_integer(const subject *s)
{
    const fragment_kind kind = s->kind;
    return kind == M16N8K16_S8 || kind == M16N8K16_U8 || kind == M16N8K32_S8 || kind == M16N8K32_U8 ||
           kind == M16N8K256_B1;
}

static bool is_bits(const subject *s)
{
    return s->kind == M16N8K256_B1 && s->use != USE_ACCUMULATOR;
}

static double drawn_value(subject *s)
{
    const int range = s->shape.maximum - s->shape.minimum + 1;
    return s->shape.minimum + (int)test_random_below(&s->random, (uint64_t)range);
}

/* An integer as the fragment's type keeps it: of bytes modulo 2^8. */
static double wrapped(const subject *s, double x)
{
    if (is_integer(s) && s->use != USE_ACCUMULATOR && !is_bits(s)) {
        const double low = s->shape.minimum;
        return x - 256 * floor((x - low) / 256);
    }
    return x;
}

static void run(subject *s, fragment_operation operation, fragment_arguments arguments, const double *in,
                size_t in_count, size_t out_count)
{
    cr_assert_leq(out_count, RESULTS);
    cr_assert_eq(fragment_run(s->kind, s->use, operation, arguments, in, in_count, s->result, out_count), 0);
}

static void fail(const subject *s, const char *what, int i, int j, double found, double expected)
{
    cr_assert_fail("%s, use %d: %s: (%d, %d) is %g, expected %g (TCU_TEST_SEED=%llu)", s->shape.name, (int)s->use, what,
                   i, j, found, expected, (unsigned long long)device_seed());
}

/* Runs an operation that makes a matrix, and holds it against expected(i, j). */
static void check_matrix(subject *s, const char *what, fragment_operation operation, fragment_arguments arguments,
                         const double *in, size_t in_count,
                         double (*expected)(const subject *s, fragment_arguments arguments, const double *in, int i,
                                            int j))
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

static void for_all(void (*check)(subject *s))
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

static size_t cells_of(const subject *s)
{
    return (size_t)s->size.rows * (size_t)s->size.columns;
}

/* ------------------------------------------------------------------------------------------- constant matrices --- */

static double all(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, (void)in, (void)i, (void)j, a.alpha;
}

static double diagonal(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, (void)in, i == j ? a.alpha : 0;
}

static double plus_diagonal(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return wrapped(s, in[i * s->size.columns + j] + (i == j ? a.alpha : 0));
}

static double upper(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, (void)in, i <= j ? a.alpha : 0;
}

static double strict_upper(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, (void)in, i < j ? a.alpha : 0;
}

static double lower(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, (void)in, i >= j ? a.alpha : 0;
}

static double strict_lower(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, (void)in, i > j ? a.alpha : 0;
}

static double upper_entries(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    const int entry = (3 * i + 5 * j) % 7;
    return (void)a, (void)in, i > j ? 0 : is_bits(s) ? entry != 0 : entry;
}

static void check_constants(subject *s)
{
    const fragment_arguments a = {.alpha = s->shape.maximum};
    const size_t cells = cells_of(s);
    check_matrix(s, "fill", FILL, a, s->matrix, cells, all);
    check_matrix(s, "identity", IDENTITY, a, s->matrix, cells, diagonal);
    if (fragment_has(s->kind, s->use, ADD_IDENTITY)) {
        check_matrix(s, "add identity", ADD_IDENTITY, a, s->matrix, cells, plus_diagonal);
    }
    check_matrix(s, "upper", UPPER, a, s->matrix, cells, upper);
    check_matrix(s, "strict upper", STRICT_UPPER, a, s->matrix, cells, strict_upper);
    check_matrix(s, "lower", LOWER, a, s->matrix, cells, lower);
    check_matrix(s, "strict lower", STRICT_LOWER, a, s->matrix, cells, strict_lower);
    check_matrix(s, "upper, entries of a function", UPPER_OF, a, s->matrix, cells, upper_entries);
}

Test(fragment_operations, constant_matrices)
{
    for_all(check_constants);
}

/* A third, to nearest: of f16 and tf32 11 significant bits, of bf16 8. */
static void check_rounding(subject *s)
{
    if (is_integer(s)) {
        return;
    }
    const bool is_sum = s->use == USE_ACCUMULATOR, is_f64 = s->kind == M16N8K16_F64 || s->kind == M8N8K4_F64;
    const int bits = is_f64 ? 53 : is_sum ? 24 : s->kind == M16N8K8_BF16 || s->kind == M16N8K16_BF16 ? 8 : 11;
    const double third = bits == 53 ? 1.0 / 3 : ldexp(rint(ldexp(1.0 / 3, bits + 1)), -bits - 1);
    const fragment_arguments a = {.alpha = 1.0 / 3};
    for (int operation = FILL; operation <= IDENTITY; operation++) {
        run(s, (fragment_operation)operation, a, s->matrix, cells_of(s), cells_of(s));
        cr_assert_eq(s->result[0], third, "%s, use %d: %.17g, expected %.17g", s->shape.name, (int)s->use, s->result[0],
                     third);
    }
}

Test(fragment_operations, numbers_are_rounded_to_nearest)
{
    for_all(check_rounding);
}

/* ------------------------------------------------------------------------------------------------- each element --- */

static double changed(const subject *s, double x, int i, int j)
{
    return is_bits(s) ? (x != 0) != ((i + j) % 3 == 0) : wrapped(s, x + i % 5 - j % 3);
}

static double changed_alike(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)a, changed(s, in[i * s->size.columns + j], 1, 2);
}

static double changed_by_place(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)a, changed(s, in[i * s->size.columns + j], i, j);
}

static void check_foreach(subject *s)
{
    const fragment_arguments a = {0};
    check_matrix(s, "foreach", FOREACH, a, s->matrix, cells_of(s), changed_alike);
    check_matrix(s, "foreach_ij", FOREACH_IJ, a, s->matrix, cells_of(s), changed_by_place);
}

Test(fragment_operations, foreach)
{
    for_all(check_foreach);
}

/* ------------------------------------------------------------------------------------------------------- memory --- */

static double of_rows(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, in[i * a.stride + j];
}

static double of_columns(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, in[i + j * a.stride];
}

static double of_row(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, i == a.at && j < a.count ? in[j] : 0;
}

static double of_column(const subject *s, fragment_arguments a, const double *in, int i, int j)
{
    return (void)s, j == a.at && i < a.count ? in[i] : 0;
}

static void check_loads(subject *s)
{
    const int rows = s->size.rows, columns = s->size.columns;
    const int strides[] = {0, 1, 7, 8}; /* (More than a row, or a column, has.) */
    for (int i = 0; i < 4; i++) {
        fragment_arguments a = {.stride = columns + strides[i]};
        check_matrix(s, "load by rows", LOAD_ROWS, a, s->matrix, (size_t)((rows - 1) * a.stride + columns), of_rows);
        a.stride = rows + strides[i];
        check_matrix(s, "load by columns", LOAD_COLUMNS, a, s->matrix, (size_t)((columns - 1) * a.stride + rows),
                     of_columns);
    }
    if (fragment_has(s->kind, s->use, LOAD_PACKED)) {
        for (int more = 0; more <= 2; more++) {
            fragment_arguments a = {.stride = (s->use == USE_A ? columns : rows) + more * s->size.packed};
            check_matrix(s, "load by registers", LOAD_PACKED, a, s->matrix,
                         (size_t)(s->use == USE_A ? (rows - 1) * a.stride + columns : (columns - 1) * a.stride + rows),
                         s->use == USE_A ? of_rows : of_columns);
        }
    }
    /* (No more is read than there is: the array ends with the vector.) */
    for (int at = 0; at < (rows > columns ? rows : columns); at++) {
        for (int missing = 0; missing <= 3; missing += 3) {
            fragment_arguments a = {.at = at, .count = columns - missing};
            if (at < rows) {
                check_matrix(s, "load a row", LOAD_ROW, a, s->matrix, (size_t)a.count, of_row);
            }
            a.count = rows - missing;
            if (at < columns) {
                check_matrix(s, "load a column", LOAD_COLUMN, a, s->matrix, (size_t)a.count, of_column);
            }
        }
    }
}

Test(fragment_operations, loads, .timeout = 60)
{
    for_all(check_loads);
}

/* A store into an array of values that the matrix has not: which places are written, and with what. */
static void check_store(subject *s, const char *what, fragment_operation operation, fragment_arguments a, size_t count,
                        bool (*is_stored)(const subject *s, fragment_arguments a, size_t place, int *i, int *j))
{
    const double guard = is_bits(s) ? 1 : 77;
    for (size_t i = 0; i < count; i++) {
        s->result[i] = guard;
    }
    run(s, operation, a, s->matrix, cells_of(s), count);
    for (size_t place = 0; place < count; place++) {
        int i = 0, j = 0;
        const bool stored = is_stored(s, a, place, &i, &j);
        const double expected = stored ? s->matrix[i * s->size.columns + j] : guard;
        if (s->result[place] != expected) {
            fail(s, what, i, j, s->result[place], expected);
        }
    }
}

static bool in_rows(const subject *s, fragment_arguments a, size_t place, int *i, int *j)
{
    *i = (int)place / a.stride;
    *j = (int)place % a.stride;
    return *i < s->size.rows && *j < s->size.columns;
}

static bool in_columns(const subject *s, fragment_arguments a, size_t place, int *i, int *j)
{
    *i = (int)place % a.stride;
    *j = (int)place / a.stride;
    return *i < s->size.rows && *j < s->size.columns;
}

static bool in_row(const subject *s, fragment_arguments a, size_t place, int *i, int *j)
{
    *i = a.at;
    *j = (int)place;
    return (int)place < a.count && *j < s->size.columns;
}

static bool in_column(const subject *s, fragment_arguments a, size_t place, int *i, int *j)
{
    *i = (int)place;
    *j = a.at;
    return (int)place < a.count && *i < s->size.rows;
}

static void check_stores(subject *s)
{
    const int rows = s->size.rows, columns = s->size.columns;
    const int strides[] = {0, 1, 7, 8};
    for (int i = 0; i < 4 && fragment_has(s->kind, s->use, STORE_ROWS); i++) {
        fragment_arguments a = {.stride = columns + strides[i]};
        check_store(s, "store by rows", STORE_ROWS, a, (size_t)((rows + 1) * a.stride), in_rows);
        a.stride = rows + strides[i];
        check_store(s, "store by columns", STORE_COLUMNS, a, (size_t)((columns + 1) * a.stride), in_columns);
    }
    for (int more = 0; more <= 2 && fragment_has(s->kind, s->use, STORE_PACKED); more++) {
        fragment_arguments a = {.stride = (s->use == USE_A ? columns : rows) + more * s->size.packed};
        check_store(s, "store by registers", STORE_PACKED, a,
                    (size_t)((s->use == USE_A ? rows + 1 : columns + 1) * a.stride),
                    s->use == USE_A ? in_rows : in_columns);
    }
    for (int at = 0; at < (rows > columns ? rows : columns) && fragment_has(s->kind, s->use, STORE_ROW); at++) {
        for (int missing = 0; missing <= 3; missing += 3) {
            fragment_arguments a = {.at = at, .count = columns - missing};
            if (at < rows) {
                check_store(s, "store a row", STORE_ROW, a, (size_t)columns + 3, in_row);
            }
            a.count = rows - missing;
            if (at < columns) {
                check_store(s, "store a column", STORE_COLUMN, a, (size_t)rows + 3, in_column);
            }
        }
    }
}

Test(fragment_operations, stores, .timeout = 60)
{
    for_all(check_stores);
}

/* ------------------------------------------------------------------------------------------------------- print --- */

/* The lines that print() is to write. */
static char *lines_of(const subject *s, const char *title)
{
    char *text = malloc(cells_of(s) * 16 + 64), *end = text;
    cr_assert_not_null(text);
    end += title != NULL ? sprintf(end, "%s\n", title) : 0;
    for (int i = 0; i < s->size.rows; i++) {
        for (int j = 0; j < s->size.columns; j++) {
            end += sprintf(end, " %g", s->matrix[i * s->size.columns + j]);
        }
        end += sprintf(end, "\n");
    }
    *end = '\0';
    return text;
}

static void print_some(subject *s)
{
    if (s->kind == M16N8K8_BF16 || s->kind == M16N8K32_S8 || s->kind == M8N8K4_F64 || s->kind == M16N8K16_F16) {
        cr_assert_eq(fragment_print(s->kind, s->use, s->matrix, s->use == USE_B ? NULL : "matrix"), 0);
    }
}

/* (Into one string: output can be redirected once in a test.) */
static char expected_output[1 << 16];

static void expect_some(subject *s)
{
    if (s->kind == M16N8K8_BF16 || s->kind == M16N8K32_S8 || s->kind == M8N8K4_F64 || s->kind == M16N8K16_F16) {
        char *const lines = lines_of(s, s->use == USE_B ? NULL : "matrix");
        cr_assert_lt(strlen(expected_output) + strlen(lines), sizeof expected_output);
        strcat(expected_output, lines);
        free(lines);
    }
}

Test(fragment_operations, print, .init = cr_redirect_stdout)
{
    for_all(print_some);
    for_all(expect_some);
    fflush(stdout);
    cr_assert_stdout_eq_str(expected_output);
}
