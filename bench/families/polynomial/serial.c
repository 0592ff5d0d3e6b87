/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points are evaluated in blocks that fill some vector registers, so that compilers vectorise across points. Halves are
 * widened to f32.
 */
#include "bench/families/polynomial/yardsticks.h"

#include <stdlib.h>

#include "bench/host/elements.h"
#include "primitives/tile/half.h"

/* 8 registers of 32 bytes, as many multiplications as a processor has in flight. */
enum { BLOCK_float = 64, BLOCK_double = 32 };

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define WIDE     __attribute__((target("avx2,fma")))
#define HAS_WIDE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#else
#define WIDE
#define HAS_WIDE 0
#endif

typedef uint16_t element_f16, element_bf16;
typedef float element_f32;
typedef double element_f64;

#define LOAD_f16(x)   tcui_f32_from_f16(x)
#define LOAD_bf16(x)  tcui_f32_from_bf16(x)
#define LOAD_f32(x)   (x)
#define LOAD_f64(x)   (x)
#define STORE_f16(x)  tcui_f16_from_f32(x)
#define STORE_bf16(x) tcui_bf16_from_f32(x)
#define STORE_f32(x)  (x)
#define STORE_f64(x)  (x)

/* The last piece that begins at or before x. */
#define DEFINE_PIECE(real)                                                                                             \
    INLINE uint64_t piece_##real(const real *breakpoints, uint64_t pieces, real x)                                     \
    {                                                                                                                  \
        uint64_t below = 0, above = pieces;                                                                            \
        while (above - below > 1) {                                                                                    \
            const uint64_t middle = (below + above) / 2;                                                               \
            if (breakpoints[middle] <= x)                                                                              \
                below = middle;                                                                                        \
            else                                                                                                       \
                above = middle;                                                                                        \
        }                                                                                                              \
        return below;                                                                                                  \
    }                                                                                                                  \
    INLINE real value_##real(const real *c, uint64_t degree, real t)                                                   \
    {                                                                                                                  \
        real value = c[degree];                                                                                        \
        for (uint64_t k = degree; k-- > 0;)                                                                            \
            value = value * t + c[k];                                                                                  \
        return value;                                                                                                  \
    }                                                                                                                  \
    INLINE void block_##real(const real *c, uint64_t degree, const real *t, real *values)                              \
    {                                                                                                                  \
        real v[BLOCK_##real];                                                                                          \
        for (int i = 0; i < BLOCK_##real; i++)                                                                         \
            v[i] = c[degree];                                                                                          \
        for (uint64_t k = degree; k-- > 0;)                                                                            \
            for (int i = 0; i < BLOCK_##real; i++)                                                                     \
                v[i] = v[i] * t[i] + c[k];                                                                             \
        for (int i = 0; i < BLOCK_##real; i++)                                                                         \
            values[i] = v[i];                                                                                          \
    }
DEFINE_PIECE(float)
DEFINE_PIECE(double)

#define DEFINE_POINTS(in_name, out_name, real)                                                                         \
    /* One polynomial at some points. */                                                                               \
    INLINE void one_##in_name##_##out_name(const real *c, uint64_t degree, const element_##in_name *x, uint64_t n,     \
                                           element_##out_name *out)                                                    \
    {                                                                                                                  \
        for (uint64_t first = 0; first < n; first += BLOCK_##real) {                                                   \
            const uint64_t count = n - first < BLOCK_##real ? n - first : BLOCK_##real;                                \
            real t[BLOCK_##real] = {0}, values[BLOCK_##real];                                                          \
            for (uint64_t i = 0; i < count; i++)                                                                       \
                t[i] = LOAD_##in_name(x[first + i]);                                                                   \
            block_##real(c, degree, t, values);                                                                        \
            for (uint64_t i = 0; i < count; i++)                                                                       \
                out[first + i] = STORE_##out_name(values[i]);                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    /* All polynomials at some points, reduced. */                                                                     \
    INLINE void reduce_##in_name##_##out_name(const bench_problem *p, const real *c)                                   \
    {                                                                                                                  \
        const element_##in_name *x = p->in;                                                                            \
        element_##out_name *out = p->out;                                                                              \
        for (uint64_t first = 0; first < p->n; first += BLOCK_##real) {                                                \
            const uint64_t count = p->n - first < BLOCK_##real ? p->n - first : BLOCK_##real;                          \
            real t[BLOCK_##real] = {0}, values[BLOCK_##real], results[BLOCK_##real];                                   \
            uint64_t which[BLOCK_##real] = {0};                                                                        \
            for (uint64_t i = 0; i < count; i++)                                                                       \
                t[i] = LOAD_##in_name(x[first + i]);                                                                   \
            block_##real(c, p->degree, t, results);                                                                    \
            for (uint64_t k = 1; k < p->num_polynomials; k++) {                                                        \
                block_##real(c + k * (p->degree + 1), p->degree, t, values);                                           \
                for (int i = 0; i < BLOCK_##real; i++) {                                                               \
                    if (p->form == BENCH_SUM)                                                                          \
                        results[i] += values[i];                                                                       \
                    else if (values[i] > results[i])                                                                   \
                        results[i] = values[i], which[i] = k;                                                          \
                }                                                                                                      \
            }                                                                                                          \
            for (uint64_t i = 0; i < count; i++) {                                                                     \
                out[first + i] = STORE_##out_name(results[i]);                                                         \
                if (p->which != NULL)                                                                                  \
                    p->which[first + i] = which[i];                                                                    \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    INLINE void run_##in_name##_##out_name(const bench_problem *p, const real *c, const real *breakpoints)             \
    {                                                                                                                  \
        const element_##in_name *x = p->in;                                                                            \
        element_##out_name *out = p->out;                                                                              \
        const uint64_t stride = p->degree + 1, own = p->n / p->num_polynomials;                                        \
        if (bench_reduces_polynomials(p->form)) {                                                                      \
            reduce_##in_name##_##out_name(p, c);                                                                       \
        } else if (p->form == BENCH_TABLE) {                                                                           \
            for (uint64_t i = 0; i < p->n; i++) {                                                                      \
                const real t = LOAD_##in_name(x[i]);                                                                   \
                const uint64_t k = piece_##real(breakpoints, p->num_polynomials, t);                                   \
                out[i] = STORE_##out_name(value_##real(c + k * stride, p->degree, t - breakpoints[k]));                \
            }                                                                                                          \
        } else if (p->form == BENCH_INDEXED) {                                                                         \
            for (uint64_t i = 0; i < p->n; i++)                                                                        \
                out[i] = STORE_##out_name(value_##real(c + p->indices[i] * stride, p->degree, LOAD_##in_name(x[i])));  \
        } else {                                                                                                       \
            const uint64_t n = p->form == BENCH_OWN ? own : p->n, next = p->form == BENCH_OWN ? own : 0;               \
            for (uint64_t k = 0; k < p->num_polynomials; k++)                                                          \
                one_##in_name##_##out_name(c + k * stride, p->degree, x + k * next, n, out + k * n);                   \
        }                                                                                                              \
    }                                                                                                                  \
    static void serial_##in_name##_##out_name(const bench_problem *p, const void *c, const void *breakpoints)          \
    {                                                                                                                  \
        run_##in_name##_##out_name(p, c, breakpoints);                                                                 \
    }                                                                                                                  \
    WIDE static void wide_##in_name##_##out_name(const bench_problem *p, const void *c, const void *breakpoints)       \
    {                                                                                                                  \
        run_##in_name##_##out_name(p, c, breakpoints);                                                                 \
    }
DEFINE_POINTS(f64, f64, double)
DEFINE_POINTS(f32, f32, float)
DEFINE_POINTS(f16, f16, float)
DEFINE_POINTS(f16, f32, float)
DEFINE_POINTS(bf16, bf16, float)
DEFINE_POINTS(bf16, f32, float)

typedef void (*serial_function)(const bench_problem *p, const void *c, const void *breakpoints);

static serial_function function_of(const bench_problem *p, int is_wide)
{
#define ROW(IN, OUT, in, out)                                                                                          \
    if (p->in_type == TCU_TYPE_##IN && p->out_type == TCU_TYPE_##OUT)                                                  \
        return is_wide ? wide_##in##_##out : serial_##in##_##out;
    ROW(F64, F64, f64, f64)
    ROW(F32, F32, f32, f32)
    ROW(F16, F16, f16, f16)
    ROW(F16, F32, f16, f32)
    ROW(BF16, BF16, bf16, bf16)
    ROW(BF16, F32, bf16, f32)
#undef ROW
    return NULL;
}

static float *widened(tcu_type type, const void *values, uint64_t count)
{
    float *wide = bench_allocate(count * sizeof *wide);
    for (uint64_t i = 0; wide != NULL && i < count; i++) {
        wide[i] = (float)bench_real(type, values, i);
    }
    return wide;
}

int bench_serial_polynomial(const bench_problem *p, int is_wide)
{
    const serial_function run = function_of(p, is_wide);
    if (run == NULL || (is_wide && !HAS_WIDE) || (bench_size(p->in_type) == 2 && p->form == BENCH_TABLE)) {
        return 1;
    }
    if (bench_size(p->in_type) > 2) {
        run(p, p->coefficients, p->breakpoints);
        return 0;
    }
    float *coefficients = widened(p->in_type, p->coefficients, bench_coefficient_count(p));
    if (coefficients != NULL) {
        run(p, coefficients, NULL);
    }
    free(coefficients);
    return coefficients == NULL;
}
