/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads scan an array in rounds. In each, the array's next chunks are t + 1 parts:
 *
 *     thread 0      scans the first part, a short one, and then the last one
 *     thread m > 0  sums part m, waits for what comes before it, passes on what comes behind it, and scans it
 *
 * so t - 1 of t + 1 parts are read twice, the second time from the thread's cache, and while others sum theirs thread 0
 * scans. A sum takes a quarter of a scan's time, or a little more: with a first part of that size all are ready at
 * once. Two threads are 1.7 times as fast as one. (By OpenMP's `ordered`, which lets a chunk go on only when the one
 * before is finished, 1.0 to 1.3 times.)
 *
 * What comes before a chunk is added up chunk by chunk, of reals together with what rounding loses, and a chunk's sum is
 * formed in one order whether it is scanned in the same pass or not: so results depend neither on threads nor on parts.
 */
#include "rounds.h"

#include "primitives/threads/parallel.h"
#include "primitives/threads/turn.h"

/* Elements of a chunk, and ends of segments where these have offsets; bytes of a part, which are to stay in a thread's
 * cache until it scans them; and chunks that pay for threads. */
enum {
    TCUI_SCAN_CHUNK = 1 << 12,
    TCUI_SCAN_PART_BYTES = 1 << 18,
    TCUI_SCAN_PART = TCUI_SCAN_PART_BYTES / TCUI_SCAN_CHUNK, /* chunks of a part at most */
    TCUI_SCAN_PARALLEL = 8
};

typedef struct scan_work {
    const tcui_scan_kernels *kernels;
    const tcui_scan_task *task;
    uint64_t chunks;
    tcui_scan_carry carry; /* what comes before the part whose turn it is */
    tcui_turn turn;
} scan_work;

/* One round for `members` threads: `chunks` of them after the first `begin`, `lead` of which thread 0 takes first. */
typedef struct scan_round {
    uint64_t begin, chunks, lead;
} scan_round;

/* Goes on to the chunk behind `chunk`, number `index`. */
static void next_chunk(const tcui_segments *segments, uint64_t index, tcui_chunk *chunk)
{
    chunk->first = chunk->last;
    chunk->begin = chunk->end;
    tcui_chunk_border(segments, (index + 1) * TCUI_SCAN_CHUNK, &chunk->last, &chunk->end);
}

/* An empty chunk before number `index`. */
static tcui_chunk before_chunk(const tcui_segments *segments, uint64_t index)
{
    tcui_chunk chunk = {0};
    tcui_chunk_border(segments, index * TCUI_SCAN_CHUNK, &chunk.last, &chunk.end);
    return chunk;
}

/* Chunks first ... last - 1 in one pass. (The sum of the last one of all is not needed.) */
static void scan_at_once(const scan_work *w, uint64_t first, uint64_t last, tcui_scan_carry *carry)
{
    const tcui_segments *segments = &w->task->segments;
    tcui_chunk chunk = before_chunk(segments, first);
    for (uint64_t i = first; i < last; i++) {
        next_chunk(segments, i, &chunk);
        w->kernels->advance(carry, &chunk, w->kernels->chunk(w->task, &chunk, carry, i + 1 < w->chunks));
    }
}

/* Chunks first ... last - 1, no more than TCUI_SCAN_PART, whose sum other threads need. */
static void sum_and_scan(scan_work *w, uint64_t first, uint64_t last, uint64_t turn)
{
    const tcui_segments *segments = &w->task->segments;
    const tcui_chunk before = before_chunk(segments, first);
    tcui_host_sum sums[TCUI_SCAN_PART];
    tcui_chunk chunk = before;
    for (uint64_t i = first; i < last; i++) {
        next_chunk(segments, i, &chunk);
        sums[i - first] = w->kernels->sum(w->task, &chunk);
    }
    tcui_turn_await(&w->turn, turn);
    tcui_scan_carry carry = w->carry;
    chunk = before;
    for (uint64_t i = first; i < last; i++) {
        next_chunk(segments, i, &chunk);
        w->kernels->advance(&w->carry, &chunk, sums[i - first]);
    }
    tcui_turn_pass(&w->turn, turn);
    chunk = before;
    for (uint64_t i = first; i < last; i++) {
        next_chunk(segments, i, &chunk);
        w->kernels->chunk(w->task, &chunk, &carry, false);
        w->kernels->advance(&carry, &chunk, sums[i - first]);
    }
}

/* As many rounds as keep each part within TCUI_SCAN_PART, whose elements it reads twice. */
static uint64_t count_rounds(const scan_work *w, uint64_t members)
{
    const uint64_t in_bytes = tcu_type_size(w->task->in_type), out_bytes = tcu_type_size(w->task->out_type);
    const uint64_t part = TCUI_SCAN_PART / (in_bytes > out_bytes ? in_bytes : out_bytes);
    return (w->chunks - 1) / (members * part) + 1;
}

static scan_round round_at(const scan_work *w, uint64_t members, uint64_t rounds, uint64_t index)
{
    scan_round round = {.begin = tcui_part_begin(w->chunks, rounds, index)};
    round.chunks = tcui_part_begin(w->chunks, rounds, index + 1) - round.begin;
    /* Where most segments are shorter than a chunk, sums take no time. */
    if (w->task->segments.count < w->chunks) {
        round.lead = (round.chunks + 2 * members) / (4 * members + 1);
    }
    return round;
}

/* Where part `part` of a round begins, from 1 on. */
static uint64_t part_begin(const scan_round *round, uint64_t members, uint64_t part)
{
    return round->begin + round->lead + tcui_part_begin(round->chunks - round->lead, members, part - 1);
}

/* The last part of each round and the first one of the next round are neighbours. */
static void scan_first_and_last(scan_work *w, uint64_t members, uint64_t rounds)
{
    uint64_t begin = 0;
    for (uint64_t r = 0; r <= rounds; r++) {
        scan_round round = {.begin = w->chunks};
        if (r < rounds) {
            round = round_at(w, members, rounds, r);
        }
        tcui_turn_await(&w->turn, r * members);
        scan_at_once(w, begin, round.begin + round.lead, &w->carry);
        tcui_turn_pass(&w->turn, r * members);
        begin = part_begin(&round, members, members);
    }
}

static void scan_parts_of_thread(void *data, uint64_t member, uint64_t members)
{
    scan_work *w = data;
    const uint64_t rounds = count_rounds(w, members);
    if (member == 0) {
        scan_first_and_last(w, members, rounds);
        return;
    }
    for (uint64_t r = 0; r < rounds; r++) {
        const scan_round round = round_at(w, members, rounds, r);
        sum_and_scan(w, part_begin(&round, members, member), part_begin(&round, members, member + 1),
                     r * members + member);
    }
}

void tcui_scan_rounds(const tcui_scan_kernels *kernels, const tcui_scan_task *task, int threads)
{
    const uint64_t work = tcui_segments_work(&task->segments);
    scan_work w = {.kernels = kernels, .task = task, .chunks = (work - 1) / TCUI_SCAN_CHUNK + 1};
    if (threads == 1 || w.chunks < TCUI_SCAN_PARALLEL) {
        scan_at_once(&w, 0, w.chunks, &w.carry);
    } else {
        tcui_turn_begin(&w.turn);
        tcui_with_team(tcui_threads_for(threads, (int64_t)w.chunks), scan_parts_of_thread, &w);
    }
}
