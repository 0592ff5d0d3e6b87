/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sums/yardsticks.h"

#include "bench/host/elements.h"
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

int bench_serial_sums(const bench_problem *problem)
{
#define TRY_SERIAL(IN, OUT, in_name, acc_name, out_name)                                                               \
    if (problem->in_type == TCU_TYPE_##IN && problem->out_type == TCU_TYPE_##OUT) {                                    \
        serial_##in_name##_##acc_name##_##out_name(problem);                                                           \
        return 0;                                                                                                      \
    }
    TCUI_SUM_PAIRS(TRY_SERIAL)
    return 1;
}
