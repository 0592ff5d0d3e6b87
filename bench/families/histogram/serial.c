/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/yardsticks.h"

#include <string.h>

#include "primitives/tile/half.h"

typedef uint16_t element_f16, element_bf16;
typedef float element_f32;
typedef double element_f64;
typedef uint8_t element_u8;
typedef uint16_t element_u16;
typedef int32_t element_i32;
typedef uint32_t element_u32;
typedef uint64_t element_u64;

#define LOAD_f16(x)  tcui_f32_from_f16(x)
#define LOAD_bf16(x) tcui_f32_from_bf16(x)
#define LOAD_f32(x)  (x)
#define LOAD_f64(x)  (x)

/* A bin for each value, the first for `lower`. */
#define DEFINE_VALUES(sample, count)                                                                                   \
    static void values_##sample##_##count(const bench_problem *p)                                                      \
    {                                                                                                                  \
        const element_##sample *x = p->in;                                                                             \
        element_##count *counts = p->out;                                                                              \
        const int64_t lower = (int64_t)p->lower_level;                                                                 \
        for (uint64_t i = 0; i < p->n; i++) {                                                                          \
            const uint64_t k = (uint64_t)(x[i] - lower);                                                               \
            if (k < p->num_bins)                                                                                       \
                counts[k]++;                                                                                           \
        }                                                                                                              \
    }
#define DEFINE_INTEGERS(sample, count)                                                                                 \
    static void even_##sample##_##count(const bench_problem *p)                                                        \
    {                                                                                                                  \
        const element_##sample *x = p->in;                                                                             \
        element_##count *counts = p->out;                                                                              \
        const int64_t lower = (int64_t)p->lower_level;                                                                 \
        const uint64_t width = (uint64_t)(p->upper_level - p->lower_level);                                            \
        for (uint64_t i = 0; i < p->n; i++) {                                                                          \
            const uint64_t distance = (uint64_t)(x[i] - lower);                                                        \
            if (distance < width)                                                                                      \
                counts[distance * p->num_bins / width]++;                                                              \
        }                                                                                                              \
    }
#define DEFINE_REALS(sample, count)                                                                                    \
    static void even_##sample##_##count(const bench_problem *p)                                                        \
    {                                                                                                                  \
        const element_##sample *x = p->in;                                                                             \
        element_##count *counts = p->out;                                                                              \
        const double lower = p->lower_level, scale = (double)p->num_bins / (p->upper_level - lower);                   \
        for (uint64_t i = 0; i < p->n; i++) {                                                                          \
            const double place = (LOAD_##sample(x[i]) - lower) * scale;                                                \
            if (place >= 0 && place < (double)p->num_bins)                                                             \
                counts[(uint64_t)place]++;                                                                             \
        }                                                                                                              \
    }
DEFINE_VALUES(u8, u32)
DEFINE_VALUES(u8, u64)
DEFINE_VALUES(u16, u32)
DEFINE_VALUES(i32, u32)
DEFINE_INTEGERS(u16, u32)
DEFINE_INTEGERS(i32, u32)
DEFINE_INTEGERS(i32, u64)
DEFINE_INTEGERS(u32, u32)
DEFINE_REALS(f16, u32)
DEFINE_REALS(bf16, u32)
DEFINE_REALS(f32, u32)
DEFINE_REALS(f64, u32)

static void range_f32_u32(const bench_problem *p)
{
    const float *x = p->in, *levels = p->levels;
    uint32_t *counts = p->out;
    for (uint64_t i = 0; i < p->n; i++) {
        uint64_t below = 0, above = p->num_bins;
        if (!(x[i] >= levels[0] && x[i] < levels[p->num_bins])) {
            continue;
        }
        while (above - below > 1) {
            const uint64_t middle = (below + above) / 2;
            if (x[i] < levels[middle]) {
                above = middle;
            } else {
                below = middle;
            }
        }
        counts[below]++;
    }
}

static void multi_u8_u32(const bench_problem *p)
{
    const uint8_t *x = p->in;
    uint32_t *counts = p->out;
    for (uint64_t i = 0; i < p->n; i++) {
        for (uint64_t c = 0; c < BENCH_ACTIVE_CHANNELS; c++) {
            counts[c * p->num_bins + x[BENCH_CHANNELS * i + c]]++;
        }
    }
}

static void weighted_f32_f32(const bench_problem *p)
{
    const float *x = p->in, *weights = p->weights;
    float *sums = p->out;
    const double lower = p->lower_level, scale = (double)p->num_bins / (p->upper_level - lower);
    for (uint64_t i = 0; i < p->n; i++) {
        const double place = (x[i] - lower) * scale;
        if (place >= 0 && place < (double)p->num_bins) {
            sums[(uint64_t)place] += weights[i];
        }
    }
}

int bench_serial_histogram(const bench_problem *p)
{
    const int values = p->upper_level - p->lower_level == (double)p->num_bins;
    memset(p->out, 0, bench_histogram_out_count(p) * bench_size(p->out_type));
#define TRY(OP, condition, IN, OUT, function)                                                                          \
    if (p->op == BENCH_HISTOGRAM_##OP && p->in_type == TCU_TYPE_##IN && p->out_type == TCU_TYPE_##OUT &&               \
        (condition)) {                                                                                                 \
        function(p);                                                                                                   \
        return 0;                                                                                                      \
    }
    TRY(EVEN, values, U8, U32, values_u8_u32)
    TRY(EVEN, values, U8, U64, values_u8_u64)
    TRY(EVEN, values, U16, U32, values_u16_u32)
    TRY(EVEN, values, I32, U32, values_i32_u32)
    TRY(EVEN, !values, U16, U32, even_u16_u32)
    TRY(EVEN, !values, I32, U32, even_i32_u32)
    TRY(EVEN, !values, I32, U64, even_i32_u64)
    TRY(EVEN, !values, U32, U32, even_u32_u32)
    TRY(EVEN, 1, F16, U32, even_f16_u32)
    TRY(EVEN, 1, BF16, U32, even_bf16_u32)
    TRY(EVEN, 1, F32, U32, even_f32_u32)
    TRY(EVEN, 1, F64, U32, even_f64_u32)
    TRY(RANGE, 1, F32, U32, range_f32_u32)
    TRY(MULTI, values, U8, U32, multi_u8_u32)
    TRY(WEIGHTED, 1, F32, F32, weighted_f32_f32)
#undef TRY
    return 1;
}
