/* SPDX-License-Identifier: Apache-2.0 */
/* Every item is stored at the place of the next one kept, which then moves on by one or by none. */
#include <stdlib.h>
#include <string.h>

#include "bench/families/compact/yardsticks.h"
#include "bench/host/elements.h"

static uint64_t is_set(const bench_problem *p, uint64_t i)
{
    const uint8_t *flags = p->flags;
    return p->form == BENCH_BITS ? flags[i / 8] >> i % 8 & 1 : flags[i] != 0;
}

/* The condition is one of item `x`, or of position i. */
#define KEEP(condition)                                                                                                \
    for (uint64_t i = 0; i < p->n; i++) {                                                                              \
        const item x = in[i];                                                                                          \
        out[kept] = x;                                                                                                 \
        kept += (condition) ? 1 : 0;                                                                                   \
    }
#define PART(condition)                                                                                                \
    for (uint64_t i = 0, other = 0; i < p->n; i++) {                                                                   \
        const item x = in[i];                                                                                          \
        const uint64_t is_kept = (condition) ? 1 : 0;                                                                  \
        out[kept] = x;                                                                                                 \
        others[other] = x;                                                                                             \
        kept += is_kept;                                                                                               \
        other += 1 - is_kept;                                                                                          \
    }

#define DEFINE_BRANCHLESS(name, type)                                                                                  \
    static int run_##name(const bench_problem *p)                                                                      \
    {                                                                                                                  \
        typedef type item;                                                                                             \
        const item *in = p->in;                                                                                        \
        item *out = p->out, low, high;                                                                                 \
        item *others = bench_is_partition(p->op) ? bench_allocate(p->n * sizeof *others) : NULL;                       \
        uint64_t kept = 0;                                                                                             \
        memcpy(&low, &p->value, sizeof low);                                                                           \
        memcpy(&high, &p->upper, sizeof high);                                                                         \
        if (bench_is_partition(p->op) && others == NULL)                                                               \
            return 1;                                                                                                  \
        if (p->op == BENCH_COMPACT) {                                                                                  \
            KEEP(is_set(p, i))                                                                                         \
        } else if (p->op == BENCH_COMPACT_COLUMNS) {                                                                   \
            for (uint64_t c = 0; c < BENCH_COLUMNS; c++, in += p->n, out += p->n) {                                    \
                kept = 0;                                                                                              \
                KEEP(is_set(p, i))                                                                                     \
            }                                                                                                          \
        } else if (p->op == BENCH_COMPACT_IF && p->form == BENCH_LESS) {                                               \
            KEEP(x < low)                                                                                              \
        } else if (p->op == BENCH_COMPACT_IF) {                                                                        \
            KEEP((x >= low) & (x <= high))                                                                             \
        } else if (p->op == BENCH_PARTITION) {                                                                         \
            PART(is_set(p, i))                                                                                         \
        } else if (p->form == BENCH_LESS) {                                                                            \
            PART(x < low)                                                                                              \
        } else {                                                                                                       \
            PART((x >= low) & (x <= high))                                                                             \
        }                                                                                                              \
        if (others != NULL)                                                                                            \
            memcpy(out + kept, others, (p->n - kept) * sizeof *others);                                                \
        free(others);                                                                                                  \
        *p->count = kept;                                                                                              \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static int unique_##name(const bench_problem *p)                                                                   \
    {                                                                                                                  \
        const type *in = p->in;                                                                                        \
        type *out = p->out;                                                                                            \
        uint64_t kept = 1, begin = 0;                                                                                  \
        out[0] = in[0];                                                                                                \
        if (p->run_lengths == NULL) {                                                                                  \
            for (uint64_t i = 1; i < p->n; i++) {                                                                      \
                out[kept] = in[i];                                                                                     \
                kept += in[i] != in[i - 1];                                                                            \
            }                                                                                                          \
        } else {                                                                                                       \
            for (uint64_t i = 1; i < p->n; i++) {                                                                      \
                const uint64_t begins = in[i] != in[i - 1];                                                            \
                out[kept] = in[i];                                                                                     \
                p->run_lengths[kept - 1] = i - begin;                                                                  \
                begin = begins ? i : begin;                                                                            \
                kept += begins;                                                                                        \
            }                                                                                                          \
            p->run_lengths[kept - 1] = p->n - begin;                                                                   \
        }                                                                                                              \
        *p->count = kept;                                                                                              \
        return 0;                                                                                                      \
    }
DEFINE_BRANCHLESS(u8, uint8_t)
DEFINE_BRANCHLESS(u16, uint16_t)
DEFINE_BRANCHLESS(u32, uint32_t)
DEFINE_BRANCHLESS(u64, uint64_t)
DEFINE_BRANCHLESS(f32, float)
DEFINE_BRANCHLESS(f64, double)

#define DEFINE_POSITIONS(type)                                                                                         \
    static void positions_##type(const bench_problem *p)                                                               \
    {                                                                                                                  \
        type *out = p->out;                                                                                            \
        uint64_t kept = 0;                                                                                             \
        for (uint64_t i = 0; i < p->n; i++) {                                                                          \
            out[kept] = (type)i;                                                                                       \
            kept += is_set(p, i);                                                                                      \
        }                                                                                                              \
        *p->count = kept;                                                                                              \
    }
DEFINE_POSITIONS(uint32_t)
DEFINE_POSITIONS(uint64_t)

int bench_branchless_compaction(const bench_problem *p)
{
    if (p->op == BENCH_COMPACT_INDICES) {
        (p->out_type == TCU_TYPE_U32 ? positions_uint32_t : positions_uint64_t)(p);
        return 0;
    }
    switch (p->in_type) {
#define CASE(NAME, name)                                                                                               \
    case TCU_TYPE_##NAME:                                                                                              \
        return p->op == BENCH_UNIQUE ? unique_##name(p) : run_##name(p);
        CASE(U8, u8)
        CASE(U16, u16)
        CASE(U32, u32)
        CASE(U64, u64)
        CASE(F32, f32)
        CASE(F64, f64)
#undef CASE
    default:
        return 1;
    }
}
