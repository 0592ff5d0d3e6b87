/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers and scatters on the host: threads have equal shares of the indices. What takes time is that an item may be
 * anywhere in memory; processors look ahead in such a loop, and so have several items on their way at once.
 *
 * Scatters store words that other threads may store, too, where indices are equal: as relaxed atomics, which are plain
 * stores for the processor, and for C11 no data race.
 */
#include <stdatomic.h>
#include <string.h>

#include "index.h"
#include "numbers.h"
#include "primitives/call/items.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

typedef struct work {
    const tcui_gather_task *task;
    uint64_t word_bytes; /* of scatters */
    _Atomic uint64_t *out_of_range;
} work;

/* ---------------------------------------------------------------------------------------------------- gathers --- */

/* Inlined with a constant size: a load and a store. */
TCUI_ALWAYS_INLINE uint64_t gather_items(const tcui_gather_task *t, tcu_type index_type, size_t bytes, uint64_t begin,
                                         uint64_t end)
{
    /* (What is stored might be the task, for all that compilers know: so nothing of it is read in the loop.) */
    const unsigned char *const from = t->from;
    const void *const indices = t->indices;
    unsigned char *const to = t->to;
    const uint64_t places = t->places;
    uint64_t outside = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t index;
        if (tcui_index_load(index_type, indices, i, places, &index)) {
            memcpy(to + i * bytes, from + index * bytes, bytes);
        } else {
            outside++;
        }
    }
    return outside;
}

TCUI_ALWAYS_INLINE uint64_t gather_by(const tcui_gather_task *t, tcu_type index_type, uint64_t begin, uint64_t end)
{
    switch (t->item_bytes) {
    case 1:
        return gather_items(t, index_type, 1, begin, end);
    case 2:
        return gather_items(t, index_type, 2, begin, end);
    case 4:
        return gather_items(t, index_type, 4, begin, end);
    case 8:
        return gather_items(t, index_type, 8, begin, end);
    case 12:
        return gather_items(t, index_type, 12, begin, end);
    case 16:
        return gather_items(t, index_type, 16, begin, end);
    case 24:
        return gather_items(t, index_type, 24, begin, end);
    case 32:
        return gather_items(t, index_type, 32, begin, end);
    default:
        return gather_items(t, index_type, t->item_bytes, begin, end);
    }
}

/* --------------------------------------------------------------------------------------------------- scatters --- */

#define STORE_WORD(type, to, from, k)                                                                                  \
    atomic_store_explicit((_Atomic type *)(void *)(to) + (k), ((const type *)(const void *)(from))[k],                 \
                          memory_order_relaxed)

TCUI_ALWAYS_INLINE void store_words(unsigned char *to, const unsigned char *from, size_t words, size_t word_bytes)
{
    for (size_t k = 0; k < words; k++) {
        switch (word_bytes) {
        case 1:
            STORE_WORD(uint8_t, to, from, k);
            break;
        case 2:
            STORE_WORD(uint16_t, to, from, k);
            break;
        case 4:
            STORE_WORD(uint32_t, to, from, k);
            break;
        default:
            STORE_WORD(uint64_t, to, from, k);
            break;
        }
    }
}

TCUI_ALWAYS_INLINE uint64_t scatter_items(const tcui_gather_task *t, tcu_type index_type, size_t words,
                                          size_t word_bytes, uint64_t begin, uint64_t end)
{
    const size_t bytes = words * word_bytes;
    const unsigned char *const from = t->from;
    const void *const indices = t->indices;
    unsigned char *const to = t->to;
    const uint64_t places = t->places;
    uint64_t outside = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t index;
        if (tcui_index_load(index_type, indices, i, places, &index)) {
            store_words(to + index * bytes, from + i * bytes, words, word_bytes);
        } else {
            outside++;
        }
    }
    return outside;
}

/* Inlined with a constant size of words, and their number where that is 1. */
TCUI_ALWAYS_INLINE uint64_t scatter_words(const tcui_gather_task *t, tcu_type index_type, size_t word_bytes,
                                          uint64_t begin, uint64_t end)
{
    return t->item_bytes == word_bytes
               ? scatter_items(t, index_type, 1, word_bytes, begin, end)
               : scatter_items(t, index_type, t->item_bytes / word_bytes, word_bytes, begin, end);
}

TCUI_ALWAYS_INLINE uint64_t scatter_by(const tcui_gather_task *t, tcu_type index_type, size_t word_bytes,
                                       uint64_t begin, uint64_t end)
{
    switch (word_bytes) {
    case 1:
        return scatter_words(t, index_type, 1, begin, end);
    case 2:
        return scatter_words(t, index_type, 2, begin, end);
    case 4:
        return scatter_words(t, index_type, 4, begin, end);
    default:
        return scatter_words(t, index_type, 8, begin, end);
    }
}

/* ------------------------------------------------------------------------------------------------- the shares --- */

TCUI_ALWAYS_INLINE uint64_t move_items(const work *w, tcu_type index_type, uint64_t begin, uint64_t end)
{
    return w->task->kind == TCUI_GATHER_ITEMS ? gather_by(w->task, index_type, begin, end)
                                              : scatter_by(w->task, index_type, w->word_bytes, begin, end);
}

static void move_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    uint64_t outside;
    (void)part;
    switch (w->task->index_type) {
    case TCU_TYPE_I32:
        outside = move_items(w, TCU_TYPE_I32, begin, end);
        break;
    case TCU_TYPE_U32:
        outside = move_items(w, TCU_TYPE_U32, begin, end);
        break;
    default:
        outside = move_items(w, TCU_TYPE_U64, begin, end);
        break;
    }
    if (outside > 0) {
        atomic_fetch_add_explicit(w->out_of_range, outside, memory_order_relaxed);
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_gather_task *task = any_task;
    (void)workspace;
    const uint64_t n = tcui_gather_count(task);
    const double ps = (double)TCUI_PS_GATHERED_ITEM + (double)TCUI_PS_GATHERED_BYTE * (double)task->item_bytes;
    const int threads = tcui_threads_for_work(context, ps * (double)n);
    _Atomic uint64_t out_of_range;
    atomic_init(&out_of_range, 0);
    const work w = {.task = task,
                    .word_bytes = tcui_word_bytes(task->item_bytes, task->from, task->to, sizeof(uint64_t)),
                    .out_of_range = &out_of_range};
    tcui_for_parts(threads, n, (uint64_t)threads, move_part, &w);
    if (task->out_of_range != NULL) {
        *task->out_of_range = out_of_range;
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .execute = execute}};

static const tcui_gather_extension extension = {tcui_gather_number};

const tcui_operation tcui_gather_host = {
    .id = TCUI_GATHER, .name = "gather", .paths = paths, .num_paths = 1, .extension = &extension};
