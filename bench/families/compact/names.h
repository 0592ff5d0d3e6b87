/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h Compactions: their operations and forms (registry.h). */
#ifndef TCU_BENCH_FAMILIES_COMPACT_NAMES_H
#define TCU_BENCH_FAMILIES_COMPACT_NAMES_H

#define BENCH_COMPACT_OPS(M)                                                                                           \
    M(compact, COMPACT, "compact", WHOLE)                                                                              \
    M(compact, COMPACT_IF, "compact_if", WHOLE)                                                                        \
    M(compact, COMPACT_INDICES, "compact_indices", WHOLE)                                                              \
    M(compact, COMPACT_COLUMNS, "compact_columns", WHOLE)                                                              \
    M(compact, PARTITION, "partition", WHOLE)                                                                          \
    M(compact, PARTITION_IF, "partition_if", WHOLE)                                                                    \
    M(compact, UNIQUE, "unique", WHOLE)

#define BENCH_COMPACT_FORMS(M)                                                                                         \
    M(BYTES, "bytes", "flags")    /* a byte a flag */                                                                  \
    M(BITS, "bits", "flags")      /* a bit a flag */                                                                   \
    M(LESS, "less", "predicates") /* x < value */                                                                      \
    M(INSIDE, "inside", "predicates")                                                                                  \
    M(LENGTHS, "lengths", "unique with run lengths")

#define BENCH_COMPACT_CUB(M)                                                                                           \
    M(compact, 0)                                                                                                      \
    M(compact_bits, 0)                                                                                                 \
    M(compact_if, 0)                                                                                                   \
    M(compact_tuned, 0)                                                                                                \
    M(compact_indices, 0)                                                                                              \
    M(compact_columns, 0)                                                                                              \
    M(partition, 0)                                                                                                    \
    M(unique, 0)

#endif
