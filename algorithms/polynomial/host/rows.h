/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's scheme in lanes that have a polynomial each. Coefficients k of several lanes lie in as many rows. With AVX2 the
 * next 16 bytes of each row are loaded at once, and those of four rows are transposed in registers: indexed points of
 * degree 3 and 7 take 0.65 times as long as with a load for each coefficient.
 *
 * Rows of a plan begin at multiples of 16 bytes, so 16 bytes from such a multiple on can be read; what lies behind the last
 * coefficient is not used. A lane's operations and their order are the same in all functions.
 */
#ifndef TCUI_POLYNOMIAL_HOST_ROWS_H
#define TCUI_POLYNOMIAL_HOST_ROWS_H

#include <stddef.h>

#include "horner.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#endif

/* Rows of ready coefficients, f32 or f64, and which of them each lane has. */
typedef struct tcui_own_rows {
    const void *first;
    uint64_t stride, degree;
    const uint64_t *row;
} tcui_own_rows;

/* h[i] = row[i] at t[i], 0 <= i < TCUI_HORNER_LANES. */
typedef void (*tcui_horner_own)(const tcui_own_rows *rows, const double *t, double *h);

/* As many lanes at a time as there are registers for where rows begin. */
enum { TCUI_OWN_LANES = 8 };

TCUI_ALWAYS_INLINE void tcui_horner_own_of(tcu_type type, const tcui_own_rows *rows, const double *t, double *h)
{
    for (int first = 0; first < TCUI_HORNER_LANES; first += TCUI_OWN_LANES) {
        uint64_t at[TCUI_OWN_LANES];
        double sum[TCUI_OWN_LANES];
        for (int i = 0; i < TCUI_OWN_LANES; i++) {
            at[i] = rows->row[first + i] * rows->stride;
            sum[i] = tcui_element_load_f64(type, rows->first, at[i] + rows->degree);
        }
        TCUI_KEEP_LOOP
        for (uint64_t k = rows->degree; k-- > 0;) {
            for (int i = 0; i < TCUI_OWN_LANES; i++) {
                sum[i] = sum[i] * t[first + i] + tcui_element_load_f64(type, rows->first, at[i] + k);
            }
        }
        for (int i = 0; i < TCUI_OWN_LANES; i++) {
            h[first + i] = sum[i];
        }
    }
}

static void tcui_horner_own_baseline_f32(const tcui_own_rows *rows, const double *t, double *h)
{
    tcui_horner_own_of(TCU_TYPE_F32, rows, t, h);
}

static void tcui_horner_own_baseline_f64(const tcui_own_rows *rows, const double *t, double *h)
{
    tcui_horner_own_of(TCU_TYPE_F64, rows, t, h);
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#define TCUI_TARGET __attribute__((target("avx2")))

/* c[j], j < 16 / element size: coefficients k + j of four rows. */
TCUI_TARGET TCUI_ALWAYS_INLINE void tcui_columns(tcu_type type, const char *const row[4], uint64_t k, __m256d c[4])
{
    if (type == TCU_TYPE_F32) {
        __m256d a[4], b[4];
        for (int i = 0; i < 4; i++) {
            a[i] = _mm256_cvtps_pd(_mm_loadu_ps((const float *)row[i] + k));
        }
        for (int i = 0; i < 4; i += 2) {
            b[i] = _mm256_unpacklo_pd(a[i], a[i + 1]);
            b[i + 1] = _mm256_unpackhi_pd(a[i], a[i + 1]);
        }
        for (int j = 0; j < 2; j++) {
            c[j] = _mm256_permute2f128_pd(b[j], b[j + 2], 0x20);
            c[j + 2] = _mm256_permute2f128_pd(b[j], b[j + 2], 0x31);
        }
        return;
    }
    __m256d a[2]; /* rows i and i + 2 */
    for (int i = 0; i < 2; i++) {
        a[i] = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd((const double *)row[i] + k)),
                                    _mm_loadu_pd((const double *)row[i + 2] + k), 1);
    }
    c[0] = _mm256_unpacklo_pd(a[0], a[1]);
    c[1] = _mm256_unpackhi_pd(a[0], a[1]);
}

/* The last 16 bytes of a row that have coefficients have left + 1, a constant. */
TCUI_TARGET TCUI_ALWAYS_INLINE void tcui_horner_own_from(tcu_type type, uint64_t left, const tcui_own_rows *rows,
                                                         const double *t, double *h)
{
    enum { VECTORS = TCUI_OWN_LANES / 4 };
    const uint64_t bytes = type == TCU_TYPE_F32 ? sizeof(float) : sizeof(double), columns = 16 / bytes;
    const uint64_t top = rows->degree - left;
    for (ptrdiff_t first = 0; first < TCUI_HORNER_LANES; first += TCUI_OWN_LANES) {
        const char *row[TCUI_OWN_LANES];
        __m256d sum[VECTORS], c[4];
        for (ptrdiff_t i = 0; i < TCUI_OWN_LANES; i++) {
            row[i] = (const char *)rows->first + rows->row[first + i] * (rows->stride * bytes);
        }
        for (ptrdiff_t v = 0; v < VECTORS; v++) {
            const __m256d x = _mm256_loadu_pd(t + first + 4 * v);
            tcui_columns(type, row + 4 * v, top, c);
            sum[v] = c[left];
            for (uint64_t j = left; j-- > 0;) {
                sum[v] = _mm256_add_pd(_mm256_mul_pd(sum[v], x), c[j]);
            }
        }
        TCUI_KEEP_LOOP
        for (uint64_t k = top; k > 0; k -= columns) {
            for (ptrdiff_t v = 0; v < VECTORS; v++) {
                const __m256d x = _mm256_loadu_pd(t + first + 4 * v);
                tcui_columns(type, row + 4 * v, k - columns, c);
                for (uint64_t j = columns; j-- > 0;) {
                    sum[v] = _mm256_add_pd(_mm256_mul_pd(sum[v], x), c[j]);
                }
            }
        }
        for (ptrdiff_t v = 0; v < VECTORS; v++) {
            _mm256_storeu_pd(h + first + 4 * v, sum[v]);
        }
    }
}

TCUI_TARGET static void tcui_horner_own_avx2_f32(const tcui_own_rows *rows, const double *t, double *h)
{
    switch (rows->degree % 4) {
    case 0:
        tcui_horner_own_from(TCU_TYPE_F32, 0, rows, t, h);
        break;
    case 1:
        tcui_horner_own_from(TCU_TYPE_F32, 1, rows, t, h);
        break;
    case 2:
        tcui_horner_own_from(TCU_TYPE_F32, 2, rows, t, h);
        break;
    default:
        tcui_horner_own_from(TCU_TYPE_F32, 3, rows, t, h);
    }
}

TCUI_TARGET static void tcui_horner_own_avx2_f64(const tcui_own_rows *rows, const double *t, double *h)
{
    if (rows->degree % 2 == 0) {
        tcui_horner_own_from(TCU_TYPE_F64, 0, rows, t, h);
    } else {
        tcui_horner_own_from(TCU_TYPE_F64, 1, rows, t, h);
    }
}

#undef TCUI_TARGET

#endif

#endif /* TCUI_POLYNOMIAL_HOST_ROWS_H */
