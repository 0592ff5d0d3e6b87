/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds. In each every thread marks the items of a chunk and counts them, and after a barrier, when all counts of the
 * round are known, stores what is kept of it, which is still in its cache: so the array is read from memory once. A
 * thread that has stored its chunk goes on to the next one; counts of two rounds are kept, so one barrier a round will
 * do.
 *
 * Where the others follow the kept items, all kept ones have to be counted first. So marks are remembered, and others
 * are stored when the rounds are over. (To count all before any is moved took up to twice the time, with nearly all
 * kept.)
 *
 * In place kept items go to chunks that another thread may not have read, and so are staged before the barrier, and
 * copied behind it. They go down or stay, so the chunks of this round and of those before are all that they go over.
 */
#include "team.h"

#include <string.h>

#include "primitives/threads/parallel.h"

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A chunk, whose marks are in their place among all, or in the thread's own. */
static tcui_part chunk_of(const tcui_team *team, uint64_t begin, int member, uint64_t *own_marks)
{
    const uint64_t n = team->task->n;
    const uint64_t first = least(begin + (uint64_t)member * team->chunk_items, n);
    return (tcui_part){.first = first,
                       .count = least(team->chunk_items, n - first),
                       .marks = team->task->keep_others ? team->marks + first / TCUI_MARKS : own_marks};
}

static void mark_part(const tcui_team *team, const tcui_part *part)
{
    if (part->count > 0) {
        tcui_select(&team->selector, part->first, part->count, part->marks);
    }
}

static uint64_t kept_of(const tcui_team *team, const tcui_part *part)
{
    return team->moves->count(part->marks, tcui_mark_words(part->count));
}

/* Stores the items that are not marked behind the `kept` ones. All marks are there, so each thread counts by itself. */
static void store_all_others(const tcui_team *team, int member, int members, uint64_t kept)
{
    const uint64_t n = team->task->n;
    uint64_t others_at = kept;
    int turn = 0;
    for (uint64_t first = 0; first < n; first += least(team->chunk_items, n - first)) {
        tcui_part part = chunk_of(team, first, 0, NULL);
        part.kept = kept_of(team, &part);
        part.others_at = others_at;
        if (turn == member) {
            tcui_store_others(team->task, team->moves, &part);
        }
        others_at += part.count - part.kept;
        turn = turn + 1 < members ? turn + 1 : 0;
    }
}

/* The last item that is marked, of a part that has one. */
static uint64_t last_head(const tcui_part *part)
{
    uint64_t word = tcui_mark_words(part->count) - 1;
    while (part->marks[word] == 0) {
        word--;
    }
    int bit = 0; /* of the highest bit, by halves */
    for (int half = TCUI_MARKS / 2; half > 0; half /= 2) {
        bit += part->marks[word] >> (bit + half) != 0 ? half : 0;
    }
    return part->first + word * TCUI_MARKS + (uint64_t)bit;
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
    if (task->indices != NULL || task->run_lengths != NULL) {
        tcui_store_positions(task, team->moves, part);
    }
}

static void run(const tcui_team *team, int member, int members, uint64_t *marks)
{
    const tcui_compact_task *task = team->task;
    const uint64_t n = task->n, round = (uint64_t)members * team->chunk_items;
    char *staged = members > 1 && team->staged != NULL
                       ? team->staged + (uint64_t)member * team->chunk_items * task->columns[0].item_bytes
                       : NULL;
    uint64_t kept = 0, run_begin = 0;
    int parity = 0;
    for (uint64_t begin = 0; begin < n; begin += least(round, n - begin), parity ^= 1) {
        tcui_part part = chunk_of(team, begin, member, marks);
        mark_part(team, &part);
        part.kept = kept_of(team, &part);
        if (staged != NULL) {
            tcui_store_column(&task->columns[0], staged, team->moves, &part);
        }
        team->members[member].kept[parity] = part.kept;
        if (task->run_lengths != NULL && part.kept > 0) {
            team->members[member].last_head[parity] = last_head(&part);
        }
        tcui_wait_for_team((uint64_t)members);
        for (int m = 0; m < members; m++) {
            if (m == member) {
                part.place = kept;
                part.run_begin = run_begin;
            }
            kept += team->members[m].kept[parity];
            if (team->members[m].kept[parity] > 0) {
                run_begin = team->members[m].last_head[parity];
            }
        }
        store_part(team, &part, staged);
    }
    if (task->keep_others) { /* all marks were there at the last round's barrier */
        store_all_others(team, member, members, kept);
    }
    if (member == 0) {
        if (task->run_lengths != NULL && kept > 0) {
            task->run_lengths[kept - 1] = n - run_begin;
        }
        *task->count = kept;
    }
}

void tcui_team_run(void *any_team, uint64_t member, uint64_t members)
{
    const tcui_team *team = any_team;
    if (members > 1) {
        const uint64_t words = team->task->keep_others ? 0 : team->chunk_items / TCUI_MARKS;
        run(team, (int)member, (int)members, team->marks + member * words);
        return;
    }
    uint64_t marks[TCUI_BLOCK / TCUI_MARKS];
    tcui_team alone = *team;
    alone.chunk_items = TCUI_BLOCK;
    run(&alone, 0, 1, marks);
}
