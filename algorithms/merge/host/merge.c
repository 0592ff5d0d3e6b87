/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Merges and searches on the host. A merge is cut where the merge path crosses evenly spaced cross diagonals (S. Odeh
 * and others: "Merge Path - Parallel Merging Made Simple", IPDPSW 2012): into shares of threads, these into tiles that
 * fit in L1, and these into runs that one thread merges side by side. Values follow once the keys of a tile are merged,
 * from where these came.
 *
 * Values that are searched for take the steps of a binary search together, some at a time, so that the loads of one are
 * served while others wait. Where they are sorted, those of a batch lie between the bounds of its first and its last
 * one, which are found from the bounds before them.
 */
#include <string.h>

#include "internal.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/compiler.h"

/* Results that a thread takes at a time, and values that are sorted of which two bounds are found from afar. */
enum { SHARE = 1 << 16, BATCH = 8 * TCUI_SEARCH_VALUES };

static const tcui_merge_loops *loops_of(const tcui_merge_work *m)
{
    return m->order.bits == 8    ? &tcui_merge_loops_8
           : m->order.bits == 16 ? &tcui_merge_loops_16
           : m->order.bits == 32 ? &tcui_merge_loops_32
                                 : &tcui_merge_loops_64;
}

static uint64_t least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

/* ---------------------------------------------------------------------------------------------------- merges --- */

#define MOVE_VALUES(bits, type)                                                                                        \
    static void move_values_##bits(void *to, const void *a, const void *b, const tcui_merge_source *sources,           \
                                   uint64_t count)                                                                     \
    {                                                                                                                  \
        const type *const from[2] = {a, b};                                                                            \
        for (uint64_t k = 0; k < count; k++) {                                                                         \
            ((type *)to)[k] = from[sources[k] / TCUI_MERGE_OF_B][sources[k] % TCUI_MERGE_OF_B];                        \
        }                                                                                                              \
    }
typedef struct sixteen_bytes {
    uint64_t half[2];
} sixteen_bytes;
MOVE_VALUES(8, uint8_t)
MOVE_VALUES(16, uint16_t)
MOVE_VALUES(32, uint32_t)
MOVE_VALUES(64, uint64_t)
MOVE_VALUES(128, sixteen_bytes)
#undef MOVE_VALUES

static void move_values(size_t bytes, void *to, const void *a, const void *b, const tcui_merge_source *sources,
                        uint64_t count)
{
    switch (bytes) {
    case 1:
        move_values_8(to, a, b, sources, count);
        break;
    case 2:
        move_values_16(to, a, b, sources, count);
        break;
    case 4:
        move_values_32(to, a, b, sources, count);
        break;
    case 8:
        move_values_64(to, a, b, sources, count);
        break;
    default:
        move_values_128(to, a, b, sources, count);
        break;
    }
}

static const char *item(const void *array, uint64_t i, size_t bytes)
{
    return (const char *)array + i * bytes;
}

/* A stretch of the result that is all of one array. */
static void copy_stretch(const tcui_merge_work *m, const tcui_merge_array *from, uint64_t i, uint64_t place,
                         uint64_t count)
{
    const tcui_merge_task *task = m->task;
    const size_t key_bytes = tcu_type_size(task->key_type), value_bytes = task->value_bytes;
    memcpy((char *)task->keys_out + place * key_bytes, item(from->keys, i, key_bytes), count * key_bytes);
    if (value_bytes > 0) {
        memcpy((char *)task->values_out + place * value_bytes, item(from->values, i, value_bytes), count * value_bytes);
    }
}

/* `count` results behind those before `from`; where the next ones begin. */
static tcui_merge_place merge_tile(const tcui_merge_work *m, tcui_merge_place from, uint64_t count)
{
    const tcui_merge_task *task = m->task;
    const tcui_merge_loops *loops = loops_of(m);
    const uint64_t place = from.a + from.b;
    tcui_merge_place places[TCUI_MERGE_RUNS + 1] = {from};
    const uint64_t run = count / TCUI_MERGE_RUNS;
    for (int r = 0; r < TCUI_MERGE_RUNS; r++) {
        const uint64_t results = r + 1 < TCUI_MERGE_RUNS ? run : count - (uint64_t)r * run;
        const uint64_t of_a = loops->cross(m, places[r], results);
        places[r + 1] = (tcui_merge_place){places[r].a + of_a, places[r].b + results - of_a};
    }
    const tcui_merge_place end = places[TCUI_MERGE_RUNS];
    if (end.b == from.b) {
        copy_stretch(m, &task->a, from.a, place, count);
    } else if (end.a == from.a) {
        copy_stretch(m, &task->b, from.b, place, count);
    } else {
        tcui_merge_source sources[TCUI_MERGE_TILE];
        const size_t value_bytes = task->value_bytes;
        loops->merge(m, places, (char *)task->keys_out + place * tcu_type_size(task->key_type),
                     value_bytes > 0 ? sources : NULL);
        if (value_bytes > 0) {
            move_values(value_bytes, (char *)task->values_out + place * value_bytes,
                        item(task->a.values, from.a, value_bytes), item(task->b.values, from.b, value_bytes), sources,
                        count);
        }
    }
    return end;
}

static void merge_share(const void *data, int64_t share, int thread)
{
    const tcui_merge_work *m = data;
    const uint64_t n = m->a_n + m->b_n, begin = (uint64_t)share * SHARE, end = begin + least(SHARE, n - begin);
    const uint64_t before = loops_of(m)->cross(m, (tcui_merge_place){0, 0}, begin);
    tcui_merge_place place = {before, begin - before};
    (void)thread;
    while (place.a + place.b < end) {
        place = merge_tile(m, place, least(TCUI_MERGE_TILE, end - (place.a + place.b)));
    }
}

/* -------------------------------------------------------------------------------------------------- searches --- */

static void store_positions(const tcui_merge_task *task, uint64_t first, const uint64_t *positions, uint64_t count)
{
    for (uint64_t v = 0; v < count; v++) {
        if (task->index_type == TCU_TYPE_U32) {
            ((uint32_t *)task->indices)[first + v] = (uint32_t)positions[v];
        } else {
            ((uint64_t *)task->indices)[first + v] = positions[v];
        }
    }
}

/* Values [begin, end), whose bounds lie from `low` to `high`. */
static void search_between(const tcui_merge_work *m, uint64_t begin, uint64_t end, uint64_t low, uint64_t high)
{
    uint64_t positions[TCUI_SEARCH_VALUES];
    for (uint64_t count; begin < end; begin += count) {
        count = least(TCUI_SEARCH_VALUES, end - begin);
        loops_of(m)->search(m, begin, count, low, high, positions);
        store_positions(m->task, begin, positions, count);
    }
}

static void search_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const tcui_merge_work *m = data;
    const tcui_merge_loops *loops = loops_of(m);
    (void)part;
    if (m->task->kind == TCUI_MERGE_SEARCH || begin == end) {
        search_between(m, begin, end, 0, m->a_n);
        return;
    }
    uint64_t low;
    loops->search(m, begin, 1, 0, m->a_n, &low);
    for (uint64_t count; begin < end; begin += count) {
        count = least(BATCH, end - begin);
        const uint64_t high = loops->search_from(m, begin + count - 1, low);
        search_between(m, begin, begin + count, low, high);
        low = high;
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_merge_task *task = any_task;
    const tcui_merge_work m = {task, tcui_key_order_of(task->key_type, task->descending), tcui_merge_length(&task->a),
                               tcui_merge_length(&task->b)};
    (void)workspace;
    if (task->kind == TCUI_MERGE_KEYS) {
        const uint64_t n = m.a_n + m.b_n;
        tcui_for_each(tcui_threads_for_work(context, (double)TCUI_PS_MERGED_ELEMENT * (double)n),
                      (int64_t)(n / SHARE + (n % SHARE != 0)), merge_share, &m);
    } else {
        const int threads = tcui_threads_for_work(context, (double)TCUI_PS_SEARCHED_VALUE * (double)m.b_n);
        tcui_for_parts(threads, m.b_n, (uint64_t)threads, search_part, &m);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .execute = execute}};

const tcui_operation tcui_merge_host = {.id = TCUI_MERGE, .name = "merge", .paths = paths, .num_paths = 1};
