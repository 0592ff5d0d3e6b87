/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scan of neighbours, included by scan_template.h for each accumulator TCUI_ACC and each level.
 *
 * In a plain loop every addition waits for the one before it. Here four elements a, b, c, d are added among themselves,
 *
 *     a    a + b    (a + b) + c    (a + b) + (c + d)
 *
 * and only the addition of what comes before the four waits: A U + (L A) 1 of Dakkak et al. (ICS 2019), algorithm 6, with
 * rows of 4. With AVX2 the four are lanes of a vector (of integers of 32 bits, eight), which is added to itself shifted by
 * one lane and by two; of reals, with AVX-512, two rows are the halves of one. The additions are the same, and so are the
 * results.
 *
 * The last row may be short: with zeros behind it, and vectors of which only some lanes are loaded and stored (with AVX2
 * all are stored where what stands behind them is written later). A loop over its elements would end after a number that
 * processors cannot predict, which takes as long as a segment of 16.
 *
 * AVX2's rows against the baseline's code compiled for AVX2 (EPYC, 2^16 elements): u32 2.6 to 3.3 times as fast, u64 1.3 to
 * 1.6, u8 and u32 to u64 1.1 to 1.3, f32 and f64 1.1 to 1.25 (segments of 20: 1.4 to 1.5), f16 to f32 1.04 to 1.08.
 * AVX-512's against those of AVX2, in a cache: 1.2 to 1.3.
 *
 * scan_lanes() is a vector's scan, shift_lanes() moves it one lane on and a 0 in front, TCUI_LAST() has its last lane in
 * all lanes. load_lanes() and store_lanes() convert where there are instructions for it, and load_some() and store_some()
 * do so with the first `n` lanes.
 */
#if TCUI_LEVEL_NUMBER > 1

#define TCUI_LANES  8
#define TCUI_SET(x) _mm512_set1_pd(x)
typedef __m512d TCUI_V(lanes);

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_some)(tcu_type type, const void *in, uint64_t i, uint64_t n)
{
    const __mmask8 lanes = (__mmask8)((1u << n) - 1);
    return type == TCU_TYPE_F32 ? _mm512_cvtps_pd(_mm256_maskz_loadu_ps(lanes, (const float *)in + i))
                                : _mm512_maskz_loadu_pd(lanes, (const double *)in + i);
}

TCUI_ALWAYS_INLINE void TCUI_V(store_some)(tcu_type type, void *out, uint64_t i, uint64_t n, TCUI_V(lanes) x)
{
    const __mmask8 lanes = (__mmask8)((1u << n) - 1);
    if (type == TCU_TYPE_F32) {
        _mm256_mask_storeu_ps((float *)out + i, lanes, _mm512_cvtpd_ps(x));
    } else {
        _mm512_mask_storeu_pd((double *)out + i, lanes, x);
    }
}

/* Two rows of 4: each is scanned for itself, and the second one begins where the first one ends. */
TCUI_ALWAYS_INLINE void TCUI_V(scan_row)(tcui_sum_types types, bool exclusive, const void *in, uint64_t in_first,
                                         void *out, uint64_t out_first, uint64_t n, bool stores_all,
                                         TCUI_V(lanes) before[2])
{
    const __mmask8 second = 0xf0;
    (void)stores_all; /* (Stores by masks take no longer.) */
    __m512d x = TCUI_V(load_some)(types.in, in, in_first, n);
    x = _mm512_add_pd(x, _mm512_maskz_movedup_pd(0xaa, x));
    x = _mm512_add_pd(x, _mm512_maskz_permutex_pd(0xcc, x, 0x55));
    const __m512d last_of_first = _mm512_permutexvar_pd(_mm512_set1_epi64(3), x);
    const __m512d last_of_second = _mm512_permutexvar_pd(_mm512_set1_epi64(7), x);
    const __m512d between = _mm512_add_pd(before[0], last_of_first);
    const __m512d scanned = exclusive ? _mm512_maskz_permutex_pd(0xee, x, 0x90) : x;
    const __m512d result = _mm512_add_pd(_mm512_mask_blend_pd(second, before[0], between), scanned);
    TCUI_V(store_some)(types.out, out, out_first, n, result);
    before[0] = _mm512_add_pd(between, last_of_second);
    before[1] = _mm512_add_pd(_mm512_add_pd(before[1], last_of_first), last_of_second);
}

#elif TCUI_LEVEL_NUMBER > 0 && TCUI_ACC_IS_FLOAT

#define TCUI_LANES     4
#define TCUI_SET(x)    _mm256_set1_pd(x)
#define TCUI_ADD(a, b) _mm256_add_pd(a, b)
#define TCUI_LAST(x)   _mm256_permute4x64_pd(x, 0xff)
typedef __m256d TCUI_V(lanes);

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(scan_lanes)(TCUI_V(lanes) x)
{
    const __m256d zero = _mm256_setzero_pd();
    x = _mm256_add_pd(x, _mm256_unpacklo_pd(zero, x));
    return _mm256_add_pd(x, _mm256_blend_pd(zero, _mm256_permute4x64_pd(x, 0x55), 0xc));
}

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(shift_lanes)(TCUI_V(lanes) x)
{
    return _mm256_blend_pd(_mm256_permute4x64_pd(x, 0x90), _mm256_setzero_pd(), 1);
}

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_lanes)(tcu_type type, const void *in, uint64_t i)
{
    return type == TCU_TYPE_F32 ? _mm256_cvtps_pd(_mm_loadu_ps((const float *)in + i))
                                : _mm256_loadu_pd((const double *)in + i);
}

TCUI_ALWAYS_INLINE void TCUI_V(store_lanes)(tcu_type type, void *out, uint64_t i, TCUI_V(lanes) x)
{
    if (type == TCU_TYPE_F32) {
        _mm_storeu_ps((float *)out + i, _mm256_cvtpd_ps(x));
    } else {
        _mm256_storeu_pd((double *)out + i, x);
    }
}

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_some)(tcu_type type, const void *in, uint64_t i, uint64_t n)
{
    return type == TCU_TYPE_F32 ? _mm256_cvtps_pd(_mm_maskload_ps((const float *)in + i, tcui_first_4_words(n)))
                                : _mm256_maskload_pd((const double *)in + i, tcui_first_long_words(n));
}

TCUI_ALWAYS_INLINE void TCUI_V(store_some)(tcu_type type, void *out, uint64_t i, uint64_t n, TCUI_V(lanes) x)
{
    if (type == TCU_TYPE_F32) {
        _mm_maskstore_ps((float *)out + i, tcui_first_4_words(n), _mm256_cvtpd_ps(x));
    } else {
        _mm256_maskstore_pd((double *)out + i, tcui_first_long_words(n), x);
    }
}

#elif TCUI_LEVEL_NUMBER > 0 && TCUI_ACC_BYTES == 8

#define TCUI_LANES          4
#define TCUI_SET(x)         _mm256_set1_epi64x((long long)(x))
#define TCUI_ADD(a, b)      _mm256_add_epi64(a, b)
#define TCUI_SUBTRACT(a, b) _mm256_sub_epi64(a, b)
#define TCUI_LAST(x)        _mm256_permute4x64_epi64(x, 0xff)
typedef __m256i TCUI_V(lanes);

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(scan_lanes)(TCUI_V(lanes) x)
{
    const __m256i zero = _mm256_setzero_si256();
    x = _mm256_add_epi64(x, _mm256_slli_si256(x, 8));
    return _mm256_add_epi64(x, _mm256_blend_epi32(zero, _mm256_permute4x64_epi64(x, 0x55), 0xf0));
}

TCUI_ALWAYS_INLINE __m128i TCUI_V(load_4_bytes)(const uint8_t *in)
{
    int bytes;
    memcpy(&bytes, in, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_lanes)(tcu_type type, const void *in, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return _mm256_cvtepi8_epi64(TCUI_V(load_4_bytes)((const uint8_t *)in + i));
    case TCU_TYPE_U8:
        return _mm256_cvtepu8_epi64(TCUI_V(load_4_bytes)((const uint8_t *)in + i));
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

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_some)(tcu_type type, const void *in, uint64_t i, uint64_t n)
{
    uint64_t some[TCUI_LANES] = {0};
    switch (type) {
    case TCU_TYPE_I32:
        return _mm256_cvtepi32_epi64(_mm_maskload_epi32((const int *)in + i, tcui_first_4_words(n)));
    case TCU_TYPE_U32:
        return _mm256_cvtepu32_epi64(_mm_maskload_epi32((const int *)in + i, tcui_first_4_words(n)));
    case TCU_TYPE_U64:
        return _mm256_maskload_epi64((const long long *)in + i, tcui_first_long_words(n));
    default:
        for (uint64_t k = 0; k < n; k++) {
            some[k] = tcui_element_load_u64(type, in, i + k);
        }
        return _mm256_loadu_si256((const void *)some);
    }
}

TCUI_ALWAYS_INLINE void TCUI_V(store_some)(tcu_type type, void *out, uint64_t i, uint64_t n, TCUI_V(lanes) x)
{
    (void)type;
    _mm256_maskstore_epi64((long long *)out + i, tcui_first_long_words(n), x);
}

#elif TCUI_LEVEL_NUMBER > 0

#define TCUI_LANES          8
#define TCUI_SET(x)         _mm256_set1_epi32((int)(x))
#define TCUI_ADD(a, b)      _mm256_add_epi32(a, b)
#define TCUI_SUBTRACT(a, b) _mm256_sub_epi32(a, b)
#define TCUI_LAST(x)        _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7))
typedef __m256i TCUI_V(lanes);

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(scan_lanes)(TCUI_V(lanes) x)
{
    const __m256i zero = _mm256_setzero_si256();
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 4)); /* (in each half for itself) */
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 8));
    return _mm256_add_epi32(x, _mm256_blend_epi32(zero, _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(3)), 0xf0));
}

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_lanes)(tcu_type type, const void *in, uint64_t i)
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

TCUI_ALWAYS_INLINE TCUI_V(lanes) TCUI_V(load_some)(tcu_type type, const void *in, uint64_t i, uint64_t n)
{
    uint32_t some[TCUI_LANES] = {0};
    if (type == TCU_TYPE_I32 || type == TCU_TYPE_U32) {
        return _mm256_maskload_epi32((const int *)in + i, tcui_first_words(n));
    }
    for (uint64_t k = 0; k < n; k++) {
        some[k] = tcui_element_load_u32(type, in, i + k);
    }
    return _mm256_loadu_si256((const void *)some);
}

TCUI_ALWAYS_INLINE void TCUI_V(store_some)(tcu_type type, void *out, uint64_t i, uint64_t n, TCUI_V(lanes) x)
{
    (void)type;
    _mm256_maskstore_epi32((int *)out + i, tcui_first_words(n), x);
}

#endif

#if TCUI_LEVEL_NUMBER == 1 && !TCUI_ACC_IS_FLOAT
TCUI_ALWAYS_INLINE void TCUI_V(store_lanes)(tcu_type type, void *out, uint64_t i, TCUI_V(lanes) x)
{
    (void)type;
    _mm256_storeu_si256((void *)((TCUI_ACC_TYPE *)out + i), x);
}
#endif

#if TCUI_LEVEL_NUMBER == 1

/* `n` elements, with before[0] in front of them; before[1] is what has been added to it so far. A constant `n` is that of
 * all lanes. Full rows store all lanes, and short ones where they may: masked stores are slow on some processors. */
TCUI_ALWAYS_INLINE void TCUI_V(scan_row)(tcui_sum_types types, bool exclusive, const void *in, uint64_t in_first,
                                         void *out, uint64_t out_first, uint64_t n, bool stores_all,
                                         TCUI_V(lanes) before[2])
{
    const TCUI_V(lanes) row =
        n == TCUI_LANES ? TCUI_V(load_lanes)(types.in, in, in_first) : TCUI_V(load_some)(types.in, in, in_first, n);
    const TCUI_V(lanes) x = TCUI_V(scan_lanes)(row), last = TCUI_LAST(x);
#if TCUI_ACC_IS_FLOAT
    const TCUI_V(lanes) result = TCUI_ADD(before[0], exclusive ? TCUI_V(shift_lanes)(x) : x);
#else
    const TCUI_V(lanes) through = TCUI_ADD(before[0], x);
    const TCUI_V(lanes) result = exclusive ? TCUI_SUBTRACT(through, row) : through;
#endif
    if (stores_all) {
        TCUI_V(store_lanes)(types.out, out, out_first, result);
    } else {
        TCUI_V(store_some)(types.out, out, out_first, n, result);
    }
    before[0] = TCUI_ADD(before[0], last);
    before[1] = TCUI_ADD(before[1], last);
}

#elif TCUI_LEVEL_NUMBER == 0

#define TCUI_LANES  4
#define TCUI_SET(x) (x)
typedef TCUI_ACC_TYPE TCUI_V(lanes);

TCUI_ALWAYS_INLINE void TCUI_V(scan_row)(tcui_sum_types types, bool exclusive, const void *in, uint64_t in_first,
                                         void *out, uint64_t out_first, uint64_t n, bool stores_all,
                                         TCUI_V(lanes) before[2])
{
    (void)stores_all;
    TCUI_ACC_TYPE row[TCUI_LANES] = {0};
    for (uint64_t i = 0; i < n; i++) {
        row[i] = TCUI_T(tcui_element_load)(types.in, in, in_first + i);
    }
    const TCUI_ACC_TYPE two = row[0] + row[1], three = two + row[2], four = two + (row[2] + row[3]);
    const TCUI_ACC_TYPE scan[TCUI_LANES + 1] = {0, row[0], two, three, four};
    for (uint64_t i = 0; i < n; i++) {
        TCUI_T(tcui_element_store)(types.out, out, out_first + i, before[0] + scan[exclusive ? i : i + 1]);
    }
    before[0] += four;
    before[1] += four;
}

#endif

/* The scan of in[in_first] ... in[in_first + count - 1] with `base` before them; returns their sum. Types are the
 * accumulator's, or those that load_lanes() and store_lanes() convert. All of a row is read before any of it is
 * written, so out may be in. What stands behind the results in `out`, before element `free_end`, may be written too. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(scan_neighbours)(tcui_sum_types types, bool exclusive, const void *in,
                                                         uint64_t in_first, void *out, uint64_t out_first,
                                                         uint64_t count, uint64_t free_end, TCUI_ACC_TYPE base)
{
    TCUI_V(lanes) before[2] = {TCUI_SET(base), TCUI_SET(0)};
    uint64_t i = 0;
    for (; i + TCUI_LANES <= count; i += TCUI_LANES) {
        TCUI_V(scan_row)(types, exclusive, in, in_first + i, out, out_first + i, TCUI_LANES, true, before);
    }
    if (i < count) {
        const bool stores_all = free_end >= TCUI_LANES && out_first + i <= free_end - TCUI_LANES;
        TCUI_V(scan_row)(types, exclusive, in, in_first + i, out, out_first + i, count - i, stores_all, before);
    }
#if TCUI_LEVEL_NUMBER > 0 /* the first lane (of integers a word of 64 bits) */
    const TCUI_ACC_TYPE sum = (TCUI_ACC_TYPE)before[TCUI_ACC_IS_FLOAT][0];
#else
    const TCUI_ACC_TYPE sum = before[TCUI_ACC_IS_FLOAT];
#endif
    return TCUI_ACC_IS_FLOAT ? sum : sum - base;
}

#undef TCUI_LANES
#undef TCUI_SET
#undef TCUI_ADD
#undef TCUI_SUBTRACT
#undef TCUI_LAST
