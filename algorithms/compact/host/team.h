/* SPDX-License-Identifier: Apache-2.0 */
/* One or several threads that compact one array together. */
#ifndef TCUI_COMPACT_HOST_TEAM_H
#define TCUI_COMPACT_HOST_TEAM_H

#include "algorithms/compact/host/store/store.h"

/* What a thread leaves for the others. */
typedef struct tcui_member {
    uint64_t kept[2], last_head[2]; /* of its chunk, in even and in odd rounds */
    uint64_t apart[4];              /* 64 bytes: no line belongs to two threads */
} tcui_member;

typedef struct tcui_team {
    const tcui_compact_task *task;
    const tcui_moves *moves;
    tcui_selector selector;
    tcui_member *members;
    uint64_t *marks;      /* of all items, where the others are kept too; else of a chunk for each thread, or NULL */
    char *staged;         /* in place: a chunk of items for each thread; else NULL */
    uint64_t chunk_items; /* of a thread and round, if there are several: a multiple of 64; else it is a block */
} tcui_team;

/* What thread `member` of a tcui_team of `members` threads does (tcui_with_team). */
void tcui_team_run(void *team, uint64_t member, uint64_t members);

#endif /* TCUI_COMPACT_HOST_TEAM_H */
