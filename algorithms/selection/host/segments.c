/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Top-k of all segments. Threads share the passes over a long segment, one after another; shorter ones, and those by
 * offsets, are each one thread's. What was selected is sorted, by digits where threads share the work, and by merges
 * where they do not.
 */
#include "algorithms/radix_sort/backend.h"
#include "algorithms/selection/results.h"
#include "internal.h"
#include "primitives/call/call.h"
#include "primitives/threads/parallel.h"

/* Groups of segments for each thread, so that all are busy to the end; results from which on sorting by digits pays. */
enum { GROUPS_A_THREAD = 16, LEAST_BY_DIGITS = 4096 };

typedef struct plan {
    bool together; /* threads share each segment */
    bool by_place; /* a segment's memory begins at its own place in arrays of n, as threads' would be more */
    uint64_t rooms, bits, entries;
} plan;

typedef struct work {
    const tcui_selection_task *task; /* of the segments that there are */
    tcui_key_order order;
    plan how;
    tcui_top_k_room all; /* memory of every segment or thread */
    uint64_t group;      /* segments */
    /* Of segments that threads share. */
    tcu_context *context;
    int threads;
    void *rest;
} work;

static plan make_plan(const tcui_selection_task *task, int threads)
{
    const tcui_segments *segments = &task->segments;
    const uint64_t longest = segments->size > 0 ? tcui_selection_least(segments->size, segments->n) : segments->n;
    plan how = {.together = segments->size > 0 && (longest >= TCUI_TOP_K_LONG || segments->count == 1)};
    how.rooms = how.together ? 1 : tcui_selection_least((uint64_t)threads, segments->count);
    how.bits = tcui_top_k_bits(longest, task->k);
    how.entries = tcui_top_k_entries(longest, task->k);
    how.by_place = how.bits > segments->n / how.rooms;
    if (how.by_place) {
        how.rooms = 1;
        how.bits = how.entries = segments->n;
    }
    return how;
}

static tcui_top_k_room lay_out(const plan *how, tcui_layout *layout, void *workspace)
{
    const uint64_t entries = how->rooms * how->entries;
    tcui_top_k_room room = {.entries = how->entries};
    room.bits = tcui_layout_place(layout, workspace, how->rooms * how->bits, sizeof(uint64_t));
    room.positions = tcui_layout_place(layout, workspace, entries, sizeof(uint64_t));
    room.other_bits = tcui_layout_place(layout, workspace, entries, sizeof(uint64_t));
    room.other_positions = tcui_layout_place(layout, workspace, entries, sizeof(uint64_t));
    return room;
}

/* By digits, between the arrays of the room: it says in which of them the positions end up. */
static tcui_radix_sort_task sort_of(tcui_top_k_room *room, int key_bits, uint64_t m)
{
    return (tcui_radix_sort_task){.keys_in = room->bits,
                                  .keys_out = room->bits,
                                  .keys_other = room->other_bits,
                                  .key_type = TCU_TYPE_U64,
                                  .payload = TCUI_PAYLOAD_VALUES,
                                  .values_in = room->positions,
                                  .values_out = room->positions,
                                  .values_other = room->other_positions,
                                  .value_bytes = sizeof(uint64_t),
                                  .arrays = TCUI_SORT_BUFFERS,
                                  .end_bit = key_bits,
                                  .segments = tcui_segments_whole(m)};
}

static tcu_status sort_by_digits(const work *w, uint64_t m, tcui_top_k_room *room)
{
    const tcui_operation *sorts = tcui_operation_of(w->context, TCUI_RADIX_SORT);
    const tcui_radix_sort_extension *extension = sorts->extension;
    tcui_radix_sort_task sort = sort_of(room, w->order.bits, m);
    if (extension->swaps_buffers(w->context, &sort)) {
        sort.keys_out = room->other_bits;
        sort.keys_other = room->bits;
        sort.values_out = room->other_positions;
        sort.values_other = room->positions;
    }
    room->positions = sort.values_out;
    return tcui_execute(w->context, sorts, &sort, w->rest);
}

static tcui_top_k_room room_of(const work *w, uint64_t begin, uint64_t length, int thread)
{
    const uint64_t from = w->how.by_place ? begin : (uint64_t)thread * w->how.entries;
    const uint64_t bits = w->how.by_place ? begin : (uint64_t)thread * w->how.bits;
    return (tcui_top_k_room){w->all.bits + bits, w->all.positions + from, w->all.other_bits + from,
                             w->all.other_positions + from, w->how.by_place ? length : w->how.entries};
}

typedef struct results {
    const tcui_selection_task *task;
    uint64_t segment, begin;
    const uint64_t *positions; /* within the segment */
} results;

static void store_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const results *r = data;
    (void)part;
    for (uint64_t j = begin; j < end; j++) {
        tcui_selection_store(r->task, r->segment, r->begin, j, r->begin + r->positions[j]);
    }
}

static tcu_status select_segment(const work *w, uint64_t s, int threads, int thread)
{
    const tcui_selection_task *task = w->task;
    const tcui_selection_segment segment = tcui_selection_segment_of(&task->segments, s);
    const uint64_t n = segment.end - segment.begin, m = tcui_selection_least(n, task->k);
    const char *keys = (const char *)task->keys + segment.begin * tcu_type_size(task->key_type);
    const tcui_selection_keys of_segment = {keys, w->order, n, threads};
    tcui_top_k_room room = room_of(w, segment.begin, n, thread);
    tcu_status status = TCU_SUCCESS;
    if (task->num_out != NULL) {
        task->num_out[s] = m;
    }
    if (m == 0) {
        return TCU_SUCCESS;
    }
    tcui_top_k_take(&of_segment, m, room);
    const bool is_few = tcui_top_k_is_few(n, m);
    if (task->input_order && is_few) {
        tcui_selection_sort(m, room.positions, room.bits, room.other_positions, room.other_bits);
    } else if (!task->input_order && !is_few) {
        if (w->how.together && m >= LEAST_BY_DIGITS) {
            status = sort_by_digits(w, m, &room);
        } else {
            tcui_selection_sort(m, room.bits, room.positions, room.other_bits, room.other_positions);
        }
    }
    const results r = {task, s, segment.begin, room.positions};
    if (m < LEAST_BY_DIGITS) {
        store_part(&r, 0, 0, m);
    } else {
        tcui_for_parts(threads, m, (uint64_t)threads, store_part, &r);
    }
    return status;
}

static void select_group(const void *data, int64_t group, int thread)
{
    const work *w = data;
    const uint64_t begin = (uint64_t)group * w->group;
    for (uint64_t s = begin; s < tcui_selection_least(begin + w->group, w->task->segments.count); s++) {
        select_segment(w, s, 1, thread);
    }
}

tcu_status tcui_top_k_reserve(tcu_context *context, const tcui_selection_task *task, int threads, tcui_layout *layout)
{
    const plan how = make_plan(task, threads);
    tcui_top_k_room room = lay_out(&how, layout, NULL);
    if (!how.together || task->input_order || task->k < LEAST_BY_DIGITS) {
        return TCU_SUCCESS;
    }
    const tcui_radix_sort_task sort =
        sort_of(&room, 8 * (int)tcu_type_size(task->key_type), tcui_selection_least(task->k, how.entries));
    return tcui_reserve(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, layout);
}

tcu_status tcui_top_k_execute(tcu_context *context, const tcui_selection_task *task, int threads, void *workspace)
{
    tcui_selection_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    const uint64_t segments = now.segments.count;
    work w = {.task = &now,
              .order = tcui_key_order_of(task->key_type, task->descending),
              .how = make_plan(task, threads),
              .context = context,
              .threads = threads};
    tcui_layout layout = {0};
    w.all = lay_out(&w.how, &layout, workspace);
    w.rest = tcui_layout_rest(&layout, workspace);
    tcu_status status = TCU_SUCCESS;
    if (w.how.together) {
        for (uint64_t s = 0; s < segments && status == TCU_SUCCESS; s++) {
            status = select_segment(&w, s, threads, 0);
        }
        return status;
    }
    if (segments == 0) {
        return TCU_SUCCESS;
    }
    w.group = segments / ((uint64_t)threads * GROUPS_A_THREAD) + 1;
    tcui_for_each(tcui_threads_for(threads, (int64_t)segments), (int64_t)((segments - 1) / w.group + 1), select_group,
                  &w);
    return status;
}
