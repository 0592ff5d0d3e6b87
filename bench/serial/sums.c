/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/serial/sums.h"

#include "primitives/context/sum_pairs.h"
#include "primitives/tile/half.h"

typedef uint16_t element_f16, element_bf16;
typedef float element_f32;
typedef double element_f64;
typedef int8_t element_i8;
typedef uint8_t element_u8;
typedef int16_t element_i16;
typedef uint16_t element_u16;
typedef int32_t element_i32;
typedef uint32_t element_u32;
typedef uint64_t element_u64;

#define LOAD_f16(x)   tcui_f32_from_f16(x)
#define LOAD_bf16(x)  tcui_f32_from_bf16(x)
#define LOAD_f32(x)   (x)
#define LOAD_f64(x)   (x)
#define LOAD_i8(x)    (x)
#define LOAD_u8(x)    (x)
#define LOAD_i16(x)   (x)
#define LOAD_u16(x)   (x)
#define LOAD_i32(x)   (x)
#define LOAD_u32(x)   (x)
#define LOAD_u64(x)   (x)
#define STORE_f16(x)  tcui_f16_from_f32(x)
#define STORE_bf16(x) tcui_bf16_from_f32(x)
#define STORE_f32(x)  (x)
#define STORE_f64(x)  (x)
#define STORE_u8(x)   ((uint8_t)(x))
#define STORE_u16(x)  ((uint16_t)(x))
#define STORE_u32(x)  (x)
#define STORE_u64(x)  (x)

void bench_segment(const bench_problem *p, uint64_t k, uint64_t *begin, uint64_t *end)
{
    if (bench_has_offsets(p->op)) {
        *begin = (uint64_t)p->offsets[k];
        *end = (uint64_t)p->offsets[k + 1];
    } else {
        const uint64_t size = bench_has_segment_size(p->op) ? p->segment_size : p->n;
        *begin = k * size;
        *end = *begin + size < p->n ? *begin + size : p->n;
    }
}

#define DEFINE_SERIAL(in_name, acc_name, out_name)                                                                     \
    static void serial_##in_name##_##acc_name##_##out_name(const bench_problem *p)                                     \
    {                                                                                                                  \
        const element_##in_name *in = p->in;                                                                           \
        element_##out_name *out = p->out;                                                                              \
        for (uint64_t k = 0, begin, end; k < p->num_segments; k++) {                                                   \
            element_##acc_name sum = 0;                                                                                \
            bench_segment(p, k, &begin, &end);                                                                         \
            if (!bench_is_scan(p->op)) {                                                                               \
                for (uint64_t i = begin; i < end; i++)                                                                 \
                    sum += (element_##acc_name)LOAD_##in_name(in[i]);                                                  \
                out[k] = STORE_##out_name(sum);                                                                        \
            } else if (p->form == BENCH_INCLUSIVE) {                                                                   \
                for (uint64_t i = begin; i < end; i++) {                                                               \
                    sum += (element_##acc_name)LOAD_##in_name(in[i]);                                                  \
                    out[i] = STORE_##out_name(sum);                                                                    \
                }                                                                                                      \
            } else {                                                                                                   \
                for (uint64_t i = begin; i < end; i++) {                                                               \
                    out[i] = STORE_##out_name(sum);                                                                    \
                    sum += (element_##acc_name)LOAD_##in_name(in[i]);                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
TCUI_SUM_KERNELS(DEFINE_SERIAL)

int bench_serial(const bench_problem *problem)
{
#define TRY_SERIAL(IN, OUT, in_name, acc_name, out_name)                                                               \
    if (problem->in_type == TCU_TYPE_##IN && problem->out_type == TCU_TYPE_##OUT) {                                    \
        serial_##in_name##_##acc_name##_##out_name(problem);                                                           \
        return 0;                                                                                                      \
    }
    TCUI_SUM_PAIRS(TRY_SERIAL)
    return 1;
}

static uint64_t hash(uint64_t x) /* splitmix64 */
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

void bench_serial_fill(void *data, tcu_type type, uint64_t n, uint64_t seed)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t bits = hash(i ^ seed);
        const double real = (double)(bits >> 11) * 0x1p-52 - 1;
        switch (type) {
        case TCU_TYPE_F16:
            ((uint16_t *)data)[i] = tcui_f16_from_f64(real);
            break;
        case TCU_TYPE_BF16:
            ((uint16_t *)data)[i] = tcui_bf16_from_f64(real);
            break;
        case TCU_TYPE_F32:
            ((float *)data)[i] = (float)real;
            break;
        case TCU_TYPE_F64:
            ((double *)data)[i] = real;
            break;
        default:
            memcpy((char *)data + i * tcu_type_size(type), &bits, tcu_type_size(type));
            break;
        }
    }
}

double bench_real(tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return (double)tcui_f32_from_f16(((const uint16_t *)data)[i]);
    case TCU_TYPE_BF16:
        return (double)tcui_f32_from_bf16(((const uint16_t *)data)[i]);
    case TCU_TYPE_F32:
        return (double)((const float *)data)[i];
    default:
        return ((const double *)data)[i];
    }
}

uint64_t bench_integer(tcu_type type, const void *data, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return (uint64_t)((const int8_t *)data)[i];
    case TCU_TYPE_U8:
        return ((const uint8_t *)data)[i];
    case TCU_TYPE_I16:
        return (uint64_t)((const int16_t *)data)[i];
    case TCU_TYPE_U16:
        return ((const uint16_t *)data)[i];
    case TCU_TYPE_I32:
        return (uint64_t)((const int32_t *)data)[i];
    case TCU_TYPE_U32:
        return ((const uint32_t *)data)[i];
    default:
        return ((const uint64_t *)data)[i];
    }
}
