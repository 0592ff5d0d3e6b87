/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MIN and MAX of few neighbours at levels with AVX2, in vectors of 32 bytes. To look at an element twice changes no
 * maximum, so the last vector ends with the last element, and fewer than 32 bytes are loaded from both of their ends: no
 * loop, and no branch but on the length, is left for short segments (of 16 u32 3.5 ns; by the loops of extrema_template.h
 * 10).
 *
 * The three numbers of reals of 16 and 32 bits are found as maxima of signed integers, of which x ^ sign has the order
 * of unsigned ones:
 *
 *     greatest = max x        most = max (x ^ sign) ^ sign        least = max (x ^ magnitude) ^ magnitude
 */

/* The greater lanes of two vectors: unsigned ones of 8 bits, others signed. */
TCUI_ALWAYS_INLINE __m256i TCUI_L(tcui_greater_8)(__m256i a, __m256i b)
{
    return _mm256_max_epu8(a, b);
}

TCUI_ALWAYS_INLINE __m256i TCUI_L(tcui_greater_16)(__m256i a, __m256i b)
{
    return _mm256_max_epi16(a, b);
}

TCUI_ALWAYS_INLINE __m256i TCUI_L(tcui_greater_32)(__m256i a, __m256i b)
{
    return _mm256_max_epi32(a, b);
}

TCUI_ALWAYS_INLINE __m256i TCUI_L(tcui_greater_64)(__m256i a, __m256i b)
{
    return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(b, a));
}

/* The greatest lane. (Of 8 and 16 bits by the instruction for the least one of eight of 16 bits, which are unsigned.) */
TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_lane_8)(__m256i a)
{
    const __m128i half = _mm_max_epu8(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    const __m128i least = _mm_xor_si128(half, _mm_set1_epi8(-1));
    return (uint8_t)~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_min_epu8(least, _mm_srli_epi16(least, 8))));
}

TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_lane_16)(__m256i a)
{
    const __m128i half = _mm_max_epi16(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    const __m128i least = _mm_minpos_epu16(_mm_xor_si128(half, _mm_set1_epi16(INT16_MAX)));
    return (uint16_t)(_mm_cvtsi128_si32(least) ^ INT16_MAX);
}

TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_lane_32)(__m256i a)
{
    __m128i half = _mm_max_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return (uint32_t)_mm_cvtsi128_si32(_mm_max_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}

TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_lane_64)(__m256i a)
{
    const __m256i other = TCUI_L(tcui_greater_64)(a, _mm256_permute4x64_epi64(a, 0x4e));
    return (uint64_t)_mm_cvtsi128_si64(
        _mm256_castsi256_si128(TCUI_L(tcui_greater_64)(other, _mm256_shuffle_epi32(other, 0x4e))));
}

/* A vector that has the elements of 1 to 32 bytes, all of them at least once, and no others. */
TCUI_ALWAYS_INLINE __m256i TCUI_L(tcui_load_both_ends)(const char *in, uint64_t bytes)
{
    const char *end = in + bytes;
    uint32_t first, last;
    if (bytes >= 16) {
        const __m256i both = _mm256_castsi128_si256(_mm_loadu_si128((const void *)in));
        return _mm256_inserti128_si256(both, _mm_loadu_si128((const void *)(end - 16)), 1);
    }
    if (bytes >= 8) {
        const __m128i low = _mm_loadl_epi64((const void *)in), high = _mm_loadl_epi64((const void *)(end - 8));
        return _mm256_broadcastsi128_si256(_mm_unpacklo_epi64(low, high));
    }
    if (bytes >= 4) {
        memcpy(&first, in, sizeof first);
        memcpy(&last, end - sizeof last, sizeof last);
    } else if (bytes >= 2) {
        uint16_t two[2];
        memcpy(&two[0], in, sizeof two[0]);
        memcpy(&two[1], end - sizeof two[1], sizeof two[1]);
        first = last = two[0] | (uint32_t)two[1] << 16;
    } else {
        first = last = UINT32_C(0x01010101) * (uint8_t)in[0];
    }
    return _mm256_set1_epi64x((int64_t)(first | (uint64_t)last << 32));
}

#define TCUI_FEW_OF_WIDTH(width)                                                                                       \
    TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_few_##width)(const char *in, uint64_t bytes, __m256i flip)        \
    {                                                                                                                  \
        if (bytes < 32) {                                                                                              \
            return TCUI_L(tcui_greatest_lane_##width)(_mm256_xor_si256(TCUI_L(tcui_load_both_ends)(in, bytes), flip)); \
        }                                                                                                              \
        __m256i a = _mm256_xor_si256(_mm256_loadu_si256((const void *)in), flip);                                      \
        for (uint64_t i = 32; i < bytes; i += 32) {                                                                    \
            const char *at = in + (i + 32 <= bytes ? i : bytes - 32);                                                  \
            a = TCUI_L(tcui_greater_##width)(a, _mm256_xor_si256(_mm256_loadu_si256((const void *)at), flip));         \
        }                                                                                                              \
        return TCUI_L(tcui_greatest_lane_##width)(a);                                                                  \
    }
TCUI_FEW_OF_WIDTH(8)
TCUI_FEW_OF_WIDTH(16)
TCUI_FEW_OF_WIDTH(32)
TCUI_FEW_OF_WIDTH(64)
#undef TCUI_FEW_OF_WIDTH

#define TCUI_FEW_REALS_OF_WIDTH(width)                                                                                 \
    TCUI_ALWAYS_INLINE tcui_extrema_of_bits TCUI_L(tcui_extrema_few_##width)(const char *in, uint64_t bytes,           \
                                                                             __m256i sign, __m256i magnitude)          \
    {                                                                                                                  \
        const uint64_t rows = bytes < 32 ? 0 : bytes;                                                                  \
        __m256i x = rows == 0 ? TCUI_L(tcui_load_both_ends)(in, bytes) : _mm256_loadu_si256((const void *)in);         \
        __m256i greatest = x, most = _mm256_xor_si256(x, sign), least = _mm256_xor_si256(x, magnitude);                \
        for (uint64_t i = 32; i < rows; i += 32) {                                                                     \
            x = _mm256_loadu_si256((const void *)(in + (i + 32 <= bytes ? i : bytes - 32)));                           \
            greatest = TCUI_L(tcui_greater_##width)(greatest, x);                                                      \
            most = TCUI_L(tcui_greater_##width)(most, _mm256_xor_si256(x, sign));                                      \
            least = TCUI_L(tcui_greater_##width)(least, _mm256_xor_si256(x, magnitude));                               \
        }                                                                                                              \
        const uint64_t all = UINT64_MAX >> (64 - width), highest = UINT64_C(1) << (width - 1);                         \
        return (tcui_extrema_of_bits){TCUI_L(tcui_greatest_lane_##width)(greatest),                                    \
                                      TCUI_L(tcui_greatest_lane_##width)(most) ^ highest,                              \
                                      TCUI_L(tcui_greatest_lane_##width)(least) ^ (all ^ highest)};                    \
    }
TCUI_FEW_REALS_OF_WIDTH(16)
TCUI_FEW_REALS_OF_WIDTH(32)
#undef TCUI_FEW_REALS_OF_WIDTH

/* MAX of x ^ flip by comparisons of reals, which have fewer instructions than those of 64-bit integers. x > greatest is
 * false where x is NaN; if the greatest is a zero it is -0 where all have a sign. */
TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_greatest_few_f64)(const char *in, uint64_t bytes, uint64_t flip, uint64_t nan)
{
    const __m256d flips = _mm256_castsi256_pd(_mm256_set1_epi64x((int64_t)flip));
    const uint64_t rows = bytes < 32 ? 0 : bytes;
    const __m256i first = rows == 0 ? TCUI_L(tcui_load_both_ends)(in, bytes) : _mm256_loadu_si256((const void *)in);
    __m256d x = _mm256_xor_pd(_mm256_castsi256_pd(first), flips), signs = x;
    __m256d greatest = _mm256_max_pd(x, _mm256_set1_pd(-INFINITY)), nans = _mm256_cmp_pd(x, x, _CMP_UNORD_Q);
    for (uint64_t i = 32; i < rows; i += 32) {
        x = _mm256_xor_pd(_mm256_loadu_pd((const void *)(in + (i + 32 <= bytes ? i : bytes - 32))), flips);
        greatest = _mm256_max_pd(x, greatest);
        nans = _mm256_or_pd(nans, _mm256_cmp_pd(x, x, _CMP_UNORD_Q));
        signs = _mm256_and_pd(signs, x);
    }
    const __m128d half = _mm_max_pd(_mm256_castpd256_pd128(greatest), _mm256_extractf128_pd(greatest, 1));
    const double one = _mm_cvtsd_f64(_mm_max_sd(half, _mm_unpackhi_pd(half, half)));
    const double zero = _mm256_movemask_pd(signs) == 15 ? -0.0 : 0.0;
    return _mm256_movemask_pd(nans) != 0 ? nan : tcui_bits_of_f64(one == 0 ? zero : one) ^ flip;
}
