/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differences of neighbours. Where `out` is `in`, what stands before each chunk is kept before any is written, and a
 * chunk goes through a buffer, a block after the other.
 */
#include "internal.h"

#include <string.h>

#include "primitives/threads/parallel.h"
#include "primitives/tile/host/tile.h"

enum { CHUNK = 1 << 16, BLOCK = 1024 };

/* Wrap around as unsigned integers; reals are rounded once. */
#define SUBTRACT(type)                                                                                                 \
    const type *restrict from = (const type *)elements + 1;                                                            \
    type *restrict to = (type *)out + at;                                                                              \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
        to[i] = (type)(from[i] - from[(int64_t)i - 1]);                                                                \
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
    case TCU_TYPE_I8:
    case TCU_TYPE_U8: {
        SUBTRACT(uint8_t)
        break;
    }
    case TCU_TYPE_I16:
    case TCU_TYPE_U16: {
        SUBTRACT(uint16_t)
        break;
    }
    case TCU_TYPE_I32:
    case TCU_TYPE_U32: {
        SUBTRACT(uint32_t)
        break;
    }
    default: {
        SUBTRACT(uint64_t)
    }
    }
}

/* Elements first ... last - 1 of an array that is not written. */
TCUI_ALWAYS_INLINE void subtract_apart(const tcui_stencil_task *task, uint64_t first, uint64_t last)
{
    const size_t size = tcu_type_size(task->type);
    if (first == 0) {
        memcpy(task->out, task->in, size); /* in[0] - 0 */
        first = 1;
    }
    subtract(task->type, (const char *)task->in + (first - 1) * size, last - first, task->out, first);
}

/* In place: `before` is the element before them. */
TCUI_ALWAYS_INLINE void subtract_in_place(const tcui_stencil_task *task, uint64_t first, uint64_t last,
                                          const void *before)
{
    const size_t size = tcu_type_size(task->type);
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
        subtract(task->type, buffer, n, task->out, at);
        memcpy(buffer, buffer + n * size, size);
    }
}

typedef void (*kernel)(const tcui_stencil_task *task, uint64_t first, uint64_t last, const void *before);

#define KERNEL(level, target, unused)                                                                                  \
    target static void difference_##level(const tcui_stencil_task *task, uint64_t first, uint64_t last,                \
                                          const void *before)                                                          \
    {                                                                                                                  \
        if (task->in == task->out) {                                                                                   \
            subtract_in_place(task, first, last, before);                                                              \
        } else {                                                                                                       \
            subtract_apart(task, first, last);                                                                         \
        }                                                                                                              \
    }
#define ROW(level, target, unused) difference_##level,

TCUI_FOR_EACH_LEVEL(KERNEL, 0)
static const kernel kernels[] = {TCUI_FOR_EACH_LEVEL(ROW, 0)};

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

void tcui_stencil_host_plan_difference(const tcu_context *context, const tcui_stencil_task *task, tcui_layout *layout)
{
    (void)context;
    tcui_layout_reserve(layout, chunks_of(task->n), tcu_type_size(task->type));
}

void tcui_stencil_host_difference(const tcu_context *context, const tcui_stencil_task *task, void *workspace)
{
    const size_t size = tcu_type_size(task->type);
    const int64_t chunks = (int64_t)chunks_of(task->n);
    char *before = workspace;
    const work w = {task, kernels[tcui_host_level()], before};
    memset(before, 0, size); /* in[0] - 0 is in[0] */
    for (int64_t k = 1; k < chunks && task->in == task->out; k++) {
        memcpy(before + (size_t)k * size, (const char *)task->in + ((size_t)k * CHUNK - 1) * size, size);
    }
    tcui_for_each(context->properties.multiprocessors, chunks, run_chunk, &w);
}
