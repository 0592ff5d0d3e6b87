/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of f64, f32, f16, bf16 and u8 become TCUI_ACC_TYPE: a part of templates of vectors.h. */

/* `n` neighbours, of a type that is a constant. */
TCUI_ALWAYS_INLINE void TCUI_V(widen_row)(tcu_type type, const void *in, uint64_t first, uint64_t n, TCUI_ACC_TYPE *to)
{
    uint64_t i = 0;
#if TCUI_LEVEL_NUMBER > 0 && TCUI_ACC_BYTES == 4
    if (type == TCU_TYPE_F16) {
        for (; i + 8 <= n; i += 8) {
            const void *from = (const uint16_t *)in + first + i;
            _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(from)));
        }
    }
#endif
    for (; i < n; i++) {
        to[i] = type == TCU_TYPE_U8 ? (TCUI_ACC_TYPE)((const uint8_t *)in)[first + i]
                                    : TCUI_JOIN(tcui_element_load, TCUI_ACC)(type, in, first + i);
    }
}
