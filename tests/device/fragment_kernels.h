/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fragments (<tcu/device/fragment.cuh>), made callable from C: matrices and arrays go in and out as doubles in host
 * memory. Functions that return an int return 0 or a cudaError_t.
 */
#ifndef FRAGMENT_KERNELS_H
#define FRAGMENT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes and types of operands. */
typedef enum fragment_kind {
    M16N8K8_F16,
    M16N8K8_BF16,
    M16N8K8_TF32,
    M16N8K4_TF32,
    M16N8K16_F16,
    M16N8K16_BF16,
    M16N8K16_S8,
    M16N8K16_U8,
    M16N8K16_F64,
    M16N8K32_S8,
    M16N8K32_U8,
    M16N8K256_B1,
    M8N8K4_F64,
    FRAGMENT_KINDS
} fragment_kind;

typedef enum fragment_use { USE_A, USE_B, USE_ACCUMULATOR, FRAGMENT_USES } fragment_use;

typedef struct fragment_shape {
    const char *name;
    int m, n, k;
    int minimum, maximum; /* integers that operands hold exactly, and whose products and sums are exact */
} fragment_shape;

fragment_shape fragment_shape_of(fragment_kind kind);

/* Of a fragment. */
typedef struct fragment_size {
    int rows, columns, packed, registers;
} fragment_size;

fragment_size fragment_size_of(fragment_kind kind, fragment_use use);

typedef struct fragment_place {
    int lane, reg, element;
} fragment_place;

/* layout.cuh's maps, as the host's compiler sees them. */
void fragment_position_of(fragment_kind kind, fragment_use use, fragment_place place, int *row, int *column);
fragment_place fragment_holder_of(fragment_kind kind, fragment_use use, int row, int column);

typedef enum fragment_operation {
    /* Of the matrix `in`: what each lane's get() gives, [lane][element]. */
    GET,
    /* `out` is the matrix, row by row. */
    FILL,         /* alpha */
    IDENTITY,     /* alpha */
    ADD_IDENTITY, /* alpha, to the matrix `in` */
    UPPER,        /* triangles of alpha */
    STRICT_UPPER,
    LOWER,
    STRICT_LOWER,
    UPPER_OF,     /* a triangle of fragment_entry(i, j) */
    FOREACH,      /* fragment_changed(x) of the matrix `in` */
    FOREACH_IJ,   /* fragment_changed_at(i, j, x) of the matrix `in` */
    LOAD_ROWS,    /* the array `in` as a row-major matrix, with `stride` */
    LOAD_COLUMNS, /* column-major */
    LOAD_PACKED,  /* by_register */
    LOAD_ROW,     /* the first `count` elements of the array `in` as row `at` */
    LOAD_COLUMN,
    /* Of the matrix `in`: `out` is an array, of which only what is stored changes. */
    STORE_ROWS,
    STORE_COLUMNS,
    STORE_PACKED,
    STORE_ROW,
    STORE_COLUMN,
    FRAGMENT_OPERATIONS
} fragment_operation;

/* Whether the use and type have it. */
bool fragment_has(fragment_kind kind, fragment_use use, fragment_operation operation);

typedef struct fragment_arguments {
    double alpha;
    int stride, count, at;
} fragment_arguments;

int fragment_run(fragment_kind kind, fragment_use use, fragment_operation operation, fragment_arguments arguments,
                 const double *in, size_t in_count, double *out, size_t out_count);

/* Prints the matrix `in` by print(). */
int fragment_print(fragment_kind kind, fragment_use use, const double *in, const char *title);

#ifdef __cplusplus
}
#endif

#endif /* FRAGMENT_KERNELS_H */
