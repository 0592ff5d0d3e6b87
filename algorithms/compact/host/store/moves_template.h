/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kept items side by side, at one level. A word of marks is handled
 *
 *   baseline   item by item without branches: each is stored, and the place moves on if it is kept
 *   AVX2       four items at a time: a permutation brings the kept ones to the front, and all four are stored
 *              (EPYC, AVX2, half of 2^16 items kept: 1.75 to 2 times as fast as item by item, their indices 2.6 times)
 *   AVX-512    16 items at a time, compressed, and stored under a mask. (Compressing to memory is slow on Zen 4.)
 *
 * The first two store more than they keep, which later items write over: not so behind the last kept item, so there,
 * and where few are kept, marks are taken one by one.
 */

TCUI_ALWAYS_INLINE unsigned TCUI_L(bits_of)(uint64_t x)
{
#if defined(__GNUC__) && (TCUI_LEVEL_NUMBER > 0 || !defined(__x86_64__))
    return (unsigned)__builtin_popcountll(x);
#else
    /* (x86-64 alone has no instruction for it.) */
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
#endif
}

TCUI_ALWAYS_INLINE unsigned TCUI_L(first_bit)(uint64_t x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(x);
#else
    return TCUI_L(bits_of)((x & (0 - x)) - 1);
#endif
}

static uint64_t TCUI_L(count)(const uint64_t *marks, uint64_t words)
{
    uint64_t bits = 0;
    for (uint64_t w = 0; w < words; w++) {
        bits += TCUI_L(bits_of)(marks[w]);
    }
    return bits;
}

/* ------------------------------------------------------------------------ items one by one, at any level --- */

/* One item, of a size that is a constant. */
#define TCUI_MOVE_ONE(bytes, to, from)                                                                                 \
    do {                                                                                                               \
        char item[bytes];                                                                                              \
        memcpy(item, (from), bytes);                                                                                   \
        memcpy((to), item, bytes);                                                                                     \
    } while (0)

/* As the ones that are marked; returns the place behind them. */
#define TCUI_MOVE_MARKED(bytes)                                                                                        \
    TCUI_ALWAYS_INLINE char *TCUI_L(move_marked_##bytes)(uint64_t mark, const char *in, char *out)                     \
    {                                                                                                                  \
        for (; mark != 0; mark &= mark - 1, out += (bytes)) {                                                          \
            TCUI_MOVE_ONE(bytes, out, in + (uint64_t)TCUI_L(first_bit)(mark) * (bytes));                               \
        }                                                                                                              \
        return out;                                                                                                    \
    }

/* All 64; the place behind the last kept one is written too. */
#define TCUI_MOVE_ALL(bytes)                                                                                           \
    TCUI_ALWAYS_INLINE char *TCUI_L(move_word_##bytes)(uint64_t mark, const char *in, char *out)                       \
    {                                                                                                                  \
        TCUI_KEEP_LOOP                                                                                                 \
        for (int i = 0; i < TCUI_MARKS; i += 8, mark >>= 8, in += (ptrdiff_t)8 * (bytes)) {                            \
            TCUI_UNROLL                                                                                                \
            for (int j = 0; j < 8; j++) {                                                                              \
                TCUI_MOVE_ONE(bytes, out, in + (ptrdiff_t)j * (bytes));                                                \
                out += (mark >> j & 1) * (bytes);                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return out;                                                                                                    \
    }

/* `slack`: items behind the last kept one of a word to which its moves may write. */
#define TCUI_MOVES(bytes, slack, few)                                                                                  \
    static void TCUI_L(move_##bytes)(const uint64_t *marks, uint64_t words, const void *items, void *to,               \
                                     uint64_t kept)                                                                    \
    {                                                                                                                  \
        const char *in = items;                                                                                        \
        char *out = to, *const end = out + kept * (bytes);                                                             \
        for (uint64_t w = 0; w < words; w++, in += (ptrdiff_t)TCUI_MARKS * (bytes)) {                                  \
            const uint64_t mark = marks[w];                                                                            \
            const unsigned bits = TCUI_L(bits_of)(mark);                                                               \
            if (mark + 1 == 0) {                                                                                       \
                uint64_t run = 1;                                                                                      \
                while (w + run < words && marks[w + run] + 1 == 0)                                                     \
                    run++;                                                                                             \
                memmove(out, in, run *TCUI_MARKS *(bytes));                                                            \
                out += run * TCUI_MARKS * (bytes);                                                                     \
                w += run - 1;                                                                                          \
                in += (run - 1) * TCUI_MARKS * (bytes);                                                                \
            } else if (bits <= (few) || (uint64_t)(end - out) < (bits + (slack)) * (uint64_t)(bytes)) {                \
                out = TCUI_L(move_marked_##bytes)(mark, in, out);                                                      \
            } else {                                                                                                   \
                out = TCUI_L(move_word_##bytes)(mark, in, out);                                                        \
            }                                                                                                          \
        }                                                                                                              \
    }

TCUI_MOVE_MARKED(16)
TCUI_MOVE_ALL(16)
TCUI_MOVES(16, 1, 16)

/* -------------------------------------------------------------------------------------- vectors of items --- */

#if TCUI_LEVEL_NUMBER == 2

/* 16 lanes, or the lower ones of them: the first `bits`. */
#define TCUI_FRONT(bits) ((1u << (bits)) - 1)

#define TCUI_LOAD_1(in)         _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(in)))
#define TCUI_LOAD_2(in)         _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(in)))
#define TCUI_LOAD_4(in)         _mm512_loadu_si512(in)
#define TCUI_LOAD_8(in)         _mm512_loadu_si512(in)
#define TCUI_STORE_1(out, m, x) _mm_mask_storeu_epi8(out, (__mmask16)(m), _mm512_cvtepi32_epi8(x))
#define TCUI_STORE_2(out, m, x) _mm256_mask_storeu_epi16(out, (__mmask16)(m), _mm512_cvtepi32_epi16(x))
#define TCUI_STORE_4(out, m, x) _mm512_mask_storeu_epi32(out, (__mmask16)(m), x)
#define TCUI_STORE_8(out, m, x) _mm512_mask_storeu_epi64(out, (__mmask8)(m), x)
#define TCUI_COMPRESS_4(m, x)   _mm512_maskz_compress_epi32((__mmask16)(m), x)
#define TCUI_COMPRESS_8(m, x)   _mm512_maskz_compress_epi64((__mmask8)(m), x)

#define TCUI_COMPRESS(bytes, lanes, lane_bytes)                                                                        \
    static void TCUI_L(move_##bytes)(const uint64_t *marks, uint64_t words, const void *items, void *to,               \
                                     uint64_t kept)                                                                    \
    {                                                                                                                  \
        const char *in = items;                                                                                        \
        char *out = to;                                                                                                \
        (void)kept;                                                                                                    \
        for (uint64_t w = 0; w < words; w++, in += (ptrdiff_t)TCUI_MARKS * (bytes)) {                                  \
            uint64_t mark = marks[w];                                                                                  \
            if (mark == 0)                                                                                             \
                continue;                                                                                              \
            if (mark + 1 == 0) {                                                                                       \
                TCUI_UNROLL                                                                                            \
                for (int i = 0; i < (bytes); i++) {                                                                    \
                    _mm512_storeu_si512(out + (ptrdiff_t)64 * i, _mm512_loadu_si512(in + (ptrdiff_t)64 * i));          \
                }                                                                                                      \
                out += (ptrdiff_t)TCUI_MARKS * (bytes);                                                                \
                continue;                                                                                              \
            }                                                                                                          \
            TCUI_UNROLL                                                                                                \
            for (int i = 0; i < TCUI_MARKS / (lanes); i++, mark >>= (lanes)) {                                         \
                const unsigned part = (unsigned)mark & TCUI_FRONT(lanes);                                              \
                const unsigned bits = TCUI_L(bits_of)(part);                                                           \
                const __m512i x =                                                                                      \
                    TCUI_COMPRESS_##lane_bytes(part, TCUI_LOAD_##bytes(in + (ptrdiff_t)i * (lanes) * (bytes)));        \
                TCUI_STORE_##bytes(out, TCUI_FRONT(bits), x);                                                          \
                out += (size_t)bits * (bytes);                                                                         \
            }                                                                                                          \
        }                                                                                                              \
    }

TCUI_COMPRESS(1, 16, 4)
TCUI_COMPRESS(2, 16, 4)
TCUI_COMPRESS(4, 16, 4)
TCUI_COMPRESS(8, 8, 8)

static void TCUI_L(positions)(const uint64_t *marks, uint64_t words, uint32_t *out)
{
    __m512i at = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i step = _mm512_set1_epi32(16);
    for (uint64_t w = 0; w < words; w++) {
        uint64_t mark = marks[w];
        TCUI_UNROLL
        for (int i = 0; i < TCUI_MARKS / 16; i++, mark >>= 16) {
            const unsigned part = (unsigned)mark & TCUI_FRONT(16);
            _mm512_storeu_si512(out, TCUI_COMPRESS_4(part, at));
            out += TCUI_L(bits_of)(part);
            at = _mm512_add_epi32(at, step);
        }
    }
}

#undef TCUI_FRONT
#undef TCUI_LOAD_1
#undef TCUI_LOAD_2
#undef TCUI_LOAD_4
#undef TCUI_LOAD_8
#undef TCUI_STORE_1
#undef TCUI_STORE_2
#undef TCUI_STORE_4
#undef TCUI_STORE_8
#undef TCUI_COMPRESS_4
#undef TCUI_COMPRESS_8
#undef TCUI_COMPRESS

#else

TCUI_MOVE_MARKED(1)
TCUI_MOVE_MARKED(2)
TCUI_MOVE_MARKED(4)
TCUI_MOVE_MARKED(8)

#if TCUI_LEVEL_NUMBER == 1

/* Bytes and words of lanes that a permutation takes from. */
#define ROW_1(a, b, c, d)                                                                                              \
    {                                                                                                                  \
        a, b, c, d                                                                                                     \
    }
#define BYTES_2(a) 2 * (a), 2 * (a) + 1
#define ROW_2(a, b, c, d)                                                                                              \
    {                                                                                                                  \
        BYTES_2(a), BYTES_2(b), BYTES_2(c), BYTES_2(d)                                                                 \
    }
#define BYTES_4(a) 4 * (a), 4 * (a) + 1, 4 * (a) + 2, 4 * (a) + 3
#define ROW_4(a, b, c, d)                                                                                              \
    {                                                                                                                  \
        BYTES_4(a), BYTES_4(b), BYTES_4(c), BYTES_4(d)                                                                 \
    }

static const _Alignas(4) uint8_t bytes_of_1[16][4] = {ROWS(ROW_1)};
static const _Alignas(8) uint8_t bytes_of_2[16][8] = {ROWS(ROW_2)};
static const _Alignas(16) uint8_t bytes_of_4[16][16] = {ROWS(ROW_4)};
static const _Alignas(8) uint8_t words_of_8[16][8] = {ROWS(ROW_2)};

TCUI_ALWAYS_INLINE void TCUI_L(move_four_1)(const char *in, char *out, unsigned part)
{
    int x, row;
    memcpy(&x, in, sizeof x);
    memcpy(&row, bytes_of_1[part], sizeof row);
    x = _mm_cvtsi128_si32(_mm_shuffle_epi8(_mm_cvtsi32_si128(x), _mm_cvtsi32_si128(row)));
    memcpy(out, &x, sizeof x);
}

TCUI_ALWAYS_INLINE void TCUI_L(move_four_2)(const char *in, char *out, unsigned part)
{
    const __m128i row = _mm_loadl_epi64((const void *)bytes_of_2[part]);
    _mm_storel_epi64((void *)out, _mm_shuffle_epi8(_mm_loadl_epi64((const void *)in), row));
}

TCUI_ALWAYS_INLINE void TCUI_L(move_four_4)(const char *in, char *out, unsigned part)
{
    const __m128i row = _mm_load_si128((const void *)bytes_of_4[part]);
    _mm_storeu_si128((void *)out, _mm_shuffle_epi8(_mm_loadu_si128((const void *)in), row));
}

TCUI_ALWAYS_INLINE void TCUI_L(move_four_8)(const char *in, char *out, unsigned part)
{
    const __m256i row = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)words_of_8[part]));
    const __m256i x = _mm256_loadu_si256((const void *)in);
    _mm256_storeu_si256((void *)out, _mm256_permutevar8x32_epi32(x, row));
}

#define TCUI_MOVE_FOURS(bytes)                                                                                         \
    TCUI_ALWAYS_INLINE char *TCUI_L(move_word_##bytes)(uint64_t mark, const char *in, char *out)                       \
    {                                                                                                                  \
        TCUI_KEEP_LOOP                                                                                                 \
        for (int i = 0; i < TCUI_MARKS; i += 16, mark >>= 16, in += (ptrdiff_t)16 * (bytes)) {                         \
            TCUI_UNROLL                                                                                                \
            for (int j = 0; j < 16; j += 4) {                                                                          \
                const unsigned part = (unsigned)(mark >> j) & 15;                                                      \
                TCUI_L(move_four_##bytes)(in + (ptrdiff_t)j * (bytes), out, part);                                     \
                out += (size_t)TCUI_L(bits_of)(part) * (bytes);                                                        \
            }                                                                                                          \
        }                                                                                                              \
        return out;                                                                                                    \
    }

TCUI_MOVE_FOURS(1)
TCUI_MOVE_FOURS(2)
TCUI_MOVE_FOURS(4)
TCUI_MOVE_FOURS(8)
TCUI_MOVES(1, 4, 4)
TCUI_MOVES(2, 4, 4)
TCUI_MOVES(4, 4, 4)
TCUI_MOVES(8, 4, 4)

static void TCUI_L(positions)(const uint64_t *marks, uint64_t words, uint32_t *out)
{
    for (uint64_t w = 0; w < words; w++) {
        uint64_t mark = marks[w];
        for (int i = 0; i < TCUI_MARKS && mark != 0; i += 4, mark >>= 4) {
            const unsigned part = (unsigned)mark & 15;
            int row;
            memcpy(&row, bytes_of_1[part], sizeof row);
            const __m128i base = _mm_set1_epi32((int)(w * TCUI_MARKS) + i);
            _mm_storeu_si128((void *)out, _mm_add_epi32(base, _mm_cvtepu8_epi32(_mm_cvtsi32_si128(row))));
            out += TCUI_L(bits_of)(part);
        }
    }
}

#undef ROW_1
#undef ROW_2
#undef ROW_4
#undef BYTES_2
#undef BYTES_4
#undef TCUI_MOVE_FOURS

#else

TCUI_MOVE_ALL(1)
TCUI_MOVE_ALL(2)
TCUI_MOVE_ALL(4)
TCUI_MOVE_ALL(8)
TCUI_MOVES(1, 1, 16)
TCUI_MOVES(2, 1, 16)
TCUI_MOVES(4, 1, 16)
TCUI_MOVES(8, 1, 16)

static void TCUI_L(positions)(const uint64_t *marks, uint64_t words, uint32_t *out)
{
    for (uint64_t w = 0; w < words; w++) {
        uint64_t mark = marks[w];
        const uint32_t base = (uint32_t)(w * TCUI_MARKS);
        if (TCUI_L(bits_of)(mark) <= 16) {
            for (; mark != 0; mark &= mark - 1) {
                *out++ = base + TCUI_L(first_bit)(mark);
            }
        } else {
            for (uint32_t i = 0; i < TCUI_MARKS; i++) {
                *out = base + i;
                out += mark >> i & 1;
            }
        }
    }
}

#endif
#endif

/* ------------------------------------------------------------------------------- what becomes of positions --- */

static void TCUI_L(indices_32)(const uint32_t *at, uint64_t count, uint64_t first, uint32_t *out)
{
    for (uint64_t k = 0; k < count; k++) {
        out[k] = (uint32_t)first + at[k];
    }
}

static void TCUI_L(indices_64)(const uint32_t *at, uint64_t count, uint64_t first, uint64_t *out)
{
    for (uint64_t k = 0; k < count; k++) {
        out[k] = first + at[k];
    }
}

static void TCUI_L(differences)(const uint32_t *at, uint64_t count, uint64_t *out)
{
    for (uint64_t k = 0; k < count; k++) {
        out[k] = at[k + 1] - at[k];
    }
}

static const tcui_moves TCUI_L(moves) = {
    TCUI_L(count),      {TCUI_L(move_1), TCUI_L(move_2), TCUI_L(move_4), TCUI_L(move_8), TCUI_L(move_16)},
    TCUI_L(positions),  TCUI_L(indices_32),
    TCUI_L(indices_64), TCUI_L(differences),
};

#undef TCUI_MOVE_ONE
#undef TCUI_MOVE_MARKED
#undef TCUI_MOVE_ALL
#undef TCUI_MOVES
