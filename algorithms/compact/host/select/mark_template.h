/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marks of whole words, at one level. AVX-512 compares into masks, which are the marks. Otherwise comparisons give
 * bytes of zeros or ones, loops that compilers make vectors of, and the bytes' highest bits are gathered. Items of 64 bits
 * are compared four at a time with AVX2, and their highest bits gathered as they are: to make bytes of them takes longer
 * than the comparisons (EPYC, 2^16 items: whole calls 1.1 to 1.6 times as fast; gathering by an instruction instead of a
 * product 1.2 to 2.6 times).
 */

#if TCUI_LEVEL_NUMBER == 2

#define TCUI_PER_VECTOR(bits) ((ptrdiff_t)(512 / (bits)))

#define TCUI_LOAD(bits, x, i) _mm512_loadu_si512(&(x)[(i)*TCUI_PER_VECTOR(bits)])

/* A negative real's bits but the sign, inverted. */
#define TCUI_KEY(bits, x)  (x)
#define TCUI_REAL(bits, x) _mm512_xor_si512(x, _mm512_srli_epi##bits(_mm512_srai_epi##bits(x, (bits)-1), 1))

#define TCUI_MARK_INSIDE(name, bits, key)                                                                              \
    static void TCUI_L(name##_##bits)(const void *items, uint64_t words, const tcui_interval *interval,                \
                                      uint64_t *marks)                                                                 \
    {                                                                                                                  \
        const uint##bits##_t *x = items;                                                                               \
        const __m512i shift = TCUI_SET(bits, interval->shift), limit = TCUI_SET(bits, interval->limit);                \
        for (uint64_t w = 0; w < words; w++, x += TCUI_MARKS) {                                                        \
            uint64_t mark = 0;                                                                                         \
            for (int i = 0; i < TCUI_MARKS / TCUI_PER_VECTOR(bits); i++) {                                             \
                const __m512i item = TCUI_LOAD(bits, x, i);                                                            \
                const uint64_t inside =                                                                                \
                    _mm512_cmple_epi##bits##_mask(_mm512_add_epi##bits(key(bits, item), shift), limit);                \
                mark |= inside << i * TCUI_PER_VECTOR(bits);                                                           \
            }                                                                                                          \
            marks[w] = mark ^ interval->flip;                                                                          \
        }                                                                                                              \
    }

#define TCUI_MARK_HEADS(name, bits, distance)                                                                          \
    TCUI_ALWAYS_INLINE void TCUI_L(name)(const void *items, uint64_t words, const tcui_interval *interval,             \
                                         uint64_t *marks)                                                              \
    {                                                                                                                  \
        const uint##bits##_t *x = items;                                                                               \
        (void)interval;                                                                                                \
        for (uint64_t w = 0; w < words; w++, x += TCUI_MARKS) {                                                        \
            uint64_t mark = 0;                                                                                         \
            for (int i = 0; i < TCUI_MARKS / TCUI_PER_VECTOR(bits); i++) {                                             \
                const uint64_t head =                                                                                  \
                    _mm512_cmpneq_epi##bits##_mask(TCUI_LOAD(bits, x, i), TCUI_LOAD(bits, x - (distance), i));         \
                mark |= head << i * TCUI_PER_VECTOR(bits);                                                             \
            }                                                                                                          \
            marks[w] = mark;                                                                                           \
        }                                                                                                              \
    }

/* x in every lane. */
#define TCUI_SET(bits, x) TCUI_SET_##bits(x)
#define TCUI_SET_8(x)     _mm512_set1_epi8((char)(x))
#define TCUI_SET_16(x)    _mm512_set1_epi16((short)(x))
#define TCUI_SET_32(x)    _mm512_set1_epi32((int)(x))
#define TCUI_SET_64(x)    _mm512_set1_epi64((long long)(x))
/* (Bytes have no shifts, but no reals either.) */

#else

/* The highest bits of 64 bytes. */
TCUI_ALWAYS_INLINE uint64_t TCUI_L(gather)(const uint8_t *bytes)
{
    uint64_t mark = 0;
#if defined(__SSE2__) && defined(__x86_64__)
    for (int i = 0; i < TCUI_MARKS; i += TCUI_VECTOR_BYTES) {
#if TCUI_LEVEL_NUMBER == 1
        const uint32_t part = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const void *)(bytes + i)));
#else
        const uint32_t part = (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const void *)(bytes + i)));
#endif
        mark |= (uint64_t)part << i;
    }
#else
    for (int i = 0; i < TCUI_MARKS; i += 8) {
        /* Byte b of eight gives bit b, then the product moves all of them into the highest byte. */
        const uint64_t word = load_word(bytes + i) >> 7 & UINT64_C(0x0101010101010101);
        mark |= word * UINT64_C(0x0102040810204080) >> 56 << i;
    }
#endif
    return mark;
}

#define TCUI_KEY(bits, x) (x)
#define TCUI_REAL(bits, x)                                                                                             \
    ((x) ^ (uint##bits##_t)((uint##bits##_t)((int##bits##_t)(x) >> ((bits)-1)) & (UINT##bits##_MAX >> 1)))

#define TCUI_MARK_INSIDE(name, bits, key)                                                                              \
    static void TCUI_L(name##_##bits)(const void *items, uint64_t words, const tcui_interval *interval,                \
                                      uint64_t *marks)                                                                 \
    {                                                                                                                  \
        const uint##bits##_t *x = items;                                                                               \
        const uint##bits##_t shift = (uint##bits##_t)interval->shift;                                                  \
        const int##bits##_t limit = (int##bits##_t)interval->limit;                                                    \
        for (uint64_t w = 0; w < words; w++, x += TCUI_MARKS) {                                                        \
            uint8_t bytes[TCUI_MARKS];                                                                                 \
            for (int i = 0; i < TCUI_MARKS; i++) {                                                                     \
                const uint##bits##_t moved = (uint##bits##_t)(key(bits, x[i]) + shift);                                \
                bytes[i] = (int##bits##_t)moved <= limit ? 0xff : 0;                                                   \
            }                                                                                                          \
            marks[w] = TCUI_L(gather)(bytes) ^ interval->flip;                                                         \
        }                                                                                                              \
    }

#define TCUI_MARK_HEADS(name, bits, distance)                                                                          \
    TCUI_ALWAYS_INLINE void TCUI_L(name)(const void *items, uint64_t words, const tcui_interval *interval,             \
                                         uint64_t *marks)                                                              \
    {                                                                                                                  \
        const uint##bits##_t *x = items;                                                                               \
        (void)interval;                                                                                                \
        for (uint64_t w = 0; w < words; w++, x += TCUI_MARKS) {                                                        \
            uint8_t bytes[TCUI_MARKS];                                                                                 \
            for (int i = 0; i < TCUI_MARKS; i++) {                                                                     \
                bytes[i] = x[i] != x[i - (distance)] ? 0xff : 0;                                                       \
            }                                                                                                          \
            marks[w] = TCUI_L(gather)(bytes);                                                                          \
        }                                                                                                              \
    }

#endif

#if TCUI_LEVEL_NUMBER == 1

#define TCUI_LOAD_FOUR(x)    _mm256_loadu_si256((const void *)(x))
#define TCUI_HIGHEST_BITS(x) ((uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(x)))

#define TCUI_KEY_64(x)  (x)
#define TCUI_REAL_64(x) _mm256_xor_si256(x, _mm256_srli_epi64(_mm256_cmpgt_epi64(_mm256_setzero_si256(), x), 1))

#define TCUI_MARK_INSIDE_64(name, key)                                                                                 \
    static void TCUI_L(name##_64)(const void *items, uint64_t words, const tcui_interval *interval, uint64_t *marks)   \
    {                                                                                                                  \
        const uint64_t *x = items;                                                                                     \
        const __m256i shift = _mm256_set1_epi64x((long long)interval->shift);                                          \
        const __m256i limit = _mm256_set1_epi64x((long long)interval->limit);                                          \
        for (uint64_t w = 0; w < words; w++, x += TCUI_MARKS) {                                                        \
            uint64_t outside = 0;                                                                                      \
            for (int i = 0; i < TCUI_MARKS; i += 4) {                                                                  \
                const __m256i item = TCUI_LOAD_FOUR(x + i);                                                            \
                outside |= TCUI_HIGHEST_BITS(_mm256_cmpgt_epi64(_mm256_add_epi64(key(item), shift), limit)) << i;      \
            }                                                                                                          \
            marks[w] = ~(outside ^ interval->flip);                                                                    \
        }                                                                                                              \
    }

#define TCUI_MARK_HEADS_64(name, distance)                                                                             \
    TCUI_ALWAYS_INLINE void TCUI_L(name)(const void *items, uint64_t words, const tcui_interval *interval,             \
                                         uint64_t *marks)                                                              \
    {                                                                                                                  \
        const uint64_t *x = items;                                                                                     \
        (void)interval;                                                                                                \
        for (uint64_t w = 0; w < words; w++, x += TCUI_MARKS) {                                                        \
            uint64_t equal = 0;                                                                                        \
            for (int i = 0; i < TCUI_MARKS; i += 4) {                                                                  \
                const __m256i before = TCUI_LOAD_FOUR(x + i - (distance));                                             \
                equal |= TCUI_HIGHEST_BITS(_mm256_cmpeq_epi64(TCUI_LOAD_FOUR(x + i), before)) << i;                    \
            }                                                                                                          \
            marks[w] = ~equal;                                                                                         \
        }                                                                                                              \
    }

#else

#define TCUI_KEY_64                        TCUI_KEY
#define TCUI_REAL_64                       TCUI_REAL
#define TCUI_MARK_INSIDE_64(name, key)     TCUI_MARK_INSIDE(name, 64, key)
#define TCUI_MARK_HEADS_64(name, distance) TCUI_MARK_HEADS(name, 64, distance)

#endif

TCUI_MARK_INSIDE(key, 8, TCUI_KEY)
TCUI_MARK_INSIDE(key, 16, TCUI_KEY)
TCUI_MARK_INSIDE(key, 32, TCUI_KEY)
TCUI_MARK_INSIDE_64(key, TCUI_KEY_64)
TCUI_MARK_INSIDE(real, 16, TCUI_REAL)
TCUI_MARK_INSIDE(real, 32, TCUI_REAL)
TCUI_MARK_INSIDE_64(real, TCUI_REAL_64)
TCUI_MARK_HEADS(head_8, 8, 1)
TCUI_MARK_HEADS(head_16, 16, 1)
TCUI_MARK_HEADS(head_32, 32, 1)
TCUI_MARK_HEADS_64(head_64, 1)
TCUI_MARK_HEADS_64(differ_128, 2)

/* Items of 16 bytes: either half may differ. */
static void TCUI_L(head_128)(const void *items, uint64_t words, const tcui_interval *interval, uint64_t *marks)
{
    const uint64_t *x = items;
    for (uint64_t w = 0; w < words; w++, x += (ptrdiff_t)2 * TCUI_MARKS) {
        uint64_t halves[2];
        TCUI_L(differ_128)(x, 2, interval, halves);
        marks[w] = even_bits(halves[0] | halves[0] >> 1) | even_bits(halves[1] | halves[1] >> 1) << 32;
    }
}

static tcui_mark_function *const TCUI_L(kinds)[KINDS] = {
    [KEY_8] = TCUI_L(key_8),     [KEY_16] = TCUI_L(key_16),   [KEY_32] = TCUI_L(key_32),
    [KEY_64] = TCUI_L(key_64),   [REAL_16] = TCUI_L(real_16), [REAL_32] = TCUI_L(real_32),
    [REAL_64] = TCUI_L(real_64), [HEAD_8] = TCUI_L(head_8),   [HEAD_16] = TCUI_L(head_16),
    [HEAD_32] = TCUI_L(head_32), [HEAD_64] = TCUI_L(head_64), [HEAD_128] = TCUI_L(head_128),
};

#undef TCUI_PER_VECTOR
#undef TCUI_LOAD
#undef TCUI_KEY
#undef TCUI_REAL
#undef TCUI_MARK_INSIDE
#undef TCUI_MARK_HEADS
#undef TCUI_LOAD_FOUR
#undef TCUI_HIGHEST_BITS
#undef TCUI_KEY_64
#undef TCUI_REAL_64
#undef TCUI_MARK_INSIDE_64
#undef TCUI_MARK_HEADS_64
#undef TCUI_SET
#undef TCUI_SET_8
#undef TCUI_SET_16
#undef TCUI_SET_32
#undef TCUI_SET_64
