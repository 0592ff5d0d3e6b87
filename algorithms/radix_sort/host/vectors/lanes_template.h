/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A vector of lanes that are compared as signed integers of TCUI_LANE_BITS, at one level, and what the sorts do with it.
 * (Signed: AVX2 has no other comparison.) What is written so that constants become constant vectors.
 */

/* `name` with the lanes' bits and the level behind it. */
#define TCUI_W(name) TCUI_JOIN_3(name, TCUI_LANE_BITS, TCUI_LEVEL)

/* (Of the lanes before.) */
#undef TCUI_LANES
#undef TCUI_V
#undef TCUI_LANE_MAX
#undef TCUI_EPI
#undef TCUI_TEST
#undef TCUI_LESS
#undef TCUI_SET
#undef TCUI_LANE_POINTER
#define TCUI_LANES (8 * TCUI_VECTOR_BYTES / TCUI_LANE_BITS)

#if TCUI_LANE_BITS == 32
typedef int32_t __attribute__((may_alias)) TCUI_W(lane);
#define TCUI_LANE_MAX INT32_MAX
#else
typedef int64_t __attribute__((may_alias)) TCUI_W(lane);
#define TCUI_LANE_MAX INT64_MAX
#endif

#if TCUI_LEVEL_NUMBER == 2

typedef __m512i TCUI_W(lanes);
#define TCUI_V TCUI_W(lanes)

#if TCUI_LANE_BITS == 32
#define TCUI_EPI(op)    _mm512_##op##_epi32
#define TCUI_TEST(a, b) _mm512_test_epi32_mask(a, b)
#define TCUI_LESS(a, b) _mm512_cmplt_epi32_mask(a, b)
typedef __mmask16 TCUI_W(mask);
#else
#define TCUI_EPI(op)    _mm512_##op##_epi64
#define TCUI_TEST(a, b) _mm512_test_epi64_mask(a, b)
#define TCUI_LESS(a, b) _mm512_cmplt_epi64_mask(a, b)
typedef __mmask8 TCUI_W(mask);
#endif

/* Lanes 0 ... count - 1. */
TCUI_ALWAYS_INLINE TCUI_W(mask) TCUI_W(front)(unsigned count)
{
    return (TCUI_W(mask))((1u << count) - 1);
}

/* The first `count` lanes of memory; the others are 0. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(load)(const TCUI_W(lane) * from, unsigned count)
{
    return count == TCUI_LANES ? _mm512_loadu_si512(from) : TCUI_EPI(maskz_loadu)(TCUI_W(front)(count), from);
}

TCUI_ALWAYS_INLINE void TCUI_W(store)(TCUI_W(lane) * to, unsigned count, TCUI_V x)
{
    if (count == TCUI_LANES) {
        _mm512_storeu_si512(to, x);
    } else {
        TCUI_EPI(mask_storeu)(to, TCUI_W(front)(count), x);
    }
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(flip)(TCUI_V a, TCUI_V b)
{
    return _mm512_xor_si512(a, b);
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(set)(TCUI_W(lane) x)
{
    return TCUI_EPI(set1)(x);
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(min)(TCUI_V a, TCUI_V b)
{
    return TCUI_EPI(min)(a, b);
}

/* max(a, b), where min(a, b) is known: a ^ b ^ min(a, b), as two units compute that, and only one computes maxima. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(max)(TCUI_V a, TCUI_V b, TCUI_V least)
{
    return TCUI_EPI(ternarylogic)(a, b, least, 0x96);
}

/* Lane i becomes lane i ^ x. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(cross)(TCUI_V a, int x)
{
    const __m512i i = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutexvar_epi32(_mm512_xor_si512(i, _mm512_set1_epi32(x * (TCUI_LANE_BITS / 32))), a);
}

/* Lane i with lane i ^ x: the lesser goes where i & bit is 0. (0xffff / 3 is 0x5555, / 5 is 0x3333, ...) */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(exchange)(TCUI_V a, int x, unsigned bit)
{
    const TCUI_V b = TCUI_W(cross)(a, x), least = TCUI_W(min)(a, b);
    const TCUI_W(mask) high = (TCUI_W(mask)) ~(0xffff / ((1u << bit) + 1));
    return TCUI_EPI(mask_ternarylogic)(least, high, a, b, 0x96);
}

/* a's marked lanes, b's others. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(select)(TCUI_W(mask) marks, TCUI_V a, TCUI_V b)
{
    return TCUI_EPI(mask_mov)(b, marks, a);
}

/* x ^ (mask where x's bit `sign` is set). */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(flip_signed)(TCUI_V x, TCUI_V mask, TCUI_V sign)
{
    return TCUI_EPI(mask_xor)(x, TCUI_TEST(x, sign), x, mask);
}

#else

typedef __m256i TCUI_W(lanes);
#define TCUI_V TCUI_W(lanes)

#if TCUI_LANE_BITS == 32
#define TCUI_EPI(op)      _mm256_##op##_epi32
#define TCUI_SET(x)       _mm256_set1_epi32(x)
#define TCUI_LANE_POINTER int
#else
#define TCUI_EPI(op)      _mm256_##op##_epi64
#define TCUI_SET(x)       _mm256_set1_epi64x(x)
#define TCUI_LANE_POINTER long long
#endif

/* Lanes 0 ... count - 1. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(front)(unsigned count)
{
    const __m256i i = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count * (TCUI_LANE_BITS / 32)), i);
}

/* The first `count` lanes of memory; the others are 0. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(load)(const TCUI_W(lane) * from, unsigned count)
{
    if (count == TCUI_LANES) {
        return _mm256_loadu_si256((const void *)from);
    }
    return TCUI_EPI(maskload)((const TCUI_LANE_POINTER *)(const void *)from, TCUI_W(front)(count));
}

TCUI_ALWAYS_INLINE void TCUI_W(store)(TCUI_W(lane) * to, unsigned count, TCUI_V x)
{
    if (count == TCUI_LANES) {
        _mm256_storeu_si256((void *)to, x);
    } else {
        TCUI_EPI(maskstore)((TCUI_LANE_POINTER *)(void *)to, TCUI_W(front)(count), x);
    }
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(flip)(TCUI_V a, TCUI_V b)
{
    return _mm256_xor_si256(a, b);
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(set)(TCUI_W(lane) x)
{
    return TCUI_SET(x);
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(min)(TCUI_V a, TCUI_V b)
{
#if TCUI_LANE_BITS == 32
    return _mm256_min_epi32(a, b);
#else
    return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
#endif
}

TCUI_ALWAYS_INLINE TCUI_V TCUI_W(max)(TCUI_V a, TCUI_V b, TCUI_V least)
{
    (void)least;
#if TCUI_LANE_BITS == 32
    return _mm256_max_epi32(a, b);
#else
    return _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b));
#endif
}

/* Lane i becomes lane i ^ x. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(cross)(TCUI_V a, int x)
{
    const __m256i i = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_permutevar8x32_epi32(a, _mm256_xor_si256(i, _mm256_set1_epi32(x * (TCUI_LANE_BITS / 32))));
}

/* Lane i with lane i ^ x: the lesser goes where i & bit is 0. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(exchange)(TCUI_V a, int x, unsigned bit)
{
    const __m256i i = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i bits = _mm256_set1_epi32((int)bit * (TCUI_LANE_BITS / 32));
    const TCUI_V b = TCUI_W(cross)(a, x), least = TCUI_W(min)(a, b);
    return _mm256_blendv_epi8(least, TCUI_W(max)(a, b, least), _mm256_cmpeq_epi32(_mm256_and_si256(i, bits), bits));
}

/* a's marked lanes, b's others. */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(select)(TCUI_V marks, TCUI_V a, TCUI_V b)
{
    return _mm256_blendv_epi8(b, a, marks);
}

/* x ^ (mask where x is negative). */
TCUI_ALWAYS_INLINE TCUI_V TCUI_W(flip_signed)(TCUI_V x, TCUI_V mask, TCUI_V sign)
{
    (void)sign;
    return _mm256_xor_si256(x, _mm256_and_si256(mask, TCUI_EPI(cmpgt)(_mm256_setzero_si256(), x)));
}

#endif
