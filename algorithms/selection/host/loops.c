/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over keys, of each width and level, and the ones that several threads share. */
#include <string.h>

#include "internal.h"
#include "primitives/threads/parallel.h"
#include "primitives/tile/host/levels.h"

typedef uint8_t key_8;
typedef uint16_t key_16;
typedef uint32_t key_32;
typedef uint64_t key_64;

/* Bit i of the result is the lowest one of flags[i], which are 0 or 1: the product moves each to its place in the highest
 * byte, and no two products of a flag and a factor meet there. */
TCUI_ALWAYS_INLINE uint64_t pack_flags(const uint8_t *flags)
{
    uint64_t packed = 0;
    for (int i = 0; i < 8; i++) {
        packed |= (uint64_t)flags[i] << (8 * i);
    }
    return (packed * UINT64_C(0x0102040810204080)) >> 56;
}

#if defined(__GNUC__) || defined(__clang__)
TCUI_ALWAYS_INLINE uint64_t count_ones(uint64_t mask)
{
    return (uint64_t)__builtin_popcountll(mask);
}

TCUI_ALWAYS_INLINE uint64_t first_one(uint64_t mask)
{
    return (uint64_t)__builtin_ctzll(mask);
}
#else
TCUI_ALWAYS_INLINE uint64_t count_ones(uint64_t mask)
{
    uint64_t count = 0;
    for (; mask != 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

TCUI_ALWAYS_INLINE uint64_t first_one(uint64_t mask)
{
    return count_ones((mask & (0 - mask)) - 1);
}
#endif

/* Numbers without a period that data could have: the finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014). */
TCUI_ALWAYS_INLINE uint64_t mix(uint64_t x)
{
    x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ (x >> 31);
}

#define TCUI_LEVEL_TEMPLATE "algorithms/selection/host/loops_of_level.h"
#include "primitives/tile/host/for_each_level.h"

#define POINTERS(bits)                                                                                                 \
    {                                                                                                                  \
        TCUI_LEVELS(&loops_##bits)                                                                                     \
    }

const tcui_selection_loops *tcui_selection_loops_of(int bits)
{
    static const tcui_selection_loops *const of_8[] = POINTERS(8), *const of_16[] = POINTERS(16),
                                             *const of_32[] = POINTERS(32), *const of_64[] = POINTERS(64);
    const int level = tcui_host_level();
    return bits == 8 ? of_8[level] : bits == 16 ? of_16[level] : bits == 32 ? of_32[level] : of_64[level];
}

/* ----------------------------------------------------------------------------------------- of several threads --- */

/* Parts of a shared loop, and keys from which on a part is worth it. */
enum { MOST_PARTS = 64, LEAST_PART = 1 << 16 };

typedef struct sharing {
    const tcui_selection_keys *keys;
    tcui_selection_bracket bracket;
    tcui_selection_list list;
    tcui_selection_counts *counts; /* of each part */
    uint64_t *begins, *ties;       /* where a part's results begin, and the ties that it may take */
} sharing;

static uint64_t parts_of(const tcui_selection_keys *k)
{
    const uint64_t most = k->threads > 1 ? MOST_PARTS : 1, parts = k->n / LEAST_PART;
    return parts < 1 ? 1 : parts < most ? parts : most;
}

static void count_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const sharing *s = data;
    s->counts[part] = tcui_selection_loops_of(s->keys->order.bits)->count(s->keys, begin, end, s->bracket);
}

static void collect_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const sharing *s = data;
    const uint64_t place = s->begins[part];
    const tcui_selection_list list = {s->list.bits + place,
                                      s->list.positions != NULL ? s->list.positions + place : NULL,
                                      s->begins[part + 1] - place, s->ties[part]};
    uint64_t below = 0;
    tcui_selection_loops_of(s->keys->order.bits)->collect(s->keys, begin, end, s->bracket, list, &below);
}

tcui_selection_counts tcui_selection_count(const tcui_selection_keys *k, tcui_selection_bracket bracket)
{
    const uint64_t parts = parts_of(k);
    tcui_selection_counts counts[MOST_PARTS], sum = {0, 0, 0};
    const sharing s = {.keys = k, .bracket = bracket, .counts = counts};
    tcui_for_parts(k->threads, k->n, parts, count_part, &s);
    for (uint64_t part = 0; part < parts; part++) {
        sum.below += counts[part].below;
        sum.inside += counts[part].inside;
        sum.at_high += counts[part].at_high;
    }
    return sum;
}

/* (Several threads count before they collect, so that each knows its place.) */
uint64_t tcui_selection_collect(const tcui_selection_keys *k, tcui_selection_bracket bracket, tcui_selection_list list,
                                uint64_t *below)
{
    const uint64_t parts = parts_of(k);
    if (parts == 1) {
        return tcui_selection_loops_of(k->order.bits)->collect(k, 0, k->n, bracket, list, below);
    }
    tcui_selection_counts counts[MOST_PARTS];
    uint64_t begins[MOST_PARTS + 1], ties[MOST_PARTS], left = list.ties;
    const sharing s = {k, bracket, list, counts, begins, ties};
    tcui_for_parts(k->threads, k->n, parts, count_part, &s);
    begins[0] = 0;
    for (uint64_t part = 0; part < parts; part++) {
        ties[part] = tcui_selection_least(counts[part].at_high, left);
        left -= ties[part];
        begins[part + 1] = begins[part] + counts[part].inside - counts[part].at_high + ties[part];
        *below += counts[part].below;
    }
    if (begins[parts] <= list.capacity) {
        tcui_for_parts(k->threads, k->n, parts, collect_part, &s);
    }
    return begins[parts];
}
