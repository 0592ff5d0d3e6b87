/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of the host backend that several threads share. */
#ifndef TCUI_PARALLEL_H
#define TCUI_PARALLEL_H

#include <stdint.h>

/* Item `item` of a loop; `thread` counts those that take part from 0. */
typedef void (*tcui_loop_body)(const void *data, int64_t item, int thread);

/*
 * Items 0 ... count - 1, each once, by up to `threads` threads, which take the next one when they are through with one.
 * One thread gets no parallel region: OpenMP takes 0.3 us for a region even of one, as long as a thousand additions.
 */
void tcui_for_each(int threads, int64_t count, tcui_loop_body body, const void *data);

/* Threads for so many items: no more than there are of these. */
static inline int tcui_threads_for(int threads, int64_t items)
{
    return items < threads ? (int)items : threads;
}

#endif /* TCUI_PARALLEL_H */
