/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads and stores of fragments of every shape, type and use: by both orders with odd strides, of single rows and
 * columns, against plain loops over the array. Around what a store writes nothing changes, and no load reads beyond
 * its array.
 */
#include "fragment_subject.h"

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

Test(fragment_memory, loads, .timeout = 60)
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

Test(fragment_memory, stores, .timeout = 60)
{
    for_all(check_stores);
}
