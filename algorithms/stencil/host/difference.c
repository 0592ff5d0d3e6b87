/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differences of neighbours. `out` may be `in`: what stands before each chunk is kept before any is written, and a chunk
 * goes through a buffer, a block after the other.
 */
#include "internal.h"

#include <string.h>

#include "primitives/tile/tile_host.h"

enum { CHUNK = 1 << 16, BLOCK = 1024 };

/* Wrap around as unsigned integers; reals are rounded once. */
#define SUBTRACT(type)                                                                                                 \
    const type *from = (const type *)buffer + 1;                                                                       \
    type *to = (type *)out + at;                                                                                       \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
        to[i] = (type)(from[i] - from[(int64_t)i - 1]);                                                                \
    }

#define SUBTRACT_HALVES(type)                                                                                          \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
        const float difference = tcui_element_load_f32(type, buffer, i + 1) - tcui_element_load_f32(type, buffer, i);  \
        tcui_element_store_f32(type, out, at + i, difference);                                                         \
    }

/* out[at + i] = buffer[i + 1] - buffer[i]. */
TCUI_ALWAYS_INLINE void subtract(tcu_type element, const void *buffer, uint64_t n, void *out, uint64_t at)
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

/* Elements first ... last - 1; `before` is the one before them. */
TCUI_ALWAYS_INLINE void subtract_chunk(const tcui_stencil_task *task, uint64_t first, uint64_t last, const void *before)
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
        subtract_chunk(task, first, last, before);                                                                     \
    }
#define ROW(level, target, unused) difference_##level,

TCUI_FOR_EACH_LEVEL(KERNEL, 0)
static const kernel kernels[] = {TCUI_FOR_EACH_LEVEL(ROW, 0)};

static uint64_t chunks_of(uint64_t n)
{
    return n / CHUNK + (n % CHUNK != 0);
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
    const int threads = context->properties.multiprocessors;
    char *before = workspace;
    const kernel run = kernels[tcui_host_level()];
    memset(before, 0, size); /* in[0] - 0 is in[0] */
    for (int64_t k = 1; k < chunks; k++) {
        memcpy(before + (size_t)k * size, (const char *)task->in + ((size_t)k * CHUNK - 1) * size, size);
    }
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) if (threads > 1 && chunks > 1) schedule(static)
#endif
    for (int64_t k = 0; k < chunks; k++) {
        const uint64_t first = (uint64_t)k * CHUNK;
        run(task, first, task->n - first < CHUNK ? task->n : first + CHUNK, before + (size_t)k * size);
    }
    (void)threads;
}
