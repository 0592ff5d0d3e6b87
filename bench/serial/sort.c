/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/serial/sort.h"

#include <stdlib.h>
#include <string.h>

#include "bench/serial/sums.h"
#include "primitives/tile/half.h"

#define SAME(x)      (x)
#define FROM_F16(x)  tcui_f32_from_f16(x)
#define FROM_BF16(x) tcui_f32_from_bf16(x)

/* Keys of a type, `load` of which has the order of numbers. */
#define DEFINE_SORT(name, key_type, load)                                                                              \
    typedef struct item_##name {                                                                                       \
        key_type key;                                                                                                  \
        uint64_t value;                                                                                                \
    } item_##name;                                                                                                     \
    static int compare_##name(const void *a, const void *b)                                                            \
    {                                                                                                                  \
        const key_type x = *(const key_type *)a, y = *(const key_type *)b;                                             \
        return (load(x) > load(y)) - (load(x) < load(y));                                                              \
    }                                                                                                                  \
    static int compare_item_##name(const void *a, const void *b)                                                       \
    {                                                                                                                  \
        const item_##name *x = a, *y = b;                                                                              \
        const int order = compare_##name(&x->key, &y->key);                                                            \
        return order != 0 ? order : (x->value > y->value) - (x->value < y->value);                                     \
    }                                                                                                                  \
    static int sort_##name(const bench_problem *p)                                                                     \
    {                                                                                                                  \
        key_type *out = p->out;                                                                                        \
        if (p->op != BENCH_SORT_PAIRS && p->op != BENCH_ARGSORT) {                                                     \
            memcpy(out, p->in, p->n * sizeof *out);                                                                    \
            for (uint64_t k = 0, begin, end; k < p->num_segments; k++) {                                               \
                bench_segment(p, k, &begin, &end);                                                                     \
                qsort(out + begin, end - begin, sizeof *out, compare_##name);                                          \
            }                                                                                                          \
            return 0;                                                                                                  \
        }                                                                                                              \
        item_##name *items = malloc(p->n * sizeof *items);                                                             \
        if (items == NULL)                                                                                             \
            return 1;                                                                                                  \
        for (uint64_t i = 0; i < p->n; i++) {                                                                          \
            items[i].key = ((const key_type *)p->in)[i];                                                               \
            items[i].value = i;                                                                                        \
        }                                                                                                              \
        qsort(items, p->n, sizeof *items, compare_item_##name);                                                        \
        for (uint64_t i = 0; i < p->n; i++) {                                                                          \
            if (p->op == BENCH_SORT_PAIRS)                                                                             \
                out[i] = items[i].key;                                                                                 \
            store(p, i, items[i].value);                                                                               \
        }                                                                                                              \
        free(items);                                                                                                   \
        return 0;                                                                                                      \
    }

/* A value, or a position. */
static void store(const bench_problem *p, uint64_t i, uint64_t value)
{
    void *to = p->op == BENCH_ARGSORT ? p->out : p->values_out;
    if (p->out_type == TCU_TYPE_U32)
        ((uint32_t *)to)[i] = (uint32_t)value;
    else
        ((uint64_t *)to)[i] = value;
}

DEFINE_SORT(f16, uint16_t, FROM_F16)
DEFINE_SORT(bf16, uint16_t, FROM_BF16)
DEFINE_SORT(f32, float, SAME)
DEFINE_SORT(f64, double, SAME)
DEFINE_SORT(i8, int8_t, SAME)
DEFINE_SORT(u8, uint8_t, SAME)
DEFINE_SORT(i16, int16_t, SAME)
DEFINE_SORT(u16, uint16_t, SAME)
DEFINE_SORT(i32, int32_t, SAME)
DEFINE_SORT(u32, uint32_t, SAME)
DEFINE_SORT(i64, int64_t, SAME)
DEFINE_SORT(u64, uint64_t, SAME)

int bench_serial_sort(const bench_problem *p)
{
    switch (p->in_type) {
    case TCU_TYPE_F16:
        return sort_f16(p);
    case TCU_TYPE_BF16:
        return sort_bf16(p);
    case TCU_TYPE_F32:
        return sort_f32(p);
    case TCU_TYPE_F64:
        return sort_f64(p);
    case TCU_TYPE_I8:
        return sort_i8(p);
    case TCU_TYPE_U8:
        return sort_u8(p);
    case TCU_TYPE_I16:
        return sort_i16(p);
    case TCU_TYPE_U16:
        return sort_u16(p);
    case TCU_TYPE_I32:
        return sort_i32(p);
    case TCU_TYPE_U32:
        return sort_u32(p);
    case TCU_TYPE_I64:
        return sort_i64(p);
    default:
        return sort_u64(p);
    }
}
