/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items of any number of bytes, at any address: their checks, and the words by which they are moved. A word has 1, 2, 4, 8
 * or 16 bytes, so each is one load and one store, and an item is some neighbouring words.
 */
#ifndef TCUI_ITEMS_H
#define TCUI_ITEMS_H

#include "arrays.h"
#include "primitives/context/sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An item has 1 byte or more. */
tcu_status tcui_check_item_bytes(tcu_context *context, size_t item_bytes);

/* `count` items have at most TCUI_MOST_BYTES, and of a call, where `has_pointers`, a pointer if there are any. */
tcu_status tcui_check_items(tcu_context *context, const char *name, const void *pointer, uint64_t count,
                            size_t item_bytes, bool has_pointers);

/* Whether an item is one word. Operations that have kernels for words take them aligned to their bytes; other items, which
 * are records, lie at any address. */
static inline bool tcui_is_word(size_t item_bytes)
{
    return item_bytes != 0 && item_bytes <= 16 && (item_bytes & (item_bytes - 1)) == 0;
}

/* An array of words or, once they are checked, of records: of elements of so many bytes, and how many it has. */
static inline size_t tcui_item_element_bytes(size_t item_bytes)
{
    return tcui_is_word(item_bytes) ? item_bytes : 1;
}

static inline uint64_t tcui_item_elements(uint64_t count, size_t item_bytes)
{
    return tcui_is_word(item_bytes) ? count : count * item_bytes;
}

/* Once they are checked: arrays of bytes, of which none is misaligned. */
static inline int tcui_arrays_read_items(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count,
                                         size_t item_bytes)
{
    return tcui_arrays_read(arrays, name, pointer, count * item_bytes, 1);
}

static inline int tcui_arrays_write_items(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count,
                                          size_t item_bytes)
{
    return tcui_arrays_write(arrays, name, pointer, count * item_bytes, 1);
}

/* The largest power of two, up to `most`, that divides the items' bytes and both arrays' addresses. */
static inline size_t tcui_word_bytes(size_t item_bytes, const void *from, const void *to, size_t most)
{
    const uintptr_t bits = (uintptr_t)item_bytes | (uintptr_t)from | (uintptr_t)to | (uintptr_t)most;
    return (size_t)(bits & (~bits + 1));
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_ITEMS_H */
