/* SPDX-License-Identifier: Apache-2.0 */
/* Constant matrices, foreach and print, of fragments of every shape, type and use, against plain loops over the
 * matrix. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>

#include "fragment_subject.h"

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

Test(fragment_matrices, constant_matrices)
{
    for_all(check_constants);
}

/* Numbers that no type holds, to nearest: of f16 and tf32 11 significant bits, of bf16 8. */
static void check_rounding(subject *s)
{
    if (is_integer(s)) {
        return;
    }
    const bool is_sum = s->use == USE_ACCUMULATOR, is_f64 = s->kind == M16N8K16_F64 || s->kind == M8N8K4_F64;
    const int bits = is_f64 ? 53 : is_sum ? 24 : s->kind == M16N8K8_BF16 || s->kind == M16N8K16_BF16 ? 8 : 11;
    static const double numbers[] = {1.0 / 3, 0.7, -0.9, 1.3, -12345.678};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int exponent;
        const double fraction = frexp(numbers[i], &exponent),
                     rounded = ldexp(rint(ldexp(fraction, bits)), exponent - bits);
        const fragment_arguments a = {.alpha = numbers[i]};
        for (int operation = FILL; operation <= IDENTITY; operation++) {
            run(s, (fragment_operation)operation, a, s->matrix, cells_of(s), cells_of(s));
            cr_assert_eq(s->result[0], rounded, "%s, use %d: %.17g becomes %.17g, expected %.17g", s->shape.name,
                         (int)s->use, numbers[i], s->result[0], rounded);
        }
    }
}

Test(fragment_matrices, numbers_are_rounded_to_nearest)
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

Test(fragment_matrices, foreach)
{
    for_all(check_foreach);
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

/* Of each way in which registers hold elements, one. */
static bool is_printed(const subject *s)
{
    return s->kind == M16N8K8_BF16 || s->kind == M16N8K4_TF32 || s->kind == M16N8K32_S8 || s->kind == M8N8K4_F64 ||
           s->kind == M16N8K16_F16 || s->kind == M16N8K256_B1;
}

static void print_some(subject *s)
{
    if (is_printed(s)) {
        cr_assert_eq(fragment_print(s->kind, s->use, s->matrix, s->use == USE_B ? NULL : "matrix"), 0);
    }
}

/* (Into one string: output can be redirected once in a test.) */
static char expected_output[1 << 16];

static void expect_some(subject *s)
{
    if (is_printed(s)) {
        char *const lines = lines_of(s, s->use == USE_B ? NULL : "matrix");
        cr_assert_lt(strlen(expected_output) + strlen(lines), sizeof expected_output);
        strcat(expected_output, lines);
        free(lines);
    }
}

Test(fragment_matrices, print, .init = cr_redirect_stdout)
{
    for_all(print_some);
    for_all(expect_some);
    fflush(stdout);
    cr_assert_stdout_eq_str(expected_output);
}
