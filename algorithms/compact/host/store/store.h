/* SPDX-License-Identifier: Apache-2.0 */
/* What is written for marked items: themselves, the others, positions, lengths of runs. */
#ifndef TCUI_COMPACT_HOST_STORE_H
#define TCUI_COMPACT_HOST_STORE_H

#include "algorithms/compact/host/select/select.h"
#include "moves.h"

/*
 * Items that are marked, and then stored, together. One thread alone takes blocks: what it has marked is still in L1
 * when it stores. (With blocks of 4096, items of 8 bytes took up to a quarter longer out of cache.) Of several threads
 * each takes chunks.
 */
enum { TCUI_BLOCK = 1 << 10, TCUI_LEAST_CHUNK = 1 << 16 };

/* Items first ... first + count - 1, their marks, and where what comes before them ends. */
typedef struct tcui_part {
    uint64_t first, count;
    uint64_t *marks;
    uint64_t kept;      /* of the part */
    uint64_t place;     /* kept items before the part */
    uint64_t others_at; /* where its others go */
    uint64_t run_begin; /* the last head before the part */
} tcui_part;

/* Each writes what the task asks for of it: items that are marked, their positions and run lengths, the others. */
void tcui_store_items(const tcui_compact_task *task, const tcui_moves *moves, const tcui_part *part);
void tcui_store_positions(const tcui_compact_task *task, const tcui_moves *moves, const tcui_part *part);
void tcui_store_others(const tcui_compact_task *task, const tcui_moves *moves, const tcui_part *part);

/* The kept items of the task's only column, to `out`. */
void tcui_store_column(const tcu_column *column, void *out, const tcui_moves *moves, const tcui_part *part);

#endif /* TCUI_COMPACT_HOST_STORE_H */
