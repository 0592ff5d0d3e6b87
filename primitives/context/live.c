/* SPDX-License-Identifier: Apache-2.0 */
#include "live.h"

#include <pthread.h>
#include <stdlib.h>

enum { FIRST_BITS = 8 }; /* of the first table, which needs no memory */

static _Atomic(uintptr_t) first_slots[1 << FIRST_BITS];
static tcui_live_table first_table = {.slots = first_slots, .bits = FIRST_BITS};

_Atomic(tcui_live_table *) tcui_live_handles = &first_table;

/* Odd while the table is changed. */
static atomic_uint changes;

/* What the one that has the mutex alone uses. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static size_t count;

/* ------------------------------------------------------------------------------------------------- the table --- */

static size_t next_of(const tcui_live_table *table, size_t slot)
{
    return (slot + 1) & (((size_t)1 << table->bits) - 1);
}

static uintptr_t get(const tcui_live_table *table, size_t slot)
{
    return atomic_load_explicit(&table->slots[slot], memory_order_acquire);
}

static void set(const tcui_live_table *table, size_t slot, uintptr_t entry)
{
    atomic_store_explicit(&table->slots[slot], entry, memory_order_release);
}

/* The slot that holds the entry, or the empty one where the search for it ends. */
static size_t find(const tcui_live_table *table, uintptr_t entry)
{
    size_t slot = tcui_live_home(table, entry);
    for (uintptr_t found; (found = get(table, slot)) != entry && found != 0;) {
        slot = next_of(table, slot);
    }
    return slot;
}

/* ------------------------------------------------------------------------------------------------- its lock --- */

static void before_fork(void)
{
    pthread_mutex_lock(&mutex);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&mutex);
}

/* A child has the table as it is between two changes. */
static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

static tcui_live_table *lock(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&mutex);
    return atomic_load_explicit(&tcui_live_handles, memory_order_relaxed);
}

/* ---------------------------------------------------------------------------------------------- its search --- */

/*
 * A miss counts if the counter was even and is what it was: then no change began before the search ended. (Slots are
 * read with acquire and written with release, so who sees a change of one sees that the counter is odd.)
 */
bool tcui_live_search(uintptr_t entry)
{
    const unsigned before = atomic_load_explicit(&changes, memory_order_acquire);
    const tcui_live_table *table = atomic_load_explicit(&tcui_live_handles, memory_order_acquire);
    bool is_live = get(table, find(table, entry)) == entry;
    if (!is_live && (before % 2 != 0 || atomic_load_explicit(&changes, memory_order_relaxed) != before)) {
        table = lock();
        is_live = get(table, find(table, entry)) == entry;
        pthread_mutex_unlock(&mutex);
    }
    return is_live;
}

/* --------------------------------------------------------------------------------------------- its changes --- */

static void begin_change(void)
{
    atomic_store_explicit(&changes, atomic_load_explicit(&changes, memory_order_relaxed) + 1, memory_order_relaxed);
}

static void end_change(void)
{
    atomic_store_explicit(&changes, atomic_load_explicit(&changes, memory_order_relaxed) + 1, memory_order_release);
}

/* Twice the slots. (The old table stays, as nobody knows whether it is searched; all old ones take less than the new.) */
static tcui_live_table *grow(tcui_live_table *table)
{
    const size_t slots = (size_t)1 << table->bits;
    tcui_live_table *larger = malloc(sizeof *larger);
    _Atomic(uintptr_t) *larger_slots = calloc(2 * slots, sizeof *larger_slots);
    if (larger == NULL || larger_slots == NULL) {
        free(larger);
        free(larger_slots);
        return NULL;
    }
    *larger = (tcui_live_table){.smaller = table, .slots = larger_slots, .bits = table->bits + 1};
    for (size_t slot = 0; slot < slots; slot++) {
        const uintptr_t entry = get(table, slot);
        if (entry != 0) {
            set(larger, find(larger, entry), entry);
        }
    }
    begin_change();
    atomic_store_explicit(&tcui_live_handles, larger, memory_order_release);
    end_change();
    return larger;
}

bool tcui_live_add(const void *handle, tcui_kind kind)
{
    const uintptr_t entry = (uintptr_t)handle | (uintptr_t)kind;
    tcui_live_table *table = lock();
    if (2 * (count + 1) > (size_t)1 << table->bits) {
        table = grow(table);
    }
    if (table != NULL) {
        begin_change();
        set(table, find(table, entry), entry);
        end_change();
        count++;
    }
    pthread_mutex_unlock(&mutex);
    return table != NULL;
}

/* Empties the slot, and moves into it what stands behind it only because it was taken (Knuth, TAOCP 3, 6.4, algorithm R). */
static void empty_slot(const tcui_live_table *table, size_t slot)
{
    const size_t mask = ((size_t)1 << table->bits) - 1;
    size_t behind = slot;
    uintptr_t entry;
    while ((entry = get(table, behind = next_of(table, behind))) != 0) {
        const size_t home = tcui_live_home(table, entry);
        if (((behind - home) & mask) >= ((behind - slot) & mask)) {
            set(table, slot, entry);
            slot = behind;
        }
    }
    set(table, slot, 0);
}

bool tcui_live_remove(const void *handle, tcui_kind kind)
{
    const uintptr_t entry = (uintptr_t)handle | (uintptr_t)kind;
    if (((uintptr_t)handle & TCUI_KIND_BITS) != 0) {
        return false;
    }
    tcui_live_table *table = lock();
    const size_t slot = find(table, entry);
    const bool is_live = get(table, slot) == entry;
    if (is_live) {
        begin_change();
        empty_slot(table, slot);
        end_change();
        count--;
    }
    pthread_mutex_unlock(&mutex);
    return is_live;
}

void tcui_live_free(void *structure)
{
    static void *delayed[TCUI_LIVE_DELAY];
    static size_t next;
    lock();
    void *oldest = delayed[next];
    delayed[next] = structure;
    next = (next + 1) % TCUI_LIVE_DELAY;
    pthread_mutex_unlock(&mutex);
    free(oldest);
}
