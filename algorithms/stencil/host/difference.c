/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differences of neighbours. Where `out` is `in`, what stands before each chunk is kept before any is written, and a
 * chunk goes through a buffer, a block after the other.
 */
#include "internal.h"

#include <string.h>

#include "primitives/context/segments.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/tile.h"

enum { CHUNK = 1 << 16, BLOCK = 1024, LINE = 64 };

/*
 * Wrap around as unsigned integers; reals are rounded once. Line by line, from the last one to the first: where both arrays
 * lie at the same place of a page, as long ones often do, the load of from[i - 1] would wait for the store before it.
 * (A line is two vectors, as compilers move one that is wider than the processor's through memory.)
 */
#define SUBTRACT(type)                                                                                                 \
    typedef type half_line __attribute__((vector_size(LINE / 2)));                                                     \
    const uint64_t width = LINE / sizeof(type);                                                                        \
    const type *from = (const type *)elements + 1;                                                                     \
    type *to = (type *)out + at;                                                                                       \
    uint64_t i = n;                                                                                                    \
    TCUI_KEEP_LOOP                                                                                                     \
    for (; i % width != 0; i--) {                                                                                      \
        to[i - 1] = (type)(from[i - 1] - from[(int64_t)i - 2]);                                                        \
    }                                                                                                                  \
    TCUI_KEEP_LOOP                                                                                                     \
    for (; i > 0; i -= width) {                                                                                        \
        half_line low, high, before_low, before_high;                                                                  \
        memcpy(&low, from + i - width, sizeof low);                                                                    \
        memcpy(&high, from + i - width / 2, sizeof high);                                                              \
        memcpy(&before_low, from + i - width - 1, sizeof before_low);                                                  \
        memcpy(&before_high, from + i - width / 2 - 1, sizeof before_high);                                            \
        low -= before_low;                                                                                             \
        high -= before_high;                                                                                           \
        memcpy(to + i - width, &low, sizeof low);                                                                      \
        memcpy(to + i - width / 2, &high, sizeof high);                                                                \
    }

#define SUBTRACT_HALVES(type)                                                                                          \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
        const float difference =                                                                                       \
            tcui_element_load_f32(type, elements, i + 1) - tcui_element_load_f32(type, elements, i);                   \
        tcui_element_store_f32(type, out, at + i, difference);                                                         \
    }

/* out[at + i] = elements[i + 1] - elements[i], 0 <= i < n; the two do not overlap. */
TCUI_ALWAYS_INLINE void subtract(tcu_type element, const void *elements, uint64_t n, void *out, uint64_t at)
{
    switch (element) {
    case TCU_TYPE_F16: {
        SUBTRACT_HALVES(TCU_TYPE_F16)
        break;
    }
    case TCU_TYPE_BF16: {
        SUBTRACT_HALVES(TCU_TYPE_BF16)
        break;
    }
    case TCU_TYPE_F32: {
        SUBTRACT(float)
        break;
    }
    case TCU_TYPE_F64: {
        SUBTRACT(double)
        break;
    }
    case TCU_TYPE_U8: {
        SUBTRACT(uint8_t)
        break;
    }
    case TCU_TYPE_U16: {
        SUBTRACT(uint16_t)
        break;
    }
    case TCU_TYPE_U32: {
        SUBTRACT(uint32_t)
        break;
    }
    default: {
        SUBTRACT(uint64_t)
    }
    }
}

/* Of those types. */
TCUI_ALWAYS_INLINE size_t size_of(tcu_type element)
{
    switch (element) {
    case TCU_TYPE_F32:
    case TCU_TYPE_U32:
        return 4;
    case TCU_TYPE_F64:
    case TCU_TYPE_U64:
        return 8;
    default:
        return element == TCU_TYPE_U8 ? 1 : 2;
    }
}

/* Elements first ... last - 1 of an array that is not written. Stores go to whole lines, but for those of the first and
 * of the last LINE bytes, some of which are stored twice instead of one by one: 1.2 times as fast in a cache. */
TCUI_ALWAYS_INLINE void subtract_apart(const tcui_stencil_task *task, tcu_type type, uint64_t first, uint64_t last)
{
    const size_t size = size_of(type);
    const uint64_t line = LINE / size;
    const char *const in = task->in;
    if (first == 0) {
        memcpy(task->out, in, size); /* in[0] - 0 */
        first = 1;
    }
    if (last - first < line) {
        TCUI_KEEP_LOOP
        for (; first < last; first++) {
            subtract(type, in + (first - 1) * size, 1, task->out, first);
        }
        return;
    }
    subtract(type, in + (first - 1) * size, line, task->out, first);
    first += line - (uintptr_t)((char *)task->out + first * size) % LINE / size;
    subtract(type, in + (first - 1) * size, (last - first) / line * line, task->out, first);
    subtract(type, in + (last - line - 1) * size, line, task->out, last - line);
}

/* In place: `before` is the element before them. */
TCUI_ALWAYS_INLINE void subtract_in_place(const tcui_stencil_task *task, tcu_type type, uint64_t first, uint64_t last,
                                          const void *before)
{
    const size_t size = size_of(type);
    /* (Of every type that it is read as.) */
    _Alignas(64) union {
        uint8_t u8[BLOCK + 1];
        uint16_t u16[BLOCK + 1];
        uint32_t u32[BLOCK + 1];
        uint64_t u64[BLOCK + 1];
        float f32[BLOCK + 1];
        double f64[BLOCK + 1];
    } elements;
    char *const buffer = (char *)&elements;
    memcpy(buffer, before, size);
    for (uint64_t at = first; at < last; at += BLOCK) {
        const uint64_t n = last - at < BLOCK ? last - at : BLOCK;
        memcpy(buffer + size, (const char *)task->in + at * size, n * size);
        subtract(type, buffer, n, task->out, at);
        memcpy(buffer, buffer + n * size, size);
    }
}

TCUI_ALWAYS_INLINE void subtract_all(const tcui_stencil_task *task, tcu_type type, uint64_t first, uint64_t last,
                                     const void *before)
{
    if (task->in == task->out) {
        subtract_in_place(task, type, first, last, before);
    } else {
        subtract_apart(task, type, first, last);
    }
}

typedef void (*kernel)(const tcui_stencil_task *task, uint64_t first, uint64_t last, const void *before);

#define TCUI_LEVEL_TEMPLATE "algorithms/stencil/host/difference_template.h"
#include "primitives/tile/host/for_each_level.h"

static const kernel kernels[] = {TCUI_LEVELS(difference)};

static uint64_t chunks_of(uint64_t n)
{
    return n / CHUNK + (n % CHUNK != 0);
}

/* What the chunks share. */
typedef struct work {
    const tcui_stencil_task *task;
    kernel run;
    const char *before; /* an element for each chunk */
} work;

static void run_chunk(const void *data, int64_t k, int thread)
{
    const work *w = data;
    const uint64_t first = (uint64_t)k * CHUNK, n = w->task->n;
    (void)thread;
    w->run(w->task, first, n - first < CHUNK ? n : first + CHUNK, w->before + (size_t)k * tcu_type_size(w->task->type));
}

/* (One chunk needs no memory.) */
void tcui_stencil_host_reserve_difference(const tcu_context *context, const tcui_stencil_task *task,
                                          tcui_layout *layout)
{
    (void)context;
    if (task->n > CHUNK) {
        tcui_layout_reserve(layout, chunks_of(task->n), tcu_type_size(task->type));
    }
}

static void difference(const tcu_context *context, const tcui_stencil_task *task, void *workspace)
{
    const kernel run = kernels[tcui_host_level()];
    const uint64_t zero = 0; /* in[0] - 0 is in[0] */
    if (task->n <= CHUNK) {
        run(task, 0, task->n, &zero);
        return;
    }
    const size_t size = tcu_type_size(task->type);
    const int64_t chunks = (int64_t)chunks_of(task->n);
    char *before = workspace;
    const work w = {task, run, before};
    memcpy(before, &zero, size);
    for (int64_t k = 1; k < chunks && task->in == task->out; k++) {
        memcpy(before + (size_t)k * size, (const char *)task->in + ((size_t)k * CHUNK - 1) * size, size);
    }
    const double bytes = (double)task->n * (double)size;
    tcui_for_each(tcui_threads_for_work(context, TCUI_PS_DIFFERENCE_BYTE * bytes), chunks, run_chunk, &w);
}

void tcui_stencil_host_difference(const tcu_context *context, const tcui_stencil_task *task, void *workspace)
{
    if (task->count == NULL) {
        difference(context, task, workspace);
        return;
    }
    tcui_stencil_task now = *task;
    now.n = tcui_length_now(task->n, task->count);
    if (now.n > 0) {
        difference(context, &now, workspace);
    }
}
