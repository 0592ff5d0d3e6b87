/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file registry.h
 * The families of operations, each a folder beside this file and two lines below. What the benchmark does with a family it
 * does through this list and the classes and modules that it leads to (family.h, bars.py, bench/gpu/family.h).
 */
#ifndef TCU_BENCH_FAMILIES_REGISTRY_H
#define TCU_BENCH_FAMILIES_REGISTRY_H

#include "bench/families/compact/names.h"
#include "bench/families/histogram/names.h"
#include "bench/families/polynomial/names.h"
#include "bench/families/sort/names.h"
#include "bench/families/stencil/names.h"
#include "bench/families/sums/names.h"

/** M(family, FAMILY, A) for each, in the order in which their rows are measured. */
#define BENCH_FAMILIES(M, A)                                                                                           \
    M(sums, SUMS, A)                                                                                                   \
    M(compact, COMPACT, A)                                                                                             \
    M(histogram, HISTOGRAM, A)                                                                                         \
    M(sort, SORT, A)                                                                                                   \
    M(polynomial, POLYNOMIAL, A)                                                                                       \
    M(stencil, STENCIL, A)

#define BENCH_OPS_OF(family, FAMILY, M)   BENCH_##FAMILY##_OPS(M)
#define BENCH_FORMS_OF(family, FAMILY, M) BENCH_##FAMILY##_FORMS(M)
#define BENCH_CUB_OF(family, FAMILY, M)   BENCH_##FAMILY##_CUB(M)

/** M(family, OP, name, segments) for each operation; segments: how its input is cut, a bench_segments. */
#define BENCH_OPS(M) BENCH_FAMILIES(BENCH_OPS_OF, M)

/** M(FORM, name, what) for each form, in --help behind `what`. */
#define BENCH_FORMS(M) BENCH_FAMILIES(BENCH_FORMS_OF, M)

/**
 * M(table, ignores_sign) for each table of CUB's forms (bench/cub/variants.h), in the order in which they are tried;
 * ignores_sign: one of an integer type is compiled for the unsigned type, where that makes no difference.
 */
#define BENCH_CUB_TABLES(M) BENCH_FAMILIES(BENCH_CUB_OF, M)

#endif
