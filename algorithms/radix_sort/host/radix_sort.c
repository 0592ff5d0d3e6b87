/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sorts on the host. A long segment is cut into parts, which threads count and move in turn; short ones are shared
 * out among the threads by chunks of equal work (primitives/threads/chunks.h), each sorted by one thread. How a segment
 * is sorted depends on its length and on what its keys carry:
 *
 *     by vectors         vectors/   bare keys, and short arrays of others packed; where there are instructions for it
 *     by buckets         vectors/   long arrays of bare keys, which several threads sort; where there are instructions
 *     by counts alone    counted.c  bare keys of 8 bits; long arrays of 16 bits
 *     by comparisons     small.c    up to 64 elements of all else
 *     by digits          digits.c   longer ones
 *
 * Each result is the only one that the order and stability allow, so none of this shows in it.
 */
#include "algorithms/radix_sort/host/vectors/buckets.h"
#include "algorithms/radix_sort/host/vectors/packed.h"
#include "algorithms/radix_sort/host/vectors/vectors.h"
#include "internal.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

/* Parts of segments from this length on are worth several threads. */
enum { LEAST_PART = 1 << 16, MOST_PARTS = 64, LONG_SEGMENT = 2 * LEAST_PART };

/* From here on buckets are faster than quicksort also on one thread: ns a key, 2^22 keys 4.6 to 5.3 for 5.1 to 5.4,
 * 2^18 3.3 for 3.1. */
enum { LONG_ALONE = 1 << 19 };

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
    if (!tcui_is_bare(task) || key_bytes > 2) {
        return false;
    }
    const tcui_segments *segments = &task->segments;
    const bool whole = tcui_segments_are_whole(segments);
    return key_bytes == 1 || (whole && segments->n >= LEAST_SHORTS);
}

/* What sorts bare keys here, but those that are counted; or NULL. */
static const tcui_sort_vectors *vectors_of(const tcui_radix_sort_task *task)
{
    return tcui_is_bare(task) ? tcui_sort_vectors_here(tcu_type_size(task->key_type)) : NULL;
}

/* What sorts keys packed with their indices, where they are; or NULL. */
static const tcui_sort_vectors *packing_of(const tcui_radix_sort_task *task)
{
    const tcui_sort_vectors *vectors = tcui_sort_vectors_here(sizeof(uint64_t));
    const size_t key_bytes = tcu_type_size(task->key_type);
    const bool whole_keys = task->begin_bit == 0 && task->end_bit == 8 * (int)key_bytes;
    return task->payload != TCUI_PAYLOAD_NONE && whole_keys && key_bytes <= 4 && vectors != NULL &&
                   vectors->by_digits == 0
               ? vectors
               : NULL;
}

/* Keys of fewer bits take few digits. */
static uint64_t most_packed(const tcui_radix_sort_task *task)
{
    const tcui_sort_vectors *packing = packing_of(task);
    return packing == NULL ? 0 : tcu_type_size(task->key_type) == 4 ? TCUI_SORT_PACKED : packing->alone;
}

/* Of one thread. */
static uint64_t packed_words_of(const tcui_radix_sort_task *task)
{
    const uint64_t longest = longest_of(&task->segments), most = most_packed(task);
    return tcui_sort_packed_words(longest < most ? longest : most, task->value_bytes);
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
    room packed;
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

static rooms lay_out(const tcui_radix_sort_task *task, int threads, tcui_layout *layout)
{
    const uint64_t n = task->segments.n, longest = longest_of(&task->segments);
    const size_t key_bytes = tcu_type_size(task->key_type);
    const int passes = tcui_radix_passes(task);
    const bool counted = are_counted(task);
    /* A segment of one part has its counts on the stack, but those of all values of 16 bits. */
    const uint64_t num_parts = parts_of(task, longest);
    const uint64_t counters = counted ? (uint64_t)1 << (8 * key_bytes) : (uint64_t)passes * TCUI_DIGITS;
    const bool needs_counts = num_parts > 1 || counters > COUNTS_ALONE;
    const bool in_buckets = !counted && longest >= LONG_SEGMENT && vectors_of(task) != NULL;
    const uint64_t counts = in_buckets     ? tcui_sort_bucket_counts(longest, key_bytes)
                            : needs_counts ? num_parts * counters + (counted ? counters + 1 : 0)
                                           : 0;
    const bool by_digits = !counted && longest > TCUI_SORT_SMALL;
    const bool needs_other =
        by_digits && task->arrays != TCUI_SORT_BUFFERS && (passes > 1 || task->arrays == TCUI_SORT_IN_PLACE);
    const bool needs_keys_out = by_digits && passes > 2 && task->payload == TCUI_PAYLOAD_INDICES;
    rooms r;
    r.counts = reserve_room(layout, counts > 0, counts, sizeof(uint64_t));
    r.keys_out = reserve_room(layout, needs_keys_out, n, key_bytes);
    r.keys_other = reserve_room(layout, needs_other, n, key_bytes);
    r.values_other = reserve_room(layout, needs_other, n, task->value_bytes);
    /* (One segment is one thread's.) */
    const int packers = packing_of(task) != NULL ? tcui_threads_for(threads, (int64_t)task->segments.count) : 0;
    r.packed = reserve_room(layout, packers > 0, (uint64_t)packers * packed_words_of(task), sizeof(uint64_t));
    return r;
}

static int threads_for(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const double key_bytes = (double)task->segments.n * (double)tcu_type_size(task->key_type);
    const double ps =
        task->payload == TCUI_PAYLOAD_NONE ? TCUI_PS_SORT_KEY_BYTE : TCUI_PS_SORT_KEY_BYTE * TCUI_PS_SORT_PAYLOAD;
    return tcui_threads_for_work(context, ps * key_bytes);
}

static tcu_status reserve(tcu_context *context, const void *task, tcui_layout *layout)
{
    lay_out(task, threads_for(context, task), layout);
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
    const tcui_sort_vectors *vectors;
    const tcui_sort_vectors *packing; /* of packed keys */
    uint64_t *packed;                 /* threads' room for them, of so many words each; or NULL */
    uint64_t packed_words, most_packed;
} work;

/* Keys in ascending or descending order are copied or reversed, others sorted. */
static void sort_by_standing(const work *w, const tcui_sort_segment *s, uint64_t *packed)
{
    const tcui_sort_standing stands = tcui_sort_find_standing(s);
    if (stands == TCUI_SORT_ASCENDING) {
        tcui_sort_copy_parts(s, s->in, s->out);
    } else if (stands == TCUI_SORT_DESCENDING) {
        tcui_sort_reverse(s);
    } else if (packed != NULL) {
        tcui_sort_packed(s, w->packing, packed);
    } else if (w->vectors == NULL || s->n <= w->vectors->by_digits) {
        tcui_sort_digits(s);
    } else if (s->n < (w->threads > 1 ? LONG_SEGMENT : LONG_ALONE)) {
        w->vectors->sort(s->in.keys, s->out.keys, s->other.keys, s->n, w->rule.order, tcui_sort_depth(s->n));
    } else {
        tcui_sort_buckets(s, w->vectors);
    }
}

/* `packed` is room for packed keys, or NULL. */
static void sort_segment(const work *w, uint64_t first, uint64_t n, uint64_t parts, uint64_t *counts, uint64_t *packed)
{
    const tcui_sort_items in = tcui_sort_items_at(&w->rule, w->in, first);
    const tcui_sort_items out = tcui_sort_items_at(&w->rule, w->out, first);
    if (w->vectors != NULL && n <= w->vectors->alone) {
        w->vectors->sort(in.keys, out.keys, NULL, n, w->rule.order, 0);
        return;
    }
    const tcui_sort_segment segment = {.rule = &w->rule,
                                       .in = in,
                                       .out = out,
                                       .other = tcui_sort_items_at(&w->rule, w->other, first),
                                       .first = first,
                                       .n = n,
                                       .parts = parts,
                                       .threads = w->threads,
                                       .counts = counts};
    if (packed != NULL && n <= w->packing->alone) {
        tcui_sort_packed(&segment, w->packing, packed);
    } else if (n <= TCUI_SORT_SMALL) {
        tcui_sort_small(&segment);
    } else if (w->counted) {
        tcui_sort_counted(&segment);
    } else {
        sort_by_standing(w, &segment, packed);
    }
}

/* The segments that end in a chunk, but those that all threads sort. */
static void sort_chunk(const void *data, int64_t index, int thread)
{
    const work *w = data;
    const tcui_segments *segments = &w->task->segments;
    const tcui_chunk chunk = tcui_chunk_at(segments, (uint64_t)index);
    uint64_t counts[COUNTS_ALONE];
    uint64_t *const packed = w->packed != NULL ? w->packed + (uint64_t)thread * w->packed_words : NULL;
    for (uint64_t k = chunk.first; k < chunk.last; k++) {
        const uint64_t begin = tcui_segment_begin(segments, k), n = tcui_segment_end(segments, k) - begin;
        if (n > 0 && n < LONG_SEGMENT) {
            sort_segment(w, begin, n, 1, counts, n <= w->most_packed ? packed : NULL);
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
            sort_segment(w, begin, n, w->threads > 1 ? parts_of(w->task, n) : 1, w->counts, NULL);
        }
    }
}

static void sort_short_segments(const work *w)
{
    const tcui_segments *segments = &w->task->segments;
    /* (One segment in several chunks is one thread's.) */
    tcui_for_each(tcui_threads_for(w->threads, (int64_t)segments->count), (int64_t)tcui_chunk_count(segments),
                  sort_chunk, w);
}

static tcui_sort_items items_of(const void *keys, const void *values)
{
    /* (Inputs are of the same type as what is written, too.) */
    const tcui_sort_items items = {(char *)(uintptr_t)keys, (char *)(uintptr_t)values};
    return items;
}

/* The arrays of a shorter task need no more room than those of the task that was reserved for. */
static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    tcui_radix_sort_task now = *(const tcui_radix_sort_task *)any_task;
    now.segments = tcui_segments_now(&now.segments);
    const tcui_radix_sort_task *task = &now;
    if (task->segments.n == 0 || task->segments.count == 0) {
        return TCU_SUCCESS;
    }
    tcui_layout layout = {0};
    const int threads = threads_for(context, task);
    const rooms at = lay_out(task, threads, &layout);
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
        .threads = threads,
        .counted = are_counted(task),
        .vectors = vectors_of(task),
        .packing = packing_of(task),
        .packed = room_in(workspace, at.packed),
        .packed_words = packed_words_of(task),
        .most_packed = most_packed(task)};
    if (longest_of(&task->segments) >= LONG_SEGMENT) {
        sort_long_segments(&w);
    }
    sort_short_segments(&w);
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

static const tcui_radix_sort_extension extension = {swaps_buffers};

const tcui_operation tcui_radix_sort_host = {
    .id = TCUI_RADIX_SORT, .name = "radix_sort", .paths = paths, .num_paths = 1, .extension = &extension};
