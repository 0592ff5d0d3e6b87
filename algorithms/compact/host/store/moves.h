/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inner loops that bring marked items side by side, of each level. They write the kept items and nothing
 * behind them. `out` may be at or before `in` in one array: no item is written over that has not been read.
 */
#ifndef TCUI_COMPACT_HOST_MOVES_H
#define TCUI_COMPACT_HOST_MOVES_H

#include "algorithms/compact/backend.h"

/* Places behind the last position that positions() may write to. */
enum { TCUI_POSITIONS_SLACK = 16 };

typedef struct tcui_moves {
    /* The bits that are set. */
    uint64_t (*count)(const uint64_t *marks, uint64_t words);
    /* The marked ones of 64 * words items, `kept` in all, by the logarithm of an item's bytes. */
    void (*items[5])(const uint64_t *marks, uint64_t words, const void *in, void *out, uint64_t kept);
    /* Where the marks are. */
    void (*positions)(const uint64_t *marks, uint64_t words, uint32_t *out);
    /* out[k] = first + at[k], and out[k] = at[k + 1] - at[k]. */
    void (*indices_32)(const uint32_t *at, uint64_t count, uint64_t first, uint32_t *out);
    void (*indices_64)(const uint32_t *at, uint64_t count, uint64_t first, uint64_t *out);
    void (*differences)(const uint32_t *at, uint64_t count, uint64_t *out);
} tcui_moves;

/* Of a level of primitives/tile/host/levels.h. */
const tcui_moves *tcui_moves_of_level(int level);

#endif /* TCUI_COMPACT_HOST_MOVES_H */
