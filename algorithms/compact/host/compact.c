/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compaction on the host: tiles of 256 flags A, 16 rows of 16. The place of an item among the kept ones is
 *
 *     R = A * U' + (L * A) * 1 + S        (U': strictly upper, L: strictly lower triangle of ones; S: kept before)
 *
 * the exclusive scan of a tile as in Dakkak et al. (ICS 2019), algorithm 6; then each kept item goes to its place.
 * Items go down or stay, tile after tile, so out may be in.
 */
#include "algorithms/compact/backend.h"

#include <string.h>

#include "primitives/tile/tile_host.h"

/* x compared as `comparison` says, in C's own arithmetic. */
#define TCUI_COMPARE(comparison, x, value, upper)                                                                      \
    ((comparison) == TCU_COMPARE_LESS            ? (x) < (value)                                                       \
     : (comparison) == TCU_COMPARE_LESS_EQUAL    ? (x) <= (value)                                                      \
     : (comparison) == TCU_COMPARE_GREATER       ? (x) > (value)                                                       \
     : (comparison) == TCU_COMPARE_GREATER_EQUAL ? (x) >= (value)                                                      \
     : (comparison) == TCU_COMPARE_EQUAL         ? (x) == (value)                                                      \
     : (comparison) == TCU_COMPARE_NOT_EQUAL     ? (x) != (value)                                                      \
     : (comparison) == TCU_COMPARE_INSIDE        ? (value) <= (x) && (x) <= (upper)                                    \
                                                 : !((value) <= (x) && (x) <= (upper)))

/* `convert` of `count` items of C type `type` from items[first] on, compared one by one. */
#define TCUI_COMPARE_ITEMS(type, convert)                                                                              \
    do {                                                                                                               \
        type low, high;                                                                                                \
        memcpy(&low, value, sizeof low);                                                                               \
        memcpy(&high, upper, sizeof high);                                                                             \
        const type *x = (const type *)items + first;                                                                   \
        for (int i = 0; i < count; i++) {                                                                              \
            flags[i] = TCUI_COMPARE(task->comparison, convert(x[i]), convert(low), convert(high));                     \
        }                                                                                                              \
    } while (0)

static void flags_by_predicate(const tcui_compact_task *task, uint64_t first, int count, uint32_t *flags)
{
    const void *items = task->columns[0].in;
    const void *value = task->value_in_context != NULL ? task->value_in_context : task->value.bytes;
    const void *upper = task->upper_in_context != NULL ? task->upper_in_context : task->upper.bytes;
    const bool is_range = task->comparison >= TCU_COMPARE_INSIDE;
    if (!is_range)
        upper = value;
    switch (task->type) {
    case TCU_TYPE_F16:
        TCUI_COMPARE_ITEMS(uint16_t, tcui_f32_from_f16);
        break;
    case TCU_TYPE_BF16:
        TCUI_COMPARE_ITEMS(uint16_t, tcui_f32_from_bf16);
        break;
    case TCU_TYPE_F32:
        TCUI_COMPARE_ITEMS(float, );
        break;
    case TCU_TYPE_F64:
        TCUI_COMPARE_ITEMS(double, );
        break;
    case TCU_TYPE_I8:
        TCUI_COMPARE_ITEMS(int8_t, );
        break;
    case TCU_TYPE_U8:
        TCUI_COMPARE_ITEMS(uint8_t, );
        break;
    case TCU_TYPE_I16:
        TCUI_COMPARE_ITEMS(int16_t, );
        break;
    case TCU_TYPE_U16:
        TCUI_COMPARE_ITEMS(uint16_t, );
        break;
    case TCU_TYPE_I32:
        TCUI_COMPARE_ITEMS(int32_t, );
        break;
    case TCU_TYPE_U32:
        TCUI_COMPARE_ITEMS(uint32_t, );
        break;
    case TCU_TYPE_I64:
        TCUI_COMPARE_ITEMS(int64_t, );
        break;
    default:
        TCUI_COMPARE_ITEMS(uint64_t, );
    }
}

/* 1 for each of `count` items from `first` on that is kept, 0 for the others. */
static void load_flags(const tcui_compact_task *task, uint64_t first, int count, uint32_t *flags)
{
    const unsigned char *stored = task->flags;
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        for (int i = 0; i < count; i++) {
            flags[i] = stored[first + (uint64_t)i] != 0;
        }
        break;
    case TCUI_SELECT_BITS: /* tiles begin with a byte */
        for (int i = 0; i < count; i++) {
            flags[i] = stored[first / 8 + (uint64_t)i / 8] >> (i % 8) & 1u;
        }
        break;
    case TCUI_SELECT_PREDICATE:
        flags_by_predicate(task, first, count, flags);
        break;
    case TCUI_SELECT_HEADS: {
        /* In place, the item before the tile is where it was, or was never kept and has not been written over: what
         * was written lies at most at the place of the last item of the tile before, and is that item then. */
        const size_t bytes = task->columns[0].item_bytes;
        const char *items = task->columns[0].in;
        for (int i = 0; i < count; i++) {
            const char *item = items + (first + (uint64_t)i) * bytes;
            flags[i] = first + (uint64_t)i == 0 || memcmp(item, item - bytes, bytes) != 0;
        }
        break;
    }
    }
}

/* Element i of a tile, row by row. */
static uint32_t element(const tcui_tile_u32 *tile, int i)
{
    return tile->at[i / TCUI_TILE_EDGE][i % TCUI_TILE_EDGE];
}

/* The flags of a tile of `count` items and, in R, the kept items before each. Returns the kept items up to its end. */
static uint64_t scan_tile(const tcui_compact_task *task, uint64_t first, int count, uint64_t kept_before,
                          tcui_tile_u32 *A, tcui_tile_u32 *R)
{
    const int rows = (count + TCUI_TILE_EDGE - 1) / TCUI_TILE_EDGE;
    uint32_t flags[TCUI_TILE_ELEMENTS], before[TCUI_TILE_EDGE] = {0};
    load_flags(task, first, count, flags);
    for (int i = count; i < rows * TCUI_TILE_EDGE; i++) {
        flags[i] = 0;
    }
    tcui_tile_load_rows_u32(A, TCU_TYPE_U32, flags, 0, rows);
    tcui_tile_sum_rows_before_u32(before, A, rows);
    tcui_tile_scan_rows_u32(R, A, before, rows, true);
    return kept_before + element(R, count - 1) + element(A, count - 1);
}

static void copy_item(const tcu_column *column, uint64_t from, uint64_t to)
{
    const char *in = (const char *)column->in + from * column->item_bytes;
    char *out = (char *)column->out + to * column->item_bytes;
    /* One of five lengths that the compiler knows. (In place, `from` may be `to`.) */
    switch (column->item_bytes) {
    case 1:
        *out = *in;
        break;
    case 2:
        memmove(out, in, 2);
        break;
    case 4:
        memmove(out, in, 4);
        break;
    case 8:
        memmove(out, in, 8);
        break;
    default:
        memmove(out, in, 16);
    }
}

static void store_kept(const tcui_compact_task *task, uint64_t item, uint64_t place, uint64_t *run_begin)
{
    for (int c = 0; c < task->num_columns; c++) {
        copy_item(&task->columns[c], item, place);
    }
    if (task->indices != NULL) {
        tcui_element_store_u64(task->index_type, task->indices, place, item);
    }
    if (task->run_lengths != NULL) {
        if (place > 0) {
            task->run_lengths[place - 1] = item - *run_begin;
        }
        *run_begin = item;
    }
}

/* How many items of a tile; the last one is shorter. */
static int tile_count(const tcui_compact_task *task, uint64_t first)
{
    return task->n - first < TCUI_TILE_ELEMENTS ? (int)(task->n - first) : TCUI_TILE_ELEMENTS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_compact_task *task = any_task;
    (void)context, (void)workspace;
    tcui_tile_u32 A, R;
    uint64_t all_kept = 0;
    if (task->keep_others) {
        for (uint64_t first = 0; first < task->n; first += TCUI_TILE_ELEMENTS) {
            all_kept = scan_tile(task, first, tile_count(task, first), all_kept, &A, &R);
        }
    }
    uint64_t kept = 0, run_begin = 0;
    for (uint64_t first = 0; first < task->n; first += TCUI_TILE_ELEMENTS) {
        const int count = tile_count(task, first);
        const uint64_t kept_after = scan_tile(task, first, count, kept, &A, &R);
        for (int i = 0; i < count; i++) {
            const uint64_t item = first + (uint64_t)i, place = kept + element(&R, i);
            if (element(&A, i) != 0) {
                store_kept(task, item, place, &run_begin);
            } else if (task->keep_others) {
                copy_item(&task->columns[0], item, all_kept + (item - place));
            }
        }
        kept = kept_after;
    }
    if (task->run_lengths != NULL && kept > 0)
        task->run_lengths[kept - 1] = task->n - run_begin;
    *task->count = kept;
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .execute = execute}};

const tcui_operation tcui_compact_host = {.id = TCUI_COMPACT, .name = "compact", .paths = paths, .num_paths = 1};
