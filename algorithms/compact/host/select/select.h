/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which items are kept, as marks: a bit an item, 64 of them a word, the first item's lowest. Where flags, comparisons
 * and heads differ ends here.
 */
#ifndef TCUI_COMPACT_HOST_SELECT_H
#define TCUI_COMPACT_HOST_SELECT_H

#include "interval.h"

enum { TCUI_MARKS = 64 }; /* of a word */

static inline uint64_t tcui_mark_words(uint64_t items)
{
    return items / TCUI_MARKS + (items % TCUI_MARKS != 0);
}

/* Marks of whole words: items of one size, in their interval, or (heads) unlike the item before the first and on. */
typedef void tcui_mark_function(const void *items, uint64_t words, const tcui_interval *interval, uint64_t *marks);

/* A task's selection, prepared once for all of its items. */
typedef struct tcui_selector {
    tcui_mark_function *mark; /* NULL: `items` are the marks themselves, a bit an item, or with `heads` records */
    const char *items;
    size_t item_bytes;
    bool heads;
    tcui_interval interval;
} tcui_selector;

/* For a level of primitives/tile/host/levels.h. */
tcui_selector tcui_select_prepare(const tcui_compact_task *task, int level);

/* Marks of items first ... first + count - 1, `first` a multiple of 64; those behind the last item are 0. */
void tcui_select(const tcui_selector *selector, uint64_t first, uint64_t count, uint64_t *marks);

#endif /* TCUI_COMPACT_HOST_SELECT_H */
