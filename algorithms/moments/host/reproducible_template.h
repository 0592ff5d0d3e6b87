/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of deviations of a chunk, and of their squares, at a level: loops over columns, of which compilers make vectors. */

TCUI_ALWAYS_INLINE double TCUI_L(number_at)(tcu_type type, const void *in, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return ((const int8_t *)in)[i];
    case TCU_TYPE_U8:
        return ((const uint8_t *)in)[i];
    case TCU_TYPE_I16:
        return ((const int16_t *)in)[i];
    case TCU_TYPE_U16:
        return ((const uint16_t *)in)[i];
    default:
        return tcui_element_load_f64(type, in, i);
    }
}

TCUI_ALWAYS_INLINE void TCUI_L(sum_deviations)(tcu_type type, const void *in, double shift, uint64_t first,
                                               uint64_t count, double *sums)
{
    double D[TCUI_REPRODUCIBLE_COLUMNS], Q[TCUI_REPRODUCIBLE_COLUMNS];
    for (int c = 0; c < TCUI_REPRODUCIBLE_COLUMNS; c++) {
        D[c] = Q[c] = 0;
    }
    for (uint64_t i = 0, n; i < count; i += n) {
        n = count - i < TCUI_REPRODUCIBLE_COLUMNS ? count - i : TCUI_REPRODUCIBLE_COLUMNS;
        for (uint64_t c = 0; c < n; c++) {
            const double d = TCUI_L(number_at)(type, in, first + i + c) - shift;
            D[c] += d;
            Q[c] += d * d;
        }
    }
    add_halves(D, Q, sums);
}

#define TCUI_CASE(TYPE)                                                                                                \
    case TYPE:                                                                                                         \
        TCUI_L(sum_deviations)(TYPE, in, shift, first, count, sums);                                                   \
        break;

static void TCUI_L(sum_any_deviations)(tcu_type type, const void *in, double shift, uint64_t first, uint64_t count,
                                       double *sums)
{
    switch (type) {
        TCUI_CASE(TCU_TYPE_F16)
        TCUI_CASE(TCU_TYPE_BF16)
        TCUI_CASE(TCU_TYPE_F32)
        TCUI_CASE(TCU_TYPE_I8)
        TCUI_CASE(TCU_TYPE_U8)
        TCUI_CASE(TCU_TYPE_I16)
        TCUI_CASE(TCU_TYPE_U16)
    default:
        TCUI_L(sum_deviations)(TCU_TYPE_F64, in, shift, first, count, sums);
    }
}

#undef TCUI_CASE
