/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the extrema. Positions do not travel with the elements:
 *
 *     tile      some KB, which stay in the first cache: its minimum and its maximum by the loops of the reductions
 *               (primitives/reduce/host/operators/extrema_template.h)
 *     run       of its tiles' extrema the best one, and the tile where it was met first
 *     segment   of its runs' the best one, the first of equal ones; then the element is looked up in that tile alone
 *
 * Runs are the parts of segments in chunks of equal work (primitives/threads/chunks.h), one thread each. Nothing
 * depends on the number of threads.
 */
#include "primitives/extrema/backend.h"
#include "primitives/reduce/elements.h"
#include "primitives/reduce/host/operators/operators.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

enum { TILE_BYTES = 1 << 14, MIN = 0, MAX = 1, EXTREMA = 2 };

/* An extremum, and elements [begin, begin + count) of which it is the first with these bits; none where count is 0. */
typedef struct candidate {
    uint64_t key; /* the greater one wins */
    uint64_t bits;
    uint64_t begin, count;
} candidate;

typedef struct candidates {
    candidate of[EXTREMA];
} candidates;

/* What a chunk of one thread leaves: of the first segment that ends in it, and of the one that it leaves open. */
typedef struct partial_result {
    tcui_chunk chunk;
    candidates head, tail;
} partial_result;

/* What threads share. */
typedef struct work {
    const tcui_extrema_task *task;
    tcui_host_reduction reductions[EXTREMA];
    tcui_host_fold fold;
    partial_result *partials; /* of each chunk */
} work;

/* ------------------------------------------------------------------------------------------------ positions --- */

/* The first i < count with low <= (in[i] & keep) <= low + span, or count. A block at a time, which compilers make
 * vectors of. */
#define FIND_OF_WIDTH(width)                                                                                           \
    static uint64_t find_##width(const void *from, uint64_t count, uint64_t keep, uint64_t low, uint64_t span)         \
    {                                                                                                                  \
        enum { BLOCK = 64 };                                                                                           \
        const uint##width##_t *in = from, k = (uint##width##_t)keep, l = (uint##width##_t)low,                         \
                              s = (uint##width##_t)span;                                                               \
        uint64_t i = 0;                                                                                                \
        for (; i + BLOCK <= count; i += BLOCK) {                                                                       \
            uint##width##_t any = 0;                                                                                   \
            for (int j = 0; j < BLOCK; j++) {                                                                          \
                any |= (uint##width##_t)((uint##width##_t)((in[i + (uint64_t)j] & k) - l) <= s);                       \
            }                                                                                                          \
            if (any != 0) {                                                                                            \
                break;                                                                                                 \
            }                                                                                                          \
        }                                                                                                              \
        while (i < count && (uint##width##_t)((in[i] & k) - l) > s) {                                                  \
            i++;                                                                                                       \
        }                                                                                                              \
        return i;                                                                                                      \
    }
FIND_OF_WIDTH(8)
FIND_OF_WIDTH(16)
FIND_OF_WIDTH(32)
FIND_OF_WIDTH(64)
#undef FIND_OF_WIDTH

/* The position of the candidate's element, the first NaN where it is one; begin + count if there is none. */
static uint64_t position_of(const work *w, const candidate *x)
{
    const tcui_format *format = &w->reductions[MIN].format;
    const void *from = (const char *)w->task->in + x->begin * w->reductions[MIN].in_bytes;
    const uint64_t magnitude = format->all ^ format->sign;
    const bool is_nan = tcui_bits_are_nan(w->task->type, x->bits);
    const uint64_t keep = is_nan ? magnitude : format->all, low = is_nan ? format->infinity + 1 : x->bits,
                   span = is_nan ? magnitude - low : 0;
    return x->begin + (format->all == UINT8_MAX    ? find_8(from, x->count, keep, low, span)
                       : format->all == UINT16_MAX ? find_16(from, x->count, keep, low, span)
                       : format->all == UINT32_MAX ? find_32(from, x->count, keep, low, span)
                                                   : find_64(from, x->count, keep, low, span));
}

/* --------------------------------------------------------------------------------------------------- values --- */

/* The better one, of equal ones `best`, which comes first. */
static void take(candidate *best, const candidate *next)
{
    if (next->count > 0 && (best->count == 0 || next->key > best->key)) {
        *best = *next;
    }
}

/* Elements of a tile. Where NaN are no elements, the neutral value may be that of none. */
static candidate of_tile(const work *w, int which, uint64_t begin, uint64_t count)
{
    const tcui_host_reduction *reduction = &w->reductions[which];
    const uint64_t borders[] = {begin, begin + count};
    tcui_host_value value;
    w->fold(reduction, borders, 1, &value);
    const uint64_t bits = value.bits;
    candidate tile = {tcui_host_key_of(reduction, bits), bits, begin, count};
    if (w->task->nan_mode == TCU_NAN_IGNORE && bits == reduction->neutral.bits &&
        position_of(w, &tile) == begin + count) {
        tile.count = 0;
    }
    return tile;
}

/* Elements [begin, end). */
static candidates of_run(const work *w, uint64_t begin, uint64_t end)
{
    const uint64_t most = TILE_BYTES / w->reductions[MIN].in_bytes;
    candidates best = {0};
    for (uint64_t count; begin < end; begin += count) {
        count = end - begin < most ? end - begin : most;
        for (int which = 0; which < EXTREMA; which++) {
            const candidate tile = of_tile(w, which, begin, count);
            take(&best.of[which], &tile);
        }
    }
    return best;
}

static void store(const work *w, uint64_t k, const candidates *results)
{
    const tcui_extrema_task *task = w->task;
    void *const values[] = {task->min, task->max};
    int64_t *const positions[] = {task->argmin, task->argmax};
    for (int which = 0; which < EXTREMA; which++) {
        const candidate *x = &results->of[which];
        if (values[which] != NULL) {
            tcui_bits_store(task->type, values[which], k, x->count > 0 ? x->bits : w->reductions[which].neutral.bits);
        }
        if (positions[which] != NULL) {
            positions[which][k] =
                x->count > 0 ? (int64_t)(position_of(w, x) - tcui_segment_begin(&task->segments, k)) : -1;
        }
    }
}

/* --------------------------------------------------------------------------------------------------- chunks --- */

static void reduce_chunk(const void *data, int64_t i, int thread)
{
    const work *w = data;
    const tcui_segments *segments = &w->task->segments;
    partial_result *partial = &w->partials[i];
    const tcui_chunk chunk = tcui_chunk_at(segments, (uint64_t)i);
    uint64_t begin = chunk.begin;
    (void)thread;
    partial->chunk = chunk;
    for (uint64_t k = chunk.first; k < chunk.last; k++) {
        const uint64_t end = tcui_segment_end(segments, k);
        const candidates results = of_run(w, begin, end);
        begin = end;
        if (k == chunk.first) {
            partial->head = results;
        } else {
            store(w, k, &results);
        }
    }
    partial->tail = of_run(w, begin, chunk.end);
}

/* A segment's result is made of what chunks left open of it, and of the head of the chunk where it ends. */
static void combine_partials(const work *w, uint64_t count)
{
    candidates open = {0};
    for (const partial_result *partial = w->partials; partial < w->partials + count; partial++) {
        if (partial->chunk.first < partial->chunk.last) {
            for (int which = 0; which < EXTREMA; which++) {
                take(&open.of[which], &partial->head.of[which]);
            }
            store(w, partial->chunk.first, &open);
            open = (candidates){0};
        }
        for (int which = 0; which < EXTREMA; which++) {
            take(&open.of[which], &partial->tail.of[which]);
        }
    }
}

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_extrema_task *task = any_task;
    (void)context;
    /* (The partial results of one chunk have room on the stack.) */
    const uint64_t chunks = tcui_chunk_count_bound(&task->segments);
    tcui_layout_reserve(layout, chunks > 1 ? chunks : 0, sizeof(partial_result));
    return TCU_SUCCESS;
}

static int threads_for(const tcu_context *context, const tcui_extrema_task *task)
{
    const double bytes = (double)task->segments.n * (double)tcu_type_size(task->type);
    return tcui_threads_for_work(
        context, EXTREMA * (TCUI_PS_SUM_BYTE * bytes + TCUI_PS_OPERATOR_SEGMENT * (double)task->segments.count));
}

static tcu_status find_extrema(tcu_context *context, const tcui_extrema_task *task, void *workspace)
{
    tcui_reduce_task tasks[EXTREMA];
    partial_result one;
    work w = {.task = task,
              .fold = tcui_reduce_host_fold(),
              .partials = tcui_chunk_count_bound(&task->segments) > 1 ? workspace : &one};
    for (int which = 0; which < EXTREMA; which++) {
        const tcu_operator op = which == MIN ? TCU_OPERATOR_MIN : TCU_OPERATOR_MAX;
        tasks[which] = (tcui_reduce_task){.in = task->in,
                                          .in_type = task->type,
                                          .out_type = task->type,
                                          .segments = task->segments,
                                          .reduction = {.op = op, .nan_mode = task->nan_mode}};
        w.reductions[which] = tcui_host_reduction_of(&tasks[which]);
    }
    const uint64_t count = tcui_chunk_count(&task->segments);
    tcui_for_each(threads_for(context, task), (int64_t)count, reduce_chunk, &w);
    combine_partials(&w, count);
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_extrema_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return find_extrema(context, task, workspace);
    }
    tcui_extrema_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return find_extrema(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_extrema_host = {.id = TCUI_EXTREMA, .name = "extrema", .paths = paths, .num_paths = 1};
