/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of live handles: every context and plan of the process, from its creation until it is destroyed. Whether a
 * pointer is one of them is found out without reading what it points to, so a pointer to anything will do.
 *
 * A hash table with linear probing, of which a slot holds a handle's address and, in the bits that alignment leaves free,
 * its kind. Creating and destroying lock; looking a handle up does not, as every call does it:
 *
 *     found      is right, as only live handles are in the table
 *     not found  holds if nothing was changed meanwhile, which a counter tells; else the table is searched with the lock
 */
#ifndef TCUI_LIVE_H
#define TCUI_LIVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* (1 and more: a slot that is 0 is empty.) */
typedef enum tcui_kind {
    TCUI_KIND_CONTEXT = 1,
    TCUI_KIND_POLYNOMIAL,
    TCUI_KIND_STENCIL,
    TCUI_KIND_BITS = 7 /* what malloc()'s alignment leaves free everywhere */
} tcui_kind;

/* 2^bits slots, of which fewer than half are in use. */
typedef struct tcui_live_table {
    struct tcui_live_table *smaller; /* the table before it, which another thread may still be searching; or NULL */
    _Atomic(uintptr_t) *slots;
    int bits;
} tcui_live_table;

extern _Atomic(tcui_live_table *) tcui_live_handles;

static inline size_t tcui_live_home(const tcui_live_table *table, uintptr_t entry)
{
    return (size_t)((uint64_t)entry * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits));
}

/* The search where the first slot does not hold the entry. */
bool tcui_live_search(uintptr_t entry);

/* Whether `handle`, which may be any pointer, is a live handle of this kind. */
static inline bool tcui_is_live(const void *handle, tcui_kind kind)
{
    const uintptr_t entry = (uintptr_t)handle | (uintptr_t)kind;
    const tcui_live_table *table = atomic_load_explicit(&tcui_live_handles, memory_order_acquire);
    return ((uintptr_t)handle & TCUI_KIND_BITS) == 0 &&
           (atomic_load_explicit(&table->slots[tcui_live_home(table, entry)], memory_order_relaxed) == entry ||
            tcui_live_search(entry));
}

/* Enters a new structure that malloc() gave; false if there is no memory left to do so. */
bool tcui_live_add(const void *handle, tcui_kind kind);

/* Takes a handle out, after which its structure is the caller's to free; false if it is no live handle of this kind. Of
 * two threads that destroy the same one, one gets true. */
bool tcui_live_remove(const void *handle, tcui_kind kind);

/*
 * free() of the structure of a handle that was removed, but only after TCUI_LIVE_DELAY others: malloc() would give its
 * address to the next plan, and a program that goes on to use the old one would not be told.
 */
enum { TCUI_LIVE_DELAY = 128 };
void tcui_live_free(void *structure);

#endif /* TCUI_LIVE_H */
