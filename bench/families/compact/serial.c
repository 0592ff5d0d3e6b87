/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/compact/yardsticks.h"

#include <string.h>

typedef struct item_16 {
    uint64_t low, high;
} item_16;
typedef uint8_t item_1;
typedef uint16_t item_2;
typedef uint32_t item_4;
typedef uint64_t item_8;

#define DIFFERS(a, b)    ((a) != (b))
#define DIFFERS_16(a, b) ((a).low != (b).low || (a).high != (b).high)

static int is_set(const bench_problem *p, uint64_t i)
{
    const uint8_t *flags = p->flags;
    return p->form == BENCH_BITS ? flags[i / 8] >> i % 8 & 1 : flags[i];
}

#define DEFINE_MOVES(size, differs)                                                                                    \
    static uint64_t compact_##size(const bench_problem *p, uint64_t column)                                            \
    {                                                                                                                  \
        const item_##size *in = (const item_##size *)p->in + column * p->n;                                            \
        item_##size *out = (item_##size *)p->out + column * p->n;                                                      \
        uint64_t kept = 0;                                                                                             \
        for (uint64_t i = 0; i < p->n; i++)                                                                            \
            if (is_set(p, i))                                                                                          \
                out[kept++] = in[i];                                                                                   \
        return kept;                                                                                                   \
    }                                                                                                                  \
    static uint64_t partition_##size(const bench_problem *p)                                                           \
    {                                                                                                                  \
        const item_##size *in = p->in;                                                                                 \
        item_##size *out = p->out;                                                                                     \
        const uint64_t kept = compact_##size(p, 0);                                                                    \
        uint64_t end = kept;                                                                                           \
        for (uint64_t i = 0; i < p->n; i++)                                                                            \
            if (!is_set(p, i))                                                                                         \
                out[end++] = in[i];                                                                                    \
        return kept;                                                                                                   \
    }                                                                                                                  \
    static uint64_t unique_##size(const bench_problem *p)                                                              \
    {                                                                                                                  \
        const item_##size *in = p->in;                                                                                 \
        item_##size *out = p->out;                                                                                     \
        uint64_t runs = 0, begin = 0;                                                                                  \
        for (uint64_t i = 0; i < p->n; i++)                                                                            \
            if (i == 0 || differs(in[i], in[i - 1])) {                                                                 \
                if (p->run_lengths && i > 0)                                                                           \
                    p->run_lengths[runs - 1] = i - begin;                                                              \
                begin = i;                                                                                             \
                out[runs++] = in[i];                                                                                   \
            }                                                                                                          \
        if (p->run_lengths && runs > 0)                                                                                \
            p->run_lengths[runs - 1] = p->n - begin;                                                                   \
        return runs;                                                                                                   \
    }
DEFINE_MOVES(1, DIFFERS)
DEFINE_MOVES(2, DIFFERS)
DEFINE_MOVES(4, DIFFERS)
DEFINE_MOVES(8, DIFFERS)
DEFINE_MOVES(16, DIFFERS_16)

#define DEFINE_PREDICATE(type, T)                                                                                      \
    static uint64_t if_##type(const bench_problem *p)                                                                  \
    {                                                                                                                  \
        const T *in = p->in;                                                                                           \
        T *out = p->out, low, high;                                                                                    \
        uint64_t kept = 0;                                                                                             \
        memcpy(&low, &p->value, sizeof low);                                                                           \
        memcpy(&high, &p->upper, sizeof high);                                                                         \
        if (p->form == BENCH_LESS) {                                                                                   \
            for (uint64_t i = 0; i < p->n; i++)                                                                        \
                if (in[i] < low)                                                                                       \
                    out[kept++] = in[i];                                                                               \
        } else {                                                                                                       \
            for (uint64_t i = 0; i < p->n; i++)                                                                        \
                if (low <= in[i] && in[i] <= high)                                                                     \
                    out[kept++] = in[i];                                                                               \
        }                                                                                                              \
        if (bench_is_partition(p->op))                                                                                 \
            for (uint64_t i = 0, end = kept; i < p->n; i++)                                                            \
                if (!(p->form == BENCH_LESS ? in[i] < low : low <= in[i] && in[i] <= high))                            \
                    out[end++] = in[i];                                                                                \
        return kept;                                                                                                   \
    }
DEFINE_PREDICATE(u8, uint8_t)
DEFINE_PREDICATE(u16, uint16_t)
DEFINE_PREDICATE(u32, uint32_t)
DEFINE_PREDICATE(f32, float)
DEFINE_PREDICATE(f64, double)

static uint64_t indices(const bench_problem *p)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        if (is_set(p, i)) {
            if (p->out_type == TCU_TYPE_U32) {
                ((uint32_t *)p->out)[kept++] = (uint32_t)i;
            } else {
                ((uint64_t *)p->out)[kept++] = i;
            }
        }
    }
    return kept;
}

static uint64_t columns(const bench_problem *p)
{
    uint64_t kept = 0;
    for (uint64_t column = 0; column < bench_columns(p->op); column++) {
        switch (bench_size(p->in_type)) {
        case 1:
            kept = compact_1(p, column);
            break;
        case 2:
            kept = compact_2(p, column);
            break;
        case 4:
            kept = compact_4(p, column);
            break;
        case 8:
            kept = compact_8(p, column);
            break;
        default:
            kept = compact_16(p, column);
            break;
        }
    }
    return kept;
}

#define BY_SIZE(operation)                                                                                             \
    (bench_size(p->in_type) == 1   ? operation##_1(p)                                                                  \
     : bench_size(p->in_type) == 2 ? operation##_2(p)                                                                  \
     : bench_size(p->in_type) == 4 ? operation##_4(p)                                                                  \
     : bench_size(p->in_type) == 8 ? operation##_8(p)                                                                  \
                                   : operation##_16(p))

int bench_serial_compaction(const bench_problem *p)
{
    switch (p->op) {
    case BENCH_COMPACT:
    case BENCH_COMPACT_COLUMNS:
        *p->count = columns(p);
        return 0;
    case BENCH_COMPACT_INDICES:
        *p->count = indices(p);
        return 0;
    case BENCH_PARTITION:
        *p->count = BY_SIZE(partition);
        return 0;
    case BENCH_UNIQUE:
        *p->count = BY_SIZE(unique);
        return 0;
    default:
        break;
    }
    switch (p->in_type) {
    case TCU_TYPE_U8:
        *p->count = if_u8(p);
        return 0;
    case TCU_TYPE_U16:
        *p->count = if_u16(p);
        return 0;
    case TCU_TYPE_U32:
        *p->count = if_u32(p);
        return 0;
    case TCU_TYPE_F32:
        *p->count = if_f32(p);
        return 0;
    case TCU_TYPE_F64:
        *p->count = if_f64(p);
        return 0;
    default:
        return 1;
    }
}
