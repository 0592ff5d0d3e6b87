/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hash table of keys, which it numbers in the order in which they come. Slots are found by multiplication (Knuth, The Art
 * of Computer Programming, volume 3, section 6.4) and linear probing; it grows while it is filled.
 */
#ifndef TCUI_BY_KEY_HOST_GROUP_TABLE_H
#define TCUI_BY_KEY_HOST_GROUP_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "primitives/tile/host/compiler.h"

enum {
    TCUI_GROUP_NONE = -1,
    TCUI_GROUP_LEAST_SLOTS_LOG2 = 8,
    TCUI_GROUP_PROBES = 64 /* more of them for a new key: these keys do not suit the hash function */
};

typedef struct tcui_group_table {
    uint32_t *slots;  /* a key's number + 1, or 0; room for most_slots_log2 */
    uint64_t *keys;   /* of each number */
    uint64_t *counts; /* elements that have it */
    uint32_t count, most;
    int slots_log2, most_slots_log2;
} tcui_group_table;

/* No keys yet. Arrays and `most` are set. */
static inline void tcui_group_table_clear(tcui_group_table *table)
{
    table->count = 0;
    table->slots_log2 =
        table->most_slots_log2 < TCUI_GROUP_LEAST_SLOTS_LOG2 ? table->most_slots_log2 : TCUI_GROUP_LEAST_SLOTS_LOG2;
    memset(table->slots, 0, sizeof *table->slots << table->slots_log2);
}

TCUI_ALWAYS_INLINE uint64_t tcui_group_slot(uint64_t key, int slots_log2)
{
    return key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - slots_log2);
}

/* The first free slot for a new key. */
static inline uint64_t tcui_group_free_slot(const tcui_group_table *table, uint64_t key, int *probes)
{
    uint64_t slot = tcui_group_slot(key, table->slots_log2);
    for (*probes = 0; table->slots[slot] != 0; ++*probes) {
        slot = (slot + 1) & ((UINT64_C(1) << table->slots_log2) - 1);
    }
    return slot;
}

/* A new key's number, or TCUI_GROUP_NONE if there is no room. Half of the slots stay free. */
TCUI_NEVER_INLINE int32_t tcui_group_add(tcui_group_table *table, uint64_t key)
{
    int probes;
    if (table->count == table->most) {
        return TCUI_GROUP_NONE;
    }
    if (UINT64_C(2) * (table->count + 1) > UINT64_C(1) << table->slots_log2) {
        table->slots_log2 =
            table->slots_log2 + 2 < table->most_slots_log2 ? table->slots_log2 + 2 : table->most_slots_log2;
        memset(table->slots, 0, sizeof *table->slots << table->slots_log2);
        for (uint32_t k = 0; k < table->count; k++) {
            table->slots[tcui_group_free_slot(table, table->keys[k], &probes)] = k + 1;
        }
    }
    const uint64_t slot = tcui_group_free_slot(table, key, &probes);
    if (probes > TCUI_GROUP_PROBES) {
        return TCUI_GROUP_NONE;
    }
    table->keys[table->count] = key;
    table->counts[table->count] = 0;
    table->slots[slot] = ++table->count;
    return (int32_t)table->count - 1;
}

/* A key's number, which it gets if it is new. */
TCUI_ALWAYS_INLINE int32_t tcui_group_number(tcui_group_table *table, uint64_t key)
{
    const uint64_t mask = (UINT64_C(1) << table->slots_log2) - 1;
    for (uint64_t slot = tcui_group_slot(key, table->slots_log2);; slot = (slot + 1) & mask) {
        const uint32_t number = table->slots[slot];
        if (number == 0) {
            return tcui_group_add(table, key);
        }
        if (table->keys[number - 1] == key) {
            return (int32_t)number - 1;
        }
    }
}

#endif /* TCUI_BY_KEY_HOST_GROUP_TABLE_H */
