/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads of a team that take turns, each of which sees all that was written before. A thread waits for a turn only while
 * others work towards it, so it asks again at once; but where there are more threads than processors, these have to
 * run first.
 */
#ifndef TCUI_TURN_H
#define TCUI_TURN_H

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct tcui_turn {
    _Atomic uint64_t now; /* counts from 0 */
} tcui_turn;

static inline void tcui_turn_begin(tcui_turn *turn)
{
    atomic_init(&turn->now, 0);
}

static inline void tcui_turn_await(tcui_turn *turn, uint64_t mine)
{
    enum { SPINS = 1 << 12 };
    int spins = 0;
    while (atomic_load_explicit(&turn->now, memory_order_acquire) != mine) {
        if (spins < SPINS) {
            spins++;
        } else {
            sched_yield();
        }
    }
}

static inline void tcui_turn_pass(tcui_turn *turn, uint64_t mine)
{
    atomic_store_explicit(&turn->now, mine + 1, memory_order_release);
}

#endif /* TCUI_TURN_H */
