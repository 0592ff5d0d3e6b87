/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of the host backend that several threads share. */
#ifndef TCUI_PARALLEL_H
#define TCUI_PARALLEL_H

#include <stdint.h>

/* Item `item` of a loop; `thread` counts those that take part from 0. */
typedef void (*tcui_loop_body)(const void *data, int64_t item, int thread);

/*
 * Items 0 ... count - 1, each once, by up to `threads` threads, which take the next one when they have done one.
 * One thread gets no parallel region: OpenMP takes as long for a region even of one as a thousand additions.
 */
void tcui_for_each(int threads, int64_t count, tcui_loop_body body, const void *data);

/* Part p of `parts` nearly equal ones of 0 ... n - 1 begins here; part `parts` at n. */
static inline uint64_t tcui_part_begin(uint64_t n, uint64_t parts, uint64_t p)
{
    const uint64_t size = n / parts, rest = n % parts;
    return p * size + (p < rest ? p : rest);
}

/* Part `part`: begin ... end - 1. */
typedef void (*tcui_part_body)(const void *data, uint64_t part, uint64_t begin, uint64_t end);

/* 0 ... n - 1 in parts, in the same way. */
void tcui_for_parts(int threads, uint64_t n, uint64_t parts, tcui_part_body body, const void *data);

/* What thread `member` of a team of `members` does; all of them do it at once. */
typedef void (*tcui_team_body)(void *data, uint64_t member, uint64_t members);

/* With up to `threads` of them. */
void tcui_with_team(int threads, tcui_team_body body, void *data);

/* All of the team are here, and see what the others have written before. Each of them calls it equally often. */
void tcui_wait_for_team(uint64_t members);

/* Threads for so many items: no more than there are of these. */
static inline int tcui_threads_for(int threads, int64_t items)
{
    return items < threads ? (int)items : threads;
}

#endif /* TCUI_PARALLEL_H */
