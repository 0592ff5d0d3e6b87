/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts of quicksort_template.h at every level that has vectors to permute. */
#include "vectors.h"

#include <stdbool.h>
#include <string.h>

#include "primitives/tile/host/levels.h"

#if TCUI_HAS_LEVELS

/* Row m: which of 8 bits of m are set, in four bits each. */
#define BITS_BELOW(m, i)                                                                                               \
    (((i) > 0 && (m)&1) + ((i) > 1 && (m)&2) + ((i) > 2 && (m)&4) + ((i) > 3 && (m)&8) + ((i) > 4 && (m)&16) +         \
     ((i) > 5 && (m)&32) + ((i) > 6 && (m)&64))
#define BIT(m, i) ((m) >> (i)&1 ? (uint32_t)(i) << (4 * BITS_BELOW(m, i)) : 0)
#define ROW_1(m)  (BIT(m, 1) | BIT(m, 2) | BIT(m, 3) | BIT(m, 4) | BIT(m, 5) | BIT(m, 6) | BIT(m, 7))
#define ROW_4(m)  ROW_1(m), ROW_1((m) + 1), ROW_1((m) + 2), ROW_1((m) + 3)
#define ROW_16(m) ROW_4(m), ROW_4((m) + 4), ROW_4((m) + 8), ROW_4((m) + 12)
#define ROW_64(m) ROW_16(m), ROW_16((m) + 16), ROW_16((m) + 32), ROW_16((m) + 48)
static const uint32_t marked_lanes[256] = {ROW_64(0), ROW_64(64), ROW_64(128), ROW_64(192)};

/* Keys of 8 and 16 bits take an instruction set more. (All are named, as a function's replace the level's in clang.) */
#define TCUI_TARGET_VBMI2 __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c,avx512vbmi2")))

#endif

#define TCUI_LEVEL_TEMPLATE "algorithms/radix_sort/host/vectors/vectors_of_level.h"
#include "primitives/tile/host/for_each_level.h"

const tcui_sort_vectors *tcui_sort_vectors_of(int level, size_t key_bytes)
{
    static const tcui_sort_vectors *const levels[] = {TCUI_LEVELS(vectors)};
    if (level > tcui_host_level()) {
        return NULL;
    }
#if TCUI_HAS_LEVELS
    if (key_bytes < 4 && !__builtin_cpu_supports("avx512vbmi2")) {
        return NULL;
    }
#endif
    const tcui_sort_vectors *vectors = &levels[level][key_bytes == 1 ? 0 : key_bytes == 2 ? 1 : key_bytes == 4 ? 2 : 3];
    return vectors->sort != NULL ? vectors : NULL;
}

const tcui_sort_vectors *tcui_sort_vectors_here(size_t key_bytes)
{
    return tcui_sort_vectors_of(tcui_host_level(), key_bytes);
}
