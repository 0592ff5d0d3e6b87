/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h Histograms: their operations and forms (registry.h). */
#ifndef TCU_BENCH_FAMILIES_HISTOGRAM_NAMES_H
#define TCU_BENCH_FAMILIES_HISTOGRAM_NAMES_H

#define BENCH_HISTOGRAM_OPS(M)                                                                                         \
    M(histogram, HISTOGRAM_EVEN, "histogram_even", WHOLE)                                                              \
    M(histogram, HISTOGRAM_RANGE, "histogram_range", WHOLE)                                                            \
    M(histogram, HISTOGRAM_MULTI, "histogram_multi", WHOLE)                                                            \
    M(histogram, HISTOGRAM_WEIGHTED, "histogram_weighted", WHOLE)

#define BENCH_HISTOGRAM_FORMS(M)                                                                                       \
    M(LINEAR, "linear", "levels of bins") /* how these lie (bench_make_levels()) */                                    \
    M(POWER, "power", "levels of bins")                                                                                \
    M(LOG, "log", "levels of bins")                                                                                    \
    M(RANDOM, "random", "levels of bins")

#define BENCH_HISTOGRAM_CUB(M)                                                                                         \
    M(histogram_integers, 0)                                                                                           \
    M(histogram_reals, 0)                                                                                              \
    M(histogram_range, 0)                                                                                              \
    M(histogram_multi, 0)                                                                                              \
    M(histogram_weighted, 0)

#endif
