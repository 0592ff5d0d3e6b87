/* SPDX-License-Identifier: Apache-2.0 */
#include "reproducible_parts.h"

#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"

static uint64_t at_most_a_chunk(uint64_t count)
{
    return count < TCUI_REPRODUCIBLE_CHUNK ? count : TCUI_REPRODUCIBLE_CHUNK;
}

static char *slot_at(const tcui_reproducible_work *w, uint64_t slot)
{
    return (char *)w->slots + slot * w->slot_bytes;
}

static double shift_of(const tcui_reproducible_work *w, uint64_t first, uint64_t count)
{
    return w->shift != NULL ? w->shift(w->data, first, count) : 0;
}

static void sum_part(const void *data, int64_t i, int thread)
{
    const tcui_reproducible_work *w = data;
    const tcui_chunk part = tcui_chunk_at(w->segments, (uint64_t)i);
    (void)thread;
    for (uint64_t k = part.first; k <= part.last && k < w->segments->count; k++) {
        const uint64_t begin = tcui_segment_begin(w->segments, k), end = tcui_segment_end(w->segments, k);
        if (end - begin <= TCUI_REPRODUCIBLE_CHUNK) {
            if (k < part.last) {
                tcui_reproducible_slot_room sum;
                const double shift = shift_of(w, begin, end - begin);
                w->sum_elements(w->data, shift, begin, end - begin, &sum);
                w->store(w->data, k, shift, end - begin, &sum);
            }
            continue;
        }
        const uint64_t before = part.begin > begin ? part.begin - begin : 0, last = end < part.end ? end : part.end;
        uint64_t chunk = tcui_reproducible_chunks(before), first = begin + chunk * TCUI_REPRODUCIBLE_CHUNK;
        const double shift = first < last ? shift_of(w, begin, end - begin) : 0;
        for (; first < last; chunk++, first += TCUI_REPRODUCIBLE_CHUNK) {
            w->sum_elements(w->data, shift, first, at_most_a_chunk(end - first),
                            slot_at(w, tcui_reproducible_slot(begin) + chunk));
        }
    }
}

/* The sum of `count` slots, in the first one of them. */
static void sum_slots(const tcui_reproducible_work *w, char *slots, uint64_t count)
{
    while (count > 1) {
        const uint64_t chunks = tcui_reproducible_chunks(count);
        for (uint64_t chunk = 0; chunk < chunks; chunk++) {
            const uint64_t first = chunk * TCUI_REPRODUCIBLE_CHUNK;
            w->sum_slots(w->data, slots, first, at_most_a_chunk(count - first), slots + chunk * w->slot_bytes);
        }
        count = chunks;
    }
}

static void finish_part(const void *data, int64_t i, int thread)
{
    const tcui_reproducible_work *w = data;
    const tcui_chunk part = tcui_chunk_at(w->segments, (uint64_t)i);
    (void)thread;
    for (uint64_t k = part.first; k < part.last; k++) {
        const uint64_t begin = tcui_segment_begin(w->segments, k), end = tcui_segment_end(w->segments, k);
        if (end - begin > TCUI_REPRODUCIBLE_CHUNK) {
            char *const slots = slot_at(w, tcui_reproducible_slot(begin));
            sum_slots(w, slots, tcui_reproducible_chunks(end - begin));
            w->store(w->data, k, shift_of(w, begin, end - begin), end - begin, slots);
        }
    }
}

void tcui_reproducible_parts_reserve(const tcui_segments *segments, size_t slot_bytes, tcui_layout *layout)
{
    if (tcui_reproducible_may_be_long(segments)) {
        tcui_layout_reserve(layout, tcui_reproducible_slots(segments->n), slot_bytes);
    }
}

void tcui_reproducible_parts(const tcui_reproducible_work *work, int threads)
{
    const int64_t parts = (int64_t)tcui_chunk_count(work->segments);
    tcui_for_each(threads, parts, sum_part, work);
    if (tcui_reproducible_may_be_long(work->segments)) {
        tcui_for_each(threads, parts, finish_part, work);
    }
}
