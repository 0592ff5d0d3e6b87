/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Few groups without a sort: what a stable sort of the keys and its runs would give, in two passes over the elements.
 *
 *     1. each thread numbers the keys of its part in the order in which they come, and counts each (group_table.h)
 *     2. the different keys are sorted, and it is found where each part's elements of each group go: a counting sort
 *     3. each thread takes the values, or positions, of its part there, column after column: read in one stream, and written
 *        in one for each group (by positions in the keys' order each read would be in another page of memory)
 *
 * Where there turn out to be more groups than a table has room for, nothing has been written, and the sort does it.
 * All of tcu_group_by() for the sums of 2^22 f32 by 2^4 and 2^10 u32 keys takes 44 and 79 ms, by the sort 70 and 127 (AMD
 * EPYC, one thread, a busy machine).
 */
#include "few_groups.h"

#include "group_table.h"
#include "primitives/context/workspace.h"
#include "primitives/reduce/elements.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

/* Groups at most: a number has 16 bits, and each has to have some elements, or the sort is faster. And a part has so many
 * elements for each group that its table has room for: a group takes 36 to 44 bytes of a table, so all of them take at most
 * about 8 bytes an element, whatever the number of threads. */
enum { MOST_GROUPS = 1 << 16, LEAST_ELEMENTS = 16, LEAST_ELEMENTS_OF_PART = 5 };

typedef struct entry {
    uint64_t order; /* bits that are in the keys' order */
    uint32_t number;
} entry;

/* The arrays of a part, which is a thread's: its table, in which counts become the places of each key's first elements;
 * where its next ones go; and each key's number in the first part's table. */
typedef struct part {
    tcui_group_table table;
    uint64_t *places;
    uint32_t *first_number;
    bool failed;
} part;

typedef struct work {
    const tcui_few_groups_task *task;
    part *parts;
    uint64_t num_parts;
    entry *sorted;  /* the first part's keys */
    uint64_t *next; /* of each of their numbers: where its next element goes */
} work;

static uint64_t most_groups(uint64_t n)
{
    return n / LEAST_ELEMENTS < MOST_GROUPS ? n / LEAST_ELEMENTS : MOST_GROUPS;
}

/* Parts whose tables are small beside the elements. (It never decreases with growing n, so that the workspace does not.) */
static uint64_t most_parts(uint64_t n)
{
    const uint64_t of_few = LEAST_ELEMENTS / LEAST_ELEMENTS_OF_PART;
    const uint64_t of_many = n / ((uint64_t)LEAST_ELEMENTS_OF_PART * MOST_GROUPS);
    return of_many > of_few ? of_many : of_few;
}

static uint64_t parts_of(const tcu_context *context, uint64_t n)
{
    const uint64_t least = 1 + (uint64_t)(1e3 * context->least_shared_ns / TCUI_PS_GROUPED_ELEMENT);
    const uint64_t threads = (uint64_t)context->properties.multiprocessors;
    const uint64_t most = most_parts(n) < threads ? most_parts(n) : threads;
    return n / least < most ? n / least + (n < least) : most;
}

static work place_arrays(const tcu_context *context, uint64_t n, tcui_layout *layout, void *base)
{
    const uint64_t most = most_groups(n);
    work w = {.num_parts = parts_of(context, n)};
    int slots_log2 = 1;
    while (UINT64_C(1) << slots_log2 < 2 * most) {
        slots_log2++;
    }
    w.parts = tcui_layout_place(layout, base, w.num_parts, sizeof *w.parts);
    w.sorted = tcui_layout_place(layout, base, most, sizeof *w.sorted);
    w.next = tcui_layout_place(layout, base, most, sizeof *w.next);
    for (uint64_t p = 0; p < w.num_parts; p++) {
        part one = {.table = {.most = (uint32_t)most, .most_slots_log2 = slots_log2}};
        one.table.slots = tcui_layout_place(layout, base, UINT64_C(1) << slots_log2, sizeof *one.table.slots);
        one.table.keys = tcui_layout_place(layout, base, most, sizeof *one.table.keys);
        one.table.counts = tcui_layout_place(layout, base, most, sizeof *one.table.counts);
        one.places = tcui_layout_place(layout, base, most, sizeof *one.places);
        one.first_number = tcui_layout_place(layout, base, most, sizeof *one.first_number);
        if (base != NULL) {
            w.parts[p] = one;
        }
    }
    return w;
}

/* ------------------------------------------------------------------------------------------------- the passes --- */

/* The numbers of elements begin ... end - 1 in the table. */
#define TCUI_NUMBER_KEYS(bits)                                                                                         \
    TCUI_NEVER_INLINE bool number_keys_##bits(tcui_group_table *table, const void *keys, uint16_t *numbers,            \
                                              uint64_t begin, uint64_t end)                                            \
    {                                                                                                                  \
        for (uint64_t i = begin; i < end; i++) {                                                                       \
            const int32_t number = tcui_group_number(table, ((const uint##bits##_t *)keys)[i]);                        \
            if (number == TCUI_GROUP_NONE) {                                                                           \
                return false;                                                                                          \
            }                                                                                                          \
            table->counts[number]++;                                                                                   \
            numbers[i] = (uint16_t)number;                                                                             \
        }                                                                                                              \
        return true;                                                                                                   \
    }
TCUI_NUMBER_KEYS(16)
TCUI_NUMBER_KEYS(32)
TCUI_NUMBER_KEYS(64)
#undef TCUI_NUMBER_KEYS

static void number_part(const void *data, uint64_t index, uint64_t begin, uint64_t end)
{
    const work *w = data;
    part *p = &w->parts[index];
    const size_t bytes = tcu_type_size(w->task->key_type);
    tcui_group_table_clear(&p->table);
    p->failed = !(bytes == 2   ? number_keys_16(&p->table, w->task->keys, w->task->numbers, begin, end)
                  : bytes == 4 ? number_keys_32(&p->table, w->task->keys, w->task->numbers, begin, end)
                               : number_keys_64(&p->table, w->task->keys, w->task->numbers, begin, end));
}

/* What threads share of a column: values, or NULL for positions. */
typedef struct column {
    const uint16_t *numbers;
    part *parts;
    const void *values;
    void *to;
    size_t item_bytes;
} column;

/* to[place of element i] = its value or its position, for i = begin ... end - 1. */
#define TCUI_SCATTER(name, type, value)                                                                                \
    TCUI_NEVER_INLINE void scatter_##name(const column *c, uint64_t *places, uint64_t begin, uint64_t end)             \
    {                                                                                                                  \
        const uint16_t *numbers = c->numbers;                                                                          \
        const type *values = c->values;                                                                                \
        type *to = c->to;                                                                                              \
        (void)values;                                                                                                  \
        for (uint64_t i = begin; i < end; i++) {                                                                       \
            to[places[numbers[i]]++] = (value);                                                                        \
        }                                                                                                              \
    }
TCUI_SCATTER(8, uint8_t, values[i])
TCUI_SCATTER(16, uint16_t, values[i])
TCUI_SCATTER(32, uint32_t, values[i])
TCUI_SCATTER(64, uint64_t, values[i])
TCUI_SCATTER(positions_32, uint32_t, (uint32_t)i)
TCUI_SCATTER(positions_64, uint64_t, i)
#undef TCUI_SCATTER

static void scatter_part(const void *data, uint64_t index, uint64_t begin, uint64_t end)
{
    const column *c = data;
    const part *p = &c->parts[index];
    memcpy(p->places, p->table.counts, p->table.count * sizeof *p->places);
    if (c->values == NULL) {
        (c->item_bytes == 4 ? scatter_positions_32 : scatter_positions_64)(c, p->places, begin, end);
        return;
    }
    switch (c->item_bytes) {
    case 1:
        scatter_8(c, p->places, begin, end);
        break;
    case 2:
        scatter_16(c, p->places, begin, end);
        break;
    case 4:
        scatter_32(c, p->places, begin, end);
        break;
    default:
        scatter_64(c, p->places, begin, end);
    }
}

/* --------------------------------------------------------------------------------------------- between the two --- */

/* All parts' keys in the first one's table, where those of others have no elements yet; false if there is no room. */
static bool join_tables(work *w)
{
    tcui_group_table *first = &w->parts[0].table;
    for (uint64_t p = 0; p < w->num_parts; p++) {
        if (w->parts[p].failed) {
            return false;
        }
    }
    for (uint64_t p = 1; p < w->num_parts; p++) {
        part *other = &w->parts[p];
        for (uint32_t k = 0; k < other->table.count; k++) {
            const int32_t number = tcui_group_number(first, other->table.keys[k]);
            if (number == TCUI_GROUP_NONE) {
                return false;
            }
            other->first_number[k] = (uint32_t)number;
        }
    }
    for (uint32_t k = 0; k < first->count; k++) {
        w->parts[0].first_number[k] = k;
    }
    return true;
}

/* Down with entry `root` of a heap of `count` (Knuth, section 5.2.3, algorithm H). */
static void sift(entry *heap, uint64_t root, uint64_t count)
{
    const entry x = heap[root];
    for (uint64_t child; (child = 2 * root + 1) < count; root = child) {
        child += child + 1 < count && heap[child + 1].order > heap[child].order;
        if (heap[child].order <= x.order) {
            break;
        }
        heap[root] = heap[child];
    }
    heap[root] = x;
}

/* Keys as unsigned integers in the order of radix_sort.h: of reals with a sign all bits are turned, of others the sign. */
static uint64_t order_of(const tcui_format *format, uint64_t key)
{
    return format->infinity != 0 && (key & format->sign) != 0 ? key ^ format->all : key ^ format->sign;
}

static void sort_keys(work *w)
{
    const tcui_format format = tcui_format_of(w->task->key_type);
    const tcui_group_table *table = &w->parts[0].table;
    entry *sorted = w->sorted;
    for (uint32_t k = 0; k < table->count; k++) {
        sorted[k] = (entry){order_of(&format, table->keys[k]), k};
    }
    for (uint64_t root = table->count / 2; root-- > 0;) {
        sift(sorted, root, table->count);
    }
    for (uint64_t last = table->count; last-- > 1;) {
        const entry greatest = sorted[0];
        sorted[0] = sorted[last];
        sorted[last] = greatest;
        sift(sorted, 0, last);
    }
}

static void store_key(void *keys, size_t bytes, uint64_t g, uint64_t key)
{
    if (bytes == 2) {
        ((uint16_t *)keys)[g] = (uint16_t)key;
    } else if (bytes == 4) {
        ((uint32_t *)keys)[g] = (uint32_t)key;
    } else {
        ((uint64_t *)keys)[g] = key;
    }
}

/* The groups, and in place of each part's counts where its first elements go. */
static void place_groups(work *w)
{
    const tcu_runs *groups = &w->task->groups;
    const tcui_group_table *first = &w->parts[0].table;
    const size_t key_bytes = tcu_type_size(w->task->key_type);
    uint64_t before = 0;
    memset(w->next, 0, first->count * sizeof *w->next);
    for (uint64_t p = 0; p < w->num_parts; p++) {
        const part *one = &w->parts[p];
        for (uint32_t k = 0; k < one->table.count; k++) {
            w->next[one->first_number[k]] += one->table.counts[k];
        }
    }
    for (uint64_t g = 0; g < first->count; g++) {
        uint64_t *next = &w->next[w->sorted[g].number];
        const uint64_t length = *next;
        groups->offsets[g] = (int64_t)before;
        if (groups->lengths != NULL) {
            groups->lengths[g] = length;
        }
        if (groups->keys != NULL) {
            store_key(groups->keys, key_bytes, g, first->keys[w->sorted[g].number]);
        }
        *next = before;
        before += length;
    }
    groups->offsets[first->count] = (int64_t)before;
    *groups->count = first->count;
    for (uint64_t p = 0; p < w->num_parts; p++) {
        part *one = &w->parts[p];
        for (uint32_t k = 0; k < one->table.count; k++) {
            uint64_t *next = &w->next[one->first_number[k]];
            const uint64_t elements = one->table.counts[k];
            one->table.counts[k] = *next;
            *next += elements;
        }
    }
}

/* --------------------------------------------------------------------------------------------------- the call --- */

size_t tcui_few_groups_bytes(const tcu_context *context, size_t key_bytes, uint64_t n)
{
    tcui_layout layout = {0};
    if (key_bytes == 1 || most_groups(n) == 0) { /* (Keys of a byte are sorted by counting anyway.) */
        return 0;
    }
    place_arrays(context, n, &layout, NULL);
    return tcui_layout_total(&layout);
}

bool tcui_few_groups(tcu_context *context, const tcui_few_groups_task *task)
{
    tcui_layout layout = {0};
    if (tcui_few_groups_bytes(context, tcu_type_size(task->key_type), task->n) == 0) {
        return false;
    }
    work w = place_arrays(context, task->n, &layout, task->workspace);
    w.task = task;
    tcui_for_parts((int)w.num_parts, task->n, w.num_parts, number_part, &w);
    if (!join_tables(&w)) {
        return false;
    }
    sort_keys(&w);
    place_groups(&w);
    if (task->payload != NULL) {
        tcui_few_groups_column(context, task, task->values, task->payload, task->payload_bytes);
    }
    return true;
}

void tcui_few_groups_column(tcu_context *context, const tcui_few_groups_task *task, const void *values, void *to,
                            size_t item_bytes)
{
    const uint64_t parts = parts_of(context, task->n);
    const column c = {task->numbers, task->workspace, values, to, item_bytes}; /* (The parts are its first array.) */
    tcui_for_parts((int)parts, task->n, parts, scatter_part, &c);
}
