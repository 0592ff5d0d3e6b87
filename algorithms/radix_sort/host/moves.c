/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moving items to the places of their digits. 256 places are written to in turn, each a little further every time, and
 * L1 holds a line of each, unless their addresses crowd into a few of its sets: of 2^24 keys in order, for
 * example, every digit's begin a multiple of 4 KB apart and go on in step, and moving them takes eight times as long
 * (measured). Where places crowd, items gather in a line for each digit first, which goes to its place whole; that
 * takes up to twice as long as items take in places that do not.
 */
#include "items.h"

typedef tcui_sort_items items;
typedef tcui_sort_digit digit;

enum { LINE = 64, CACHE_SETS = 64 };

TCUI_ALWAYS_INLINE void store_item(size_t key_bytes, size_t value_bytes, items from, uint64_t i, uint64_t position,
                                   items to, uint64_t place)
{
    if (to.keys != NULL) {
        tcui_sort_copy(to.keys, place, from.keys, i, key_bytes);
    }
    if (value_bytes > 0 && from.values != NULL) {
        tcui_sort_copy(to.values, place, from.values, i, value_bytes);
    } else if (value_bytes > 0) {
        tcui_sort_store_index(to.values, place, position + i, value_bytes);
    }
}

TCUI_ALWAYS_INLINE void move(size_t key_bytes, size_t value_bytes, tcui_key_order order, digit d, items from, items to,
                             uint64_t n, uint64_t position, uint64_t *places)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t b = tcui_order_bits(order, tcui_sort_key(from.keys, i, key_bytes));
        store_item(key_bytes, value_bytes, from, i, position, to, places[b >> d.shift & d.mask]++);
    }
}

/* ----------------------------------------------------------------------------------------- gathered in lines --- */

/* Places begin ... end - 1 of one digit, from the line where they have gathered. `slots` is a power of two. */
TCUI_ALWAYS_INLINE void store_line(size_t key_bytes, size_t value_bytes, items line, uint64_t slots, items to,
                                   uint64_t begin, uint64_t end)
{
    const uint64_t slot = begin & (slots - 1), count = end - begin;
    if (to.keys != NULL) {
        memcpy(to.keys + begin * key_bytes, line.keys + slot * key_bytes, count * key_bytes);
    }
    if (value_bytes > 0) {
        memcpy(to.values + begin * value_bytes, line.values + slot * value_bytes, count * value_bytes);
    }
}

/* The item of place p waits in slot p mod `slots` of its digit's line. */
TCUI_ALWAYS_INLINE void move_gathered(size_t key_bytes, size_t value_bytes, tcui_key_order order, digit d, items from,
                                      items to, uint64_t n, uint64_t position, uint64_t *places)
{
    const uint64_t slots = LINE / (key_bytes > value_bytes ? key_bytes : value_bytes);
    char keys[TCUI_DIGITS * LINE], values[TCUI_DIGITS * LINE];
    const items lines = {keys, value_bytes > 0 ? values : NULL};
    uint64_t begins[TCUI_DIGITS]; /* of what each line holds */
    memcpy(begins, places, (d.mask + 1) * sizeof *places);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t b = tcui_order_bits(order, tcui_sort_key(from.keys, i, key_bytes)),
                       value = b >> d.shift & d.mask;
        const uint64_t place = places[value]++, slot = place & (slots - 1);
        store_item(key_bytes, value_bytes, from, i, position, lines, value * slots + slot);
        if (slot == slots - 1) {
            const items line = {keys + value * slots * key_bytes, values + value * slots * value_bytes};
            if (place - begins[value] == slots - 1) { /* a constant length */
                store_line(key_bytes, value_bytes, line, slots, to, place + 1 - slots, place + 1);
            } else {
                store_line(key_bytes, value_bytes, line, slots, to, begins[value], place + 1);
            }
            begins[value] = place + 1;
        }
    }
    for (uint64_t value = 0; value <= d.mask; value++) {
        const items line = {keys + value * slots * key_bytes, values + value * slots * value_bytes};
        store_line(key_bytes, value_bytes, line, slots, to, begins[value], places[value]);
    }
}

/* Whether a quarter of the places or more are in one set. */
static bool are_crowded(const uint64_t *places, uint64_t digits, size_t item_bytes)
{
    uint64_t in_set[CACHE_SETS] = {0}, most = 0;
    for (uint64_t d = 0; d < digits; d++) {
        const uint64_t in_this = ++in_set[places[d] * item_bytes / LINE % CACHE_SETS];
        most = in_this > most ? in_this : most;
    }
    return most >= TCUI_DIGITS / 4;
}

/* ------------------------------------------------------------------------------------------- by pairs of sizes --- */

typedef void (*move_function)(tcui_key_order order, digit d, items from, items to, uint64_t n, uint64_t position,
                              uint64_t *places);

#define MOVE_FUNCTIONS(key, value)                                                                                     \
    static void move_##key##_##value(tcui_key_order order, digit d, items from, items to, uint64_t n,                  \
                                     uint64_t position, uint64_t *places)                                              \
    {                                                                                                                  \
        move(key, value, order, d, from, to, n, position, places);                                                     \
    }                                                                                                                  \
    static void move_gathered_##key##_##value(tcui_key_order order, digit d, items from, items to, uint64_t n,         \
                                              uint64_t position, uint64_t *places)                                     \
    {                                                                                                                  \
        move_gathered(key, value, order, d, from, to, n, position, places);                                            \
    }
TCUI_SORT_SIZES(MOVE_FUNCTIONS)

#define MOVE_ROW(key, value)          move_##key##_##value,
#define MOVE_GATHERED_ROW(key, value) move_gathered_##key##_##value,
static const move_function move_functions[] = {TCUI_SORT_SIZES(MOVE_ROW)};
static const move_function move_gathered_functions[] = {TCUI_SORT_SIZES(MOVE_GATHERED_ROW)};

void tcui_sort_move(const tcui_sort_rule *rule, digit d, items from, items to, uint64_t n, uint64_t position,
                    uint64_t *places)
{
    enum { FEW = 1 << 14 }; /* items, which L2 holds at worst */
    if (n > FEW && (are_crowded(places, d.mask + 1, rule->key_bytes) ||
                    (rule->value_bytes > 0 && are_crowded(places, d.mask + 1, rule->value_bytes)))) {
        TCUI_SORT_ROW(move_gathered_functions, rule)(rule->order, d, from, to, n, position, places);
    } else {
        TCUI_SORT_ROW(move_functions, rule)(rule->order, d, from, to, n, position, places);
    }
}

void tcui_sort_move_all(const tcui_sort_rule *rule, items from, items to, uint64_t n, uint64_t position)
{
    if (to.keys != NULL && to.keys != from.keys) {
        memcpy(to.keys, from.keys, n * rule->key_bytes);
    }
    if (from.values != NULL && to.values != from.values) {
        memcpy(to.values, from.values, n * rule->value_bytes);
    }
    for (uint64_t i = 0; rule->payload == TCUI_PAYLOAD_INDICES && from.values == NULL && i < n; i++) {
        tcui_sort_store_index(to.values, i, position + i, rule->value_bytes);
    }
}
