/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sorts on the host. A long segment is cut into parts, which threads count and move in turn; short ones are shared
 * out among the threads by chunks of equal work (primitives/threads/chunks.h), each sorted by one thread. How a segment
 * is sorted goes by its length and what its keys carry:
 *
 *     by comparisons    small.c     up to 64 elements
 *     by counts alone   counted.c   keys of 8 bits without values; long arrays of 16 bits
 *     by digits         digits.c    all else
 *
 * Each result is the only one that the order and stability allow, so none of this shows in it.
 */
#include "internal.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"

/* Parts of segments from this length on are worth several threads. */
enum { LEAST_PART = 1 << 16, MOST_PARTS = 64, LONG_SEGMENT = 2 * LEAST_PART };

/* A thread keeps the counts of a segment that it sorts alone on its stack. */
enum { COUNTS_ALONE = TCUI_SORT_MOST_PASSES * TCUI_DIGITS };

/*
 * Keys of 16 bits: their 65536 counts take as long as two passes over 2^18 to 2^19 keys (measured), and each part has
 * counts of its own. They do not fit a stack, so only long segments are counted.
 */
enum { LEAST_SHORTS = 1 << 19, LEAST_SHORTS_A_PART = 1 << 18, MOST_PARTS_OF_SHORTS = 16 };
_Static_assert((int)LEAST_SHORTS >= (int)LONG_SEGMENT, "counts of 16 bits are in the workspace");

/* The longest segment that there may be. */
static uint64_t longest_of(const tcui_segments *segments)
{
    return segments->offsets == NULL && segments->size > 0 && segments->size < segments->n ? segments->size
                                                                                           : segments->n;
}

/* All segments, or none; but small ones are sorted by comparisons. */
static bool are_counted(const tcui_radix_sort_task *task)
{
    const size_t key_bytes = tcu_type_size(task->key_type);
    if (!tcui_is_bare(task) || key_bytes > 2)
        return false;
    const tcui_segments *segments = &task->segments;
    const bool whole = tcui_segments_are_whole(segments);
    return key_bytes == 1 || (whole && segments->n >= LEAST_SHORTS);
}

static uint64_t parts_of(const tcui_radix_sort_task *task, uint64_t n)
{
    const bool shorts = are_counted(task) && tcu_type_size(task->key_type) == 2;
    const uint64_t least = shorts ? LEAST_SHORTS_A_PART : LEAST_PART;
    const uint64_t most = shorts ? MOST_PARTS_OF_SHORTS : MOST_PARTS;
    const uint64_t parts = n / least;
    return parts < 1 ? 1 : parts > most ? most : parts;
}

/* --------------------------------------------------------------------------------------------- the workspace --- */

/* An array that the workspace may have. */
typedef struct room {
    uint64_t count; /* 0: it has none */
    size_t offset;
} room;

typedef struct rooms {
    room counts;
    room keys_out; /* for argsort, which discards its keys */
    room keys_other, values_other;
} rooms;

static room reserve_room(tcui_layout *layout, bool needed, uint64_t count, size_t element_bytes)
{
    const uint64_t reserved = needed && element_bytes > 0 ? count : 0;
    const room r = {reserved, tcui_layout_reserve(layout, reserved, element_bytes)};
    return r;
}

static void *room_in(void *workspace, room r)
{
    return r.count > 0 ? (char *)workspace + r.offset : NULL;
}

static rooms reserve(const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const uint64_t n = task->segments.n, longest = longest_of(&task->segments);
    const size_t key_bytes = tcu_type_size(task->key_type);
    const int passes = tcui_radix_passes(task);
    const bool counted = are_counted(task);
    /* A segment of one part has its counts on the stack, but those of all values of 16 bits. */
    const uint64_t num_parts = parts_of(task, longest);
    const uint64_t counters = counted ? (uint64_t)1 << (8 * key_bytes) : (uint64_t)passes * TCUI_DIGITS;
    const bool needs_counts = num_parts > 1 || counters > COUNTS_ALONE;
    const bool by_digits = !counted && longest > TCUI_SORT_SMALL;
    const bool needs_other =
        by_digits && task->arrays != TCUI_SORT_BUFFERS && (passes > 1 || task->arrays == TCUI_SORT_IN_PLACE);
    const bool needs_keys_out = by_digits && passes > 2 && task->payload == TCUI_PAYLOAD_INDICES;
    rooms r;
    r.counts =
        reserve_room(layout, needs_counts, num_parts * counters + (counted ? counters + 1 : 0), sizeof(uint64_t));
    r.keys_out = reserve_room(layout, needs_keys_out, n, key_bytes);
    r.keys_other = reserve_room(layout, needs_other, n, key_bytes);
    r.values_other = reserve_room(layout, needs_other, n, task->value_bytes);
    return r;
}

static tcu_status plan(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context;
    reserve(task, layout);
    return TCU_SUCCESS;
}

/* So it is without a copy, if every digit takes a pass. */
static bool swaps_buffers(const tcu_context *context, const tcui_radix_sort_task *task)
{
    (void)context;
    return tcui_radix_passes(task) % 2 != 0;
}

/* ---------------------------------------------------------------------------------------------- the segments --- */

typedef struct work {
    const tcui_radix_sort_task *task;
    tcui_sort_rule rule;
    tcui_sort_items in, out, other;
    uint64_t *counts; /* of long segments */
    int threads;
    bool counted;
} work;

static void sort_segment(const work *w, uint64_t first, uint64_t n, uint64_t parts, uint64_t *counts)
{
    const tcui_sort_segment segment = {.rule = &w->rule,
                                       .in = tcui_sort_items_at(&w->rule, w->in, first),
                                       .out = tcui_sort_items_at(&w->rule, w->out, first),
                                       .other = tcui_sort_items_at(&w->rule, w->other, first),
                                       .first = first,
                                       .n = n,
                                       .parts = parts,
                                       .threads = w->threads,
                                       .counts = counts};
    if (n <= TCUI_SORT_SMALL) {
        tcui_sort_small(&segment);
    } else if (w->counted) {
        tcui_sort_counted(&segment);
    } else {
        tcui_sort_digits(&segment);
    }
}

/* The segments that end in a chunk, but those that all threads sort. */
static void sort_chunk(const void *data, int64_t index, int thread)
{
    const work *w = data;
    const tcui_segments *segments = &w->task->segments;
    const tcui_chunk chunk = tcui_chunk_at(segments, (uint64_t)index);
    (void)thread;
    uint64_t counts[COUNTS_ALONE];
    for (uint64_t k = chunk.first; k < chunk.last; k++) {
        const uint64_t begin = tcui_segment_begin(segments, k), n = tcui_segment_end(segments, k) - begin;
        if (n > 0 && n < LONG_SEGMENT) {
            sort_segment(w, begin, n, 1, counts);
        }
    }
}

static void sort_long_segments(const work *w)
{
    const tcui_segments *segments = &w->task->segments;
    for (uint64_t k = 0; k < segments->count; k++) {
        const uint64_t begin = tcui_segment_begin(segments, k), n = tcui_segment_end(segments, k) - begin;
        if (n >= LONG_SEGMENT) {
            /* One thread alone has no use for parts. */
            sort_segment(w, begin, n, w->threads > 1 ? parts_of(w->task, n) : 1, w->counts);
        }
    }
}

static void sort_short_segments(const work *w)
{
    tcui_for_each(w->threads, (int64_t)tcui_chunk_count(&w->task->segments), sort_chunk, w);
}

static tcui_sort_items items_of(const void *keys, const void *values)
{
    /* (Inputs are of the same type as what is written, too.) */
    const tcui_sort_items items = {(char *)(uintptr_t)keys, (char *)(uintptr_t)values};
    return items;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_radix_sort_task *task = any_task;
    tcui_layout layout = {0};
    const rooms at = reserve(task, &layout);
    const bool has_indices = task->payload == TCUI_PAYLOAD_INDICES, given = task->arrays == TCUI_SORT_BUFFERS;
    const work w = {
        .task = task,
        .rule = {.order = tcui_key_order_of(task->key_type, task->descending),
                 .begin_bit = task->begin_bit,
                 .end_bit = task->end_bit,
                 .key_bytes = tcu_type_size(task->key_type),
                 .value_bytes = task->value_bytes,
                 .payload = task->payload},
        .in = items_of(task->keys_in, task->payload == TCUI_PAYLOAD_VALUES ? task->values_in : NULL),
        .out = items_of(has_indices ? room_in(workspace, at.keys_out) : task->keys_out,
                        task->payload != TCUI_PAYLOAD_NONE ? task->values_out : NULL),
        .other = given ? items_of(task->keys_other, task->payload != TCUI_PAYLOAD_NONE ? task->values_other : NULL)
                       : items_of(room_in(workspace, at.keys_other), room_in(workspace, at.values_other)),
        .counts = room_in(workspace, at.counts),
        .threads = context->properties.multiprocessors,
        .counted = are_counted(task)};
    if (longest_of(&task->segments) >= LONG_SEGMENT) {
        sort_long_segments(&w);
    }
    sort_short_segments(&w);
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .plan = plan, .execute = execute}};

static const tcui_radix_sort_extension extension = {swaps_buffers};

const tcui_operation tcui_radix_sort_host = {
    .id = TCUI_RADIX_SORT, .name = "radix_sort", .paths = paths, .num_paths = 1, .extension = &extension};
