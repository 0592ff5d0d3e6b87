/* SPDX-License-Identifier: Apache-2.0 */
/* Insertion: what is in order is only read, so of few items in disorder it takes less time than a pass. */
#include "items.h"

typedef tcui_sort_items items;

TCUI_ALWAYS_INLINE void copy_item(size_t key_bytes, size_t value_bytes, items to, uint64_t place, items from,
                                  uint64_t i)
{
    tcui_sort_copy(to.keys, place, from.keys, i, key_bytes);
    if (value_bytes > 0) {
        tcui_sort_copy(to.values, place, from.values, i, value_bytes);
    }
}

TCUI_ALWAYS_INLINE bool insert(size_t key_bytes, size_t value_bytes, const tcui_sort_rule *rule, items all, uint64_t n)
{
    const tcui_key_order order = rule->order;
    const uint64_t compared = tcui_sort_compared(rule);
    char key[8], value[16];
    const items one = {key, value};
    uint64_t moves = 0, most = 0; /* the greatest key so far: the one before */
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t b = tcui_order_bits(order, tcui_sort_key(all.keys, i, key_bytes)) & compared;
        if (b >= most) {
            most = b;
            continue;
        }
        uint64_t place = i;
        copy_item(key_bytes, value_bytes, one, 0, all, i);
        do {
            copy_item(key_bytes, value_bytes, all, place, all, place - 1);
            place--;
        } while (place > 0 && (tcui_order_bits(order, tcui_sort_key(all.keys, place - 1, key_bytes)) & compared) > b);
        copy_item(key_bytes, value_bytes, all, place, one, 0);
        moves += i - place;
        if (moves > n) {
            return false;
        }
    }
    return true;
}

typedef bool (*insert_function)(const tcui_sort_rule *rule, items all, uint64_t n);

#define INSERT_FUNCTION(key, value)                                                                                    \
    static bool insert_##key##_##value(const tcui_sort_rule *rule, items all, uint64_t n)                              \
    {                                                                                                                  \
        return insert(key, value, rule, all, n);                                                                       \
    }
TCUI_SORT_SIZES(INSERT_FUNCTION)

#define INSERT_ROW(key, value) insert_##key##_##value,
static const insert_function insert_functions[] = {TCUI_SORT_SIZES(INSERT_ROW)};

bool tcui_sort_insert(const tcui_sort_rule *rule, items all, uint64_t n)
{
    return TCUI_SORT_ROW(insert_functions, rule)(rule, all, n);
}
