/* SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include <string.h>

#include "primitives/call/items.h"

enum { KEY_8, KEY_16, KEY_32, KEY_64, REAL_16, REAL_32, REAL_64, HEAD_8, HEAD_16, HEAD_32, HEAD_64, HEAD_128, KINDS };

/* Eight bytes of marks, the first the lowest. */
static uint64_t load_word(const unsigned char *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
           (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* Bits 0, 2, 4 ... 62 side by side. */
static inline uint64_t even_bits(uint64_t x)
{
    x &= UINT64_C(0x5555555555555555);
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0xffffffff);
}

#define TCUI_LEVEL_TEMPLATE "algorithms/compact/host/select/mark_template.h"
#include "primitives/tile/host/for_each_level.h"

static tcui_mark_function *const *const kinds[] = {TCUI_LEVELS(kinds)};

/* 0 to 4 for items of 1 to 16 bytes. */
static int log2_of(size_t item_bytes)
{
    return item_bytes == 1 ? 0 : item_bytes == 2 ? 1 : item_bytes == 4 ? 2 : item_bytes == 8 ? 3 : 4;
}

tcui_selector tcui_select_prepare(const tcui_compact_task *task, int level)
{
    const tcu_column *items = &task->columns[0];
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        return (tcui_selector){kinds[level][KEY_8], task->flags, 1, false, tcui_interval_of_flags()};
    case TCUI_SELECT_BITS:
        return (tcui_selector){.items = task->flags};
    case TCUI_SELECT_HEADS:
        if (!tcui_is_word(items->item_bytes)) {
            return (tcui_selector){.items = items->in, .item_bytes = items->item_bytes, .heads = true};
        }
        return (tcui_selector){
            kinds[level][HEAD_8 + log2_of(items->item_bytes)], items->in, items->item_bytes, true, {0}};
    case TCUI_SELECT_PREDICATE:
        break;
    }
    const void *value = task->value_in_context != NULL ? task->value_in_context : task->value.bytes;
    const void *upper = task->upper_in_context != NULL ? task->upper_in_context : task->upper.bytes;
    const int kind =
        tcui_is_real(task->type) ? REAL_16 + log2_of(items->item_bytes) - 1 : KEY_8 + log2_of(items->item_bytes);
    return (tcui_selector){kinds[level][kind], items->in, items->item_bytes, false,
                           tcui_interval_of(task->type, task->comparison, value, upper)};
}

static void load_bits(const unsigned char *bytes, uint64_t count, uint64_t *marks)
{
    const uint64_t words = count / TCUI_MARKS;
    for (uint64_t w = 0; w < words; w++) {
        marks[w] = load_word(bytes + w * sizeof *marks);
    }
    if (count % TCUI_MARKS != 0) {
        unsigned char rest[sizeof *marks] = {0};
        memcpy(rest, bytes + words * sizeof *marks, (count % TCUI_MARKS + 7) / 8);
        marks[words] = load_word(rest);
    }
}

/* The marks of up to 64 items around which not all may be read that a word needs, from a copy. */
static void mark_copy(const tcui_selector *s, uint64_t first, uint64_t count, uint64_t *marks)
{
    _Alignas(64) char copy[(TCUI_MARKS + 1) * 16];
    const uint64_t before = s->heads && first > 0;
    memset(copy, 0, (TCUI_MARKS + 1) * s->item_bytes);
    memcpy(copy + (1 - before) * s->item_bytes, s->items + (first - before) * s->item_bytes,
           (count + before) * s->item_bytes);
    s->mark(copy + s->item_bytes, 1, &s->interval, marks);
    if (s->heads && first == 0) {
        marks[0] |= 1;
    }
}

/* Records that differ from the one before. */
static void mark_heads_of_records(const tcui_selector *s, uint64_t first, uint64_t count, uint64_t *marks)
{
    memset(marks, 0, tcui_mark_words(count) * sizeof *marks);
    for (uint64_t i = 0; i < count; i++) {
        const char *item = s->items + (first + i) * s->item_bytes;
        const uint64_t is_head = first + i == 0 || memcmp(item, item - s->item_bytes, s->item_bytes) != 0;
        marks[i / TCUI_MARKS] |= is_head << i % TCUI_MARKS;
    }
}

static void mark_items(const tcui_selector *s, uint64_t first, uint64_t count, uint64_t *marks)
{
    const uint64_t rest = count % TCUI_MARKS, words = count / TCUI_MARKS;
    if (words == 0) {
        mark_copy(s, first, count, marks);
        return;
    }
    const uint64_t copied = s->heads && first == 0; /* no item lies before the array */
    if (copied) {
        mark_copy(s, 0, TCUI_MARKS, marks);
    }
    s->mark(s->items + (first + copied * TCUI_MARKS) * s->item_bytes, words - copied, &s->interval, marks + copied);
    if (rest > 0) { /* the last 64 items, of which the first ones are in the word before */
        s->mark(s->items + (first + count - TCUI_MARKS) * s->item_bytes, 1, &s->interval, marks + words);
        marks[words] >>= TCUI_MARKS - rest;
    }
}

void tcui_select(const tcui_selector *s, uint64_t first, uint64_t count, uint64_t *marks)
{
    const uint64_t rest = count % TCUI_MARKS;
    if (s->mark == NULL && s->heads) {
        mark_heads_of_records(s, first, count, marks);
    } else if (s->mark == NULL) {
        load_bits((const unsigned char *)s->items + first / 8, count, marks);
    } else {
        mark_items(s, first, count, marks);
    }
    if (rest > 0) {
        marks[count / TCUI_MARKS] &= (UINT64_C(1) << rest) - 1;
    }
}
