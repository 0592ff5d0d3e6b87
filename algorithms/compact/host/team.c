/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds. In each every thread marks the items of a chunk and counts them, and after a barrier, when all counts of the
 * round are known, stores what is kept of it, which is still in its cache: so the array is read from memory once. A
 * thread that is through goes on to its next chunk; it finds the counts of two rounds, so one barrier a round will do.
 *
 * In place kept items go to chunks that another thread may not have read, and so are staged before the barrier, and
 * copied behind it. They go down or stay, so the chunks of this round and of those before are all that they go over.
 */
#include "team.h"

#include <string.h>

static void wait_for_all(int members)
{
    if (members > 1) {
#ifdef _OPENMP
#pragma omp barrier
#endif
    }
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The member's chunk of the round that begins at item `begin`, marked and counted. */
static tcui_part mark_chunk(const tcui_team *team, uint64_t begin, int member, uint64_t *marks)
{
    const uint64_t n = team->task->n;
    const uint64_t first = least(begin + (uint64_t)member * team->chunk_items, n);
    tcui_part part = {.first = first, .count = least(team->chunk_items, n - first), .marks = marks};
    if (part.count > 0) {
        tcui_select(&team->selector, first, part.count, marks);
        part.kept = team->moves->count(marks, tcui_mark_words(part.count));
    }
    return part;
}

/* How many items of the array are kept: those of the chunks that a thread counts are told to all. */
static uint64_t count_all(const tcui_team *team, int member, int members, uint64_t *marks)
{
    const uint64_t round = (uint64_t)members * team->chunk_items;
    uint64_t kept = 0;
    for (uint64_t begin = 0; begin < team->task->n; begin += least(round, team->task->n - begin)) {
        kept += mark_chunk(team, begin, member, marks).kept;
    }
    team->members[member].all_kept = kept;
    wait_for_all(members);
    kept = 0;
    for (int m = 0; m < members; m++) {
        kept += team->members[m].all_kept;
    }
    return kept;
}

/* The last item that is marked, of a part that has one. */
static uint64_t last_head(const tcui_part *part)
{
    uint64_t item = part->count - 1;
    while ((part->marks[item / TCUI_MARKS] >> item % TCUI_MARKS & 1) == 0)
        item--;
    return part->first + item;
}

static void store_part(const tcui_team *team, const tcui_part *part, const char *staged)
{
    const tcui_compact_task *task = team->task;
    if (staged == NULL) {
        tcui_store_items(task, team->moves, part);
    } else if (part->place < part->first || part->kept < part->count) {
        const size_t bytes = task->columns[0].item_bytes;
        memcpy((char *)task->columns[0].out + part->place * bytes, staged, part->kept * bytes);
    }
    if (task->indices != NULL || task->run_lengths != NULL)
        tcui_store_positions(task, team->moves, part);
}

void tcui_team_run(const tcui_team *team, int member, int members)
{
    const tcui_compact_task *task = team->task;
    const uint64_t n = task->n, round = (uint64_t)members * team->chunk_items;
    uint64_t marks[TCUI_MOST_CHUNK / TCUI_MARKS];
    char *staged = members > 1 && team->staged != NULL
                       ? team->staged + (uint64_t)member * TCUI_MOST_CHUNK * task->columns[0].item_bytes
                       : NULL;
    const uint64_t all_kept = task->keep_others ? count_all(team, member, members, marks) : 0;
    uint64_t kept = 0, run_begin = 0;
    int parity = 0;
    for (uint64_t begin = 0; begin < n; begin += least(round, n - begin), parity ^= 1) {
        tcui_part part = mark_chunk(team, begin, member, marks);
        if (staged != NULL)
            tcui_store_column(&task->columns[0], staged, team->moves, &part);
        team->members[member].kept[parity] = part.kept;
        if (task->run_lengths != NULL && part.kept > 0)
            team->members[member].last_head[parity] = last_head(&part);
        wait_for_all(members);
        for (int m = 0; m < members; m++) {
            if (m == member) {
                part.place = kept;
                part.run_begin = run_begin;
            }
            kept += team->members[m].kept[parity];
            if (team->members[m].kept[parity] > 0)
                run_begin = team->members[m].last_head[parity];
        }
        part.others_at = all_kept + part.first - part.place;
        store_part(team, &part, staged);
    }
    if (member == 0) {
        if (task->run_lengths != NULL && kept > 0)
            task->run_lengths[kept - 1] = n - run_begin;
        *task->count = kept;
    }
}
