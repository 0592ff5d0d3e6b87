/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scan of neighbours, included by of_level.h for each accumulator TCUI_ACC and each level.
 *
 * In a plain loop every addition waits for the one before it. Here four elements a, b, c, d are added among themselves,
 *
 *     a    a + b    (a + b) + c    (a + b) + (c + d)
 *
 * and only the addition of what comes before the four waits: A U + (L A) 1 of Dakkak et al. (ICS 2019), algorithm 6, with
 * rows of 4. With AVX2 the four are lanes of a vector (of integers of 32 bits, eight), which is added to itself shifted by
 * one lane and by two. The additions are the same, and so are the results.
 *
 * scan_lanes() is a vector's scan, shift_lanes() moves it one lane on and a 0 in front, last_lane() has its last lane in
 * all lanes. load_lanes() and store_lanes() convert where there are instructions for it.
 */
#if TCUI_LEVEL_NUMBER > 0 && TCUI_ACC_IS_FLOAT

#define TCUI_LANES 4
typedef __m256d TCUI_L(lanes);

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(scan_lanes)(TCUI_L(lanes) x)
{
    const __m256d zero = _mm256_setzero_pd();
    x = _mm256_add_pd(x, _mm256_unpacklo_pd(zero, x));
    return _mm256_add_pd(x, _mm256_blend_pd(zero, _mm256_permute4x64_pd(x, 0x55), 0xc));
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(shift_lanes)(TCUI_L(lanes) x)
{
    return _mm256_blend_pd(_mm256_permute4x64_pd(x, 0x90), _mm256_setzero_pd(), 1);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(last_lane)(TCUI_L(lanes) x)
{
    return _mm256_permute4x64_pd(x, 0xff);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(add_lanes)(TCUI_L(lanes) a, TCUI_L(lanes) b)
{
    return _mm256_add_pd(a, b);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(load_lanes)(tcu_type type, const void *in, uint64_t i)
{
    return type == TCU_TYPE_F32 ? _mm256_cvtps_pd(_mm_loadu_ps((const float *)in + i))
                                : _mm256_loadu_pd((const double *)in + i);
}

TCUI_TARGET TCUI_ALWAYS_INLINE void TCUI_L(store_lanes)(tcu_type type, void *out, uint64_t i, TCUI_L(lanes) x)
{
    if (type == TCU_TYPE_F32) {
        _mm_storeu_ps((float *)out + i, _mm256_cvtpd_ps(x));
    } else {
        _mm256_storeu_pd((double *)out + i, x);
    }
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(set_lanes)(TCUI_ACC_TYPE x)
{
    return _mm256_set1_pd(x);
}

#elif TCUI_LEVEL_NUMBER > 0 && TCUI_ACC_BYTES == 8

#define TCUI_LANES 4
typedef __m256i TCUI_L(lanes);

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(scan_lanes)(TCUI_L(lanes) x)
{
    const __m256i zero = _mm256_setzero_si256();
    x = _mm256_add_epi64(x, _mm256_slli_si256(x, 8));
    return _mm256_add_epi64(x, _mm256_blend_epi32(zero, _mm256_permute4x64_epi64(x, 0x55), 0xf0));
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(shift_lanes)(TCUI_L(lanes) x)
{
    return _mm256_blend_epi32(_mm256_permute4x64_epi64(x, 0x90), _mm256_setzero_si256(), 3);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(last_lane)(TCUI_L(lanes) x)
{
    return _mm256_permute4x64_epi64(x, 0xff);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(add_lanes)(TCUI_L(lanes) a, TCUI_L(lanes) b)
{
    return _mm256_add_epi64(a, b);
}

TCUI_TARGET TCUI_ALWAYS_INLINE __m128i TCUI_L(load_4_bytes)(const uint8_t *in)
{
    int bytes;
    memcpy(&bytes, in, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(load_lanes)(tcu_type type, const void *in, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return _mm256_cvtepi8_epi64(TCUI_L(load_4_bytes)((const uint8_t *)in + i));
    case TCU_TYPE_U8:
        return _mm256_cvtepu8_epi64(TCUI_L(load_4_bytes)((const uint8_t *)in + i));
    case TCU_TYPE_I16:
        return _mm256_cvtepi16_epi64(_mm_loadl_epi64((const void *)((const uint16_t *)in + i)));
    case TCU_TYPE_U16:
        return _mm256_cvtepu16_epi64(_mm_loadl_epi64((const void *)((const uint16_t *)in + i)));
    case TCU_TYPE_I32:
        return _mm256_cvtepi32_epi64(_mm_loadu_si128((const void *)((const uint32_t *)in + i)));
    case TCU_TYPE_U32:
        return _mm256_cvtepu32_epi64(_mm_loadu_si128((const void *)((const uint32_t *)in + i)));
    default:
        return _mm256_loadu_si256((const void *)((const uint64_t *)in + i));
    }
}

TCUI_TARGET TCUI_ALWAYS_INLINE void TCUI_L(store_lanes)(tcu_type type, void *out, uint64_t i, TCUI_L(lanes) x)
{
    (void)type;
    _mm256_storeu_si256((void *)((uint64_t *)out + i), x);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(set_lanes)(TCUI_ACC_TYPE x)
{
    return _mm256_set1_epi64x((long long)x);
}

#elif TCUI_LEVEL_NUMBER > 0

#define TCUI_LANES 8
typedef __m256i TCUI_L(lanes);

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(scan_lanes)(TCUI_L(lanes) x)
{
    const __m256i zero = _mm256_setzero_si256();
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 4)); /* (in each half for itself) */
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 8));
    return _mm256_add_epi32(x, _mm256_blend_epi32(zero, _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(3)), 0xf0));
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(shift_lanes)(TCUI_L(lanes) x)
{
    const __m256i from = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6);
    return _mm256_blend_epi32(_mm256_permutevar8x32_epi32(x, from), _mm256_setzero_si256(), 1);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(last_lane)(TCUI_L(lanes) x)
{
    return _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7));
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(add_lanes)(TCUI_L(lanes) a, TCUI_L(lanes) b)
{
    return _mm256_add_epi32(a, b);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(load_lanes)(tcu_type type, const void *in, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return _mm256_cvtepi8_epi32(_mm_loadl_epi64((const void *)((const uint8_t *)in + i)));
    case TCU_TYPE_U8:
        return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)((const uint8_t *)in + i)));
    case TCU_TYPE_I16:
        return _mm256_cvtepi16_epi32(_mm_loadu_si128((const void *)((const uint16_t *)in + i)));
    case TCU_TYPE_U16:
        return _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)((const uint16_t *)in + i)));
    default:
        return _mm256_loadu_si256((const void *)((const uint32_t *)in + i));
    }
}

TCUI_TARGET TCUI_ALWAYS_INLINE void TCUI_L(store_lanes)(tcu_type type, void *out, uint64_t i, TCUI_L(lanes) x)
{
    (void)type;
    _mm256_storeu_si256((void *)((uint32_t *)out + i), x);
}

TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_L(lanes) TCUI_L(set_lanes)(TCUI_ACC_TYPE x)
{
    return _mm256_set1_epi32((int)x);
}

#endif

/* The scan of in[in_first] ... in[in_first + count - 1] with `base` before them; returns their sum. Types are the
 * accumulator's, or what load_lanes() and store_lanes() know. All of a vector is read before any of it is written, so out
 * may be in. */
TCUI_TARGET TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_L(scan_neighbours)(tcui_sum_types types, bool exclusive,
                                                                     const void *in, uint64_t in_first, void *out,
                                                                     uint64_t out_first, uint64_t count,
                                                                     TCUI_ACC_TYPE base)
{
    TCUI_ACC_TYPE sum = 0;
    uint64_t i = 0;
#if TCUI_LEVEL_NUMBER > 0
    if (count >= TCUI_LANES) {
        TCUI_L(lanes) before = TCUI_L(set_lanes)(base), total = TCUI_L(set_lanes)(0);
        for (; i + TCUI_LANES <= count; i += TCUI_LANES) {
            const TCUI_L(lanes) x = TCUI_L(scan_lanes)(TCUI_L(load_lanes)(types.in, in, in_first + i));
            const TCUI_L(lanes) last = TCUI_L(last_lane)(x);
            TCUI_L(store_lanes)
            (types.out, out, out_first + i, TCUI_L(add_lanes)(before, exclusive ? TCUI_L(shift_lanes)(x) : x));
            before = TCUI_L(add_lanes)(before, last);
            total = TCUI_L(add_lanes)(total, last);
        }
        memcpy(&base, &before, sizeof base); /* the first lane */
        memcpy(&sum, &total, sizeof sum);
    }
#else
    for (; i + 4 <= count; i += 4) {
        const TCUI_ACC_TYPE a = TCUI_T(tcui_element_load)(types.in, in, in_first + i);
        const TCUI_ACC_TYPE b = TCUI_T(tcui_element_load)(types.in, in, in_first + i + 1);
        const TCUI_ACC_TYPE c = TCUI_T(tcui_element_load)(types.in, in, in_first + i + 2);
        const TCUI_ACC_TYPE d = TCUI_T(tcui_element_load)(types.in, in, in_first + i + 3);
        const TCUI_ACC_TYPE ab = a + b, abc = ab + c, abcd = ab + (c + d);
        TCUI_T(tcui_element_store)(types.out, out, out_first + i, exclusive ? base : base + a);
        TCUI_T(tcui_element_store)(types.out, out, out_first + i + 1, base + (exclusive ? a : ab));
        TCUI_T(tcui_element_store)(types.out, out, out_first + i + 2, base + (exclusive ? ab : abc));
        TCUI_T(tcui_element_store)(types.out, out, out_first + i + 3, base + (exclusive ? abc : abcd));
        base += abcd;
        sum += abcd;
    }
#endif
    TCUI_KEEP_LOOP
    for (; i < count; i++) {
        const TCUI_ACC_TYPE x = TCUI_T(tcui_element_load)(types.in, in, in_first + i);
        TCUI_T(tcui_element_store)(types.out, out, out_first + i, exclusive ? base : base + x);
        base += x;
        sum += x;
    }
    return sum;
}

#undef TCUI_LANES
