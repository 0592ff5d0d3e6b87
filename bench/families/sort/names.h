/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h Sorts: their operations and forms (registry.h). */
#ifndef TCU_BENCH_FAMILIES_SORT_NAMES_H
#define TCU_BENCH_FAMILIES_SORT_NAMES_H

#define BENCH_SORT_OPS(M)                                                                                              \
    M(sort, SORT, "radix_sort", WHOLE)                                                                                 \
    M(sort, SORT_PAIRS, "radix_sort_pairs", WHOLE)                                                                     \
    M(sort, ARGSORT, "argsort", WHOLE)                                                                                 \
    M(sort, SEGMENTED_SORT, "segmented_sort", FIXED_SIZE)                                                              \
    M(sort, SEGMENTED_SORT_OFFSETS, "segmented_sort_offsets", OFFSETS)

#define BENCH_SORT_FORMS(M) M(BUFFERS, "buffers", "sorts between two arrays") /* both of which are written */

#define BENCH_SORT_CUB(M)                                                                                              \
    M(sort_bytes, 0)                                                                                                   \
    M(sort_halves, 0)                                                                                                  \
    M(sort_words, 0)                                                                                                   \
    M(sort_doubles, 0)                                                                                                 \
    M(sort_pairs, 0)                                                                                                   \
    M(segmented_sort, 0)

#endif
