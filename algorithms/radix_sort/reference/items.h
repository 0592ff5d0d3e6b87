/* SPDX-License-Identifier: Apache-2.0 */
/* Keys with the values that belong to them, and the bits of a key that are compared. */
#ifndef TCUI_RADIX_SORT_REFERENCE_ITEMS_H
#define TCUI_RADIX_SORT_REFERENCE_ITEMS_H

#include <string.h>

#include "algorithms/radix_sort/backend.h"
#include "primitives/context/key_order.h"
#include "primitives/tile/reference/matrix.h"

/* Either may be NULL: there are none. */
typedef struct tcui_items {
    char *keys;
    char *values;
} tcui_items;

/* The items from item `first` on. */
static inline tcui_items tcui_items_from(const tcui_radix_sort_task *task, tcui_items all, uint64_t first)
{
    const size_t key_bytes = tcu_type_size(task->key_type);
    return (tcui_items){all.keys != NULL ? all.keys + first * key_bytes : NULL,
                        all.values != NULL ? all.values + first * task->value_bytes : NULL};
}

static inline void tcui_copy_array(char *to, const char *from, size_t bytes)
{
    if (to != NULL && from != NULL) {
        memmove(to, from, bytes); /* (in place they are the same) */
    }
}

static inline void tcui_copy_items(const tcui_radix_sort_task *task, tcui_items to, tcui_items from, uint64_t count)
{
    tcui_copy_array(to.keys, from.keys, count * tcu_type_size(task->key_type));
    tcui_copy_array(to.values, from.values, count * task->value_bytes);
}

/* Bits begin ... end - 1 of the order bits of key i. */
static inline uint64_t tcui_bits_of_key(const tcui_radix_sort_task *task, tcui_items items, uint64_t i, int begin,
                                        int end)
{
    static const tcu_type unsigned_types[] = {
        [1] = TCU_TYPE_U8, [2] = TCU_TYPE_U16, [4] = TCU_TYPE_U32, [8] = TCU_TYPE_U64};
    if (begin == end) {
        return 0;
    }
    const uint64_t x = tcui_number_load(unsigned_types[tcu_type_size(task->key_type)], items.keys, i).integer;
    const uint64_t order_bits = tcui_order_bits(tcui_key_order_of(task->key_type, task->descending), x);
    return order_bits >> begin & UINT64_MAX >> (64 - (end - begin));
}

#endif /* TCUI_RADIX_SORT_REFERENCE_ITEMS_H */
