/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of merges and searches on the host share: arrays as their loops see them, and the loops' signatures. */
#ifndef TCUI_MERGE_HOST_INTERNAL_H
#define TCUI_MERGE_HOST_INTERNAL_H

#include "algorithms/merge/backend.h"

/* Results that are merged at a time, in equal runs side by side: each waits for its own comparisons, and the processor
 * does those of the others meanwhile. Keys and values of a tile fit in L1. */
enum { TCUI_MERGE_RUNS = 4, TCUI_MERGE_TILE = 2048 };

/* Where an element of a tile comes from: how far behind the tile's first element of its array, and from which array. */
typedef uint16_t tcui_merge_source;
enum { TCUI_MERGE_OF_B = 1 << 15 };

/* Values that are searched for side by side. */
enum { TCUI_SEARCH_VALUES = 16 };

typedef struct tcui_merge_work {
    const tcui_merge_task *task;
    tcui_key_order order;
    uint64_t a_n, b_n; /* elements that there are */
} tcui_merge_work;

typedef struct tcui_merge_place {
    uint64_t a, b; /* elements before it */
} tcui_merge_place;

/* The functions of one width of keys. */
typedef struct tcui_merge_loops {
    /* How many elements of a are among the next `count` of the result. */
    uint64_t (*cross)(const tcui_merge_work *m, tcui_merge_place from, uint64_t count);
    /* The keys of a tile, whose runs begin at places[0 ...] and which ends at the last one of these; `sources` is NULL
     * or gets where each comes from. */
    void (*merge)(const tcui_merge_work *m, const tcui_merge_place *places, void *keys_out, tcui_merge_source *sources);
    /* The bounds of b[begin ... begin + count - 1], of no more than TCUI_SEARCH_VALUES, which lie in a[low ... high]. */
    void (*search)(const tcui_merge_work *m, uint64_t begin, uint64_t count, uint64_t low, uint64_t high,
                   uint64_t *bounds);
    /* A bound of b[j] if it is not below `low`, else `low`; found in a number of steps that grows with its distance
     * from there. */
    uint64_t (*search_from)(const tcui_merge_work *m, uint64_t j, uint64_t low);
} tcui_merge_loops;

extern const tcui_merge_loops tcui_merge_loops_8, tcui_merge_loops_16, tcui_merge_loops_32, tcui_merge_loops_64;

#endif /* TCUI_MERGE_HOST_INTERNAL_H */
