/* SPDX-License-Identifier: Apache-2.0 */
/* AND, OR and XOR at a level, in words of 8 bytes whatever the width of elements, and counts of elements that are not 0. */

#define TCUI_COMBINE_WORDS(name, identity, op)                                                                         \
    TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_##name##_words)(const void *from, uint64_t count)                          \
    {                                                                                                                  \
        uint64_t all = (identity);                                                                                     \
        TCUI_UNROLL_4                                                                                                  \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            uint64_t word;                                                                                             \
            memcpy(&word, (const char *)from + 8 * i, sizeof word);                                                    \
            all op word;                                                                                               \
        }                                                                                                              \
        return all;                                                                                                    \
    }
TCUI_COMBINE_WORDS(and, UINT64_MAX, &=)
TCUI_COMBINE_WORDS(or, 0, |=)
TCUI_COMBINE_WORDS(xor, 0, ^=)
#undef TCUI_COMBINE_WORDS

TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_combine_two)(tcu_operator op, uint64_t a, uint64_t b)
{
    return op == TCU_OPERATOR_AND ? a & b : op == TCU_OPERATOR_OR ? a | b : a ^ b;
}

static uint64_t TCUI_L(tcui_combine_bits)(tcu_operator op, tcu_type type, const void *from, uint64_t count)
{
    const uint64_t in_word = 8 / tcu_type_size(type), words = count / in_word, all = tcui_format_of(type).all;
    uint64_t bits = op == TCU_OPERATOR_AND  ? TCUI_L(tcui_and_words)(from, words)
                    : op == TCU_OPERATOR_OR ? TCUI_L(tcui_or_words)(from, words)
                                            : TCUI_L(tcui_xor_words)(from, words);
    for (uint64_t half = 32; half * in_word >= 64; half /= 2) {
        bits = TCUI_L(tcui_combine_two)(op, bits, bits >> half | (op == TCU_OPERATOR_AND ? ~(UINT64_MAX >> half) : 0));
    }
    for (uint64_t i = words * in_word; i < count; i++) {
        bits = TCUI_L(tcui_combine_two)(op, bits, tcui_bits_load(type, from, i));
    }
    return bits & all;
}

/* Bits of `all` that are kept: of reals not the sign, since -0 is zero. In parts whose count fits 32 bits, a chunk's. */
#define TCUI_COUNT_NONZERO(width)                                                                                      \
    TCUI_ALWAYS_INLINE uint64_t TCUI_L(tcui_count_nonzero_##width)(const void *from, uint64_t count, uint64_t all)     \
    {                                                                                                                  \
        const uint##width##_t *in = from, keep = (uint##width##_t)all;                                                 \
        uint32_t nonzero = 0;                                                                                          \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            nonzero += (in[i] & keep) != 0;                                                                            \
        }                                                                                                              \
        return nonzero;                                                                                                \
    }
TCUI_COUNT_NONZERO(8)
TCUI_COUNT_NONZERO(16)
TCUI_COUNT_NONZERO(32)
TCUI_COUNT_NONZERO(64)
#undef TCUI_COUNT_NONZERO

static uint64_t TCUI_L(tcui_count_nonzero)(const tcui_format *format, const void *from, uint64_t count)
{
    const uint64_t keep = format->infinity != 0 ? format->all ^ format->sign : format->all;
    return format->all == UINT8_MAX    ? TCUI_L(tcui_count_nonzero_8)(from, count, keep)
           : format->all == UINT16_MAX ? TCUI_L(tcui_count_nonzero_16)(from, count, keep)
           : format->all == UINT32_MAX ? TCUI_L(tcui_count_nonzero_32)(from, count, keep)
                                       : TCUI_L(tcui_count_nonzero_64)(from, count, keep);
}
