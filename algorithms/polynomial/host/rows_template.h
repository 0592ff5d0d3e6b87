/* SPDX-License-Identifier: Apache-2.0 */
/* Horner's scheme of rows.h for coefficients of f32 and of f64, at a level: each is a tcui_horner_own.
 * (EPYC, AVX2, f32 and f64: rows transposed against loads of each coefficient, degree 3 to 15 1.16 to 1.34 times as fast, 63
 * 1.07 to 1.13.) */

#if TCUI_LEVEL_NUMBER == 0

static void TCUI_V(tcui_horner_own_f32)(const tcui_own_rows *rows, const double *t, double *h)
{
    tcui_horner_own_of(TCU_TYPE_F32, rows, t, h);
}

static void TCUI_V(tcui_horner_own_f64)(const tcui_own_rows *rows, const double *t, double *h)
{
    tcui_horner_own_of(TCU_TYPE_F64, rows, t, h);
}

#else

/* c[j], j < 16 / element size: coefficients k + j of four rows. */
TCUI_ALWAYS_INLINE void TCUI_V(tcui_columns)(tcu_type type, const char *const row[4], uint64_t k, __m256d c[4])
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
TCUI_ALWAYS_INLINE void TCUI_V(tcui_horner_own_from)(tcu_type type, uint64_t left, const tcui_own_rows *rows,
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
            TCUI_V(tcui_columns)(type, row + 4 * v, top, c);
            sum[v] = c[left];
            for (uint64_t j = left; j-- > 0;) {
                sum[v] = _mm256_add_pd(_mm256_mul_pd(sum[v], x), c[j]);
            }
        }
        TCUI_KEEP_LOOP
        for (uint64_t k = top; k > 0; k -= columns) {
            for (ptrdiff_t v = 0; v < VECTORS; v++) {
                const __m256d x = _mm256_loadu_pd(t + first + 4 * v);
                TCUI_V(tcui_columns)(type, row + 4 * v, k - columns, c);
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

static void TCUI_V(tcui_horner_own_f32)(const tcui_own_rows *rows, const double *t, double *h)
{
    switch (rows->degree % 4) {
    case 0:
        TCUI_V(tcui_horner_own_from)(TCU_TYPE_F32, 0, rows, t, h);
        break;
    case 1:
        TCUI_V(tcui_horner_own_from)(TCU_TYPE_F32, 1, rows, t, h);
        break;
    case 2:
        TCUI_V(tcui_horner_own_from)(TCU_TYPE_F32, 2, rows, t, h);
        break;
    default:
        TCUI_V(tcui_horner_own_from)(TCU_TYPE_F32, 3, rows, t, h);
    }
}

static void TCUI_V(tcui_horner_own_f64)(const tcui_own_rows *rows, const double *t, double *h)
{
    if (rows->degree % 2 == 0) {
        TCUI_V(tcui_horner_own_from)(TCU_TYPE_F64, 0, rows, t, h);
    } else {
        TCUI_V(tcui_horner_own_from)(TCU_TYPE_F64, 1, rows, t, h);
    }
}

#endif
