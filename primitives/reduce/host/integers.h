/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of integers, as loops that compilers turn into vector additions. Where the sum is wider than the elements, a word
 * of several elements is loaded and its elements are added inside the word, by shifts and masks (of 32 bits: the word, less
 * its upper half): widening each element for itself would take a shuffle for every few of them, and processors have fewer
 * units for shuffles than for additions.
 *
 * Signed elements are summed as unsigned ones that are 2^(w-1) larger: x + 2^(w-1) is x with its highest bit flipped.
 */
#ifndef TCUI_REDUCE_HOST_INTEGERS_H
#define TCUI_REDUCE_HOST_INTEGERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "primitives/tile/host/compiler.h"

/* From byte 32 - n on, 32 bytes of which the last n are ones. */
#define TCUI_ONES_8 255, 255, 255, 255, 255, 255, 255, 255
static const uint8_t tcui_last_bytes[64] = {[32] = TCUI_ONES_8, TCUI_ONES_8, TCUI_ONES_8, TCUI_ONES_8};

typedef uint64_t tcui_words_4 __attribute__((vector_size(32)));
typedef uint64_t tcui_words_2 __attribute__((vector_size(16)));

/*
 * Modulo 2^8, 2^16, 2^32 and 2^64: sums of the elements' own width. in[-1] ... in[-before] may be read. Few elements are
 * rows of 32 bytes, of which the last one ends with the last element: where there is room for it, what stands before in the
 * array is loaded and masked, since a loop over the last elements would end after a number that processors cannot predict.
 * Columns are added as a tree: halves of the row, words, then the parts of a word, whose sum comes to its lowest bits.
 * (Taken from the vector one by one, each column would be two operations. Rows are passed by their address, as how vectors
 * are passed differs between levels.)
 */
#define TCUI_SUM_OF_OWN_WIDTH(name, type)                                                                              \
    typedef type name##_row __attribute__((vector_size(32)));                                                          \
    typedef type name##_half __attribute__((vector_size(16)));                                                         \
    TCUI_ALWAYS_INLINE type name##_of_row(const name##_row *row)                                                       \
    {                                                                                                                  \
        const tcui_words_4 words = (tcui_words_4)*row;                                                                 \
        name##_half sums =                                                                                             \
            (name##_half)(tcui_words_2){words[0], words[1]} + (name##_half)(tcui_words_2){words[2], words[3]};         \
        const tcui_words_2 upper = {((tcui_words_2)sums)[1], 0};                                                       \
        sums += (name##_half)upper;                                                                                    \
        for (int bits = 32; bits >= 8 * (int)sizeof(type); bits /= 2) {                                                \
            sums += (name##_half)((tcui_words_2)sums >> bits);                                                         \
        }                                                                                                              \
        return (type)((tcui_words_2)sums)[0];                                                                          \
    }                                                                                                                  \
    TCUI_ALWAYS_INLINE type name##_few(const type *in, uint64_t count)                                                 \
    {                                                                                                                  \
        const uint64_t columns = 32 / sizeof(type);                                                                    \
        const type *const end = in + count;                                                                            \
        name##_row sums = {0}, row, mask;                                                                              \
        for (; count >= columns; count -= columns, in += columns) {                                                    \
            memcpy(&row, in, sizeof row);                                                                              \
            sums += row;                                                                                               \
        }                                                                                                              \
        memcpy(&row, end - columns, sizeof row);                                                                       \
        memcpy(&mask, tcui_last_bytes + count * sizeof(type), sizeof mask);                                            \
        sums += row & mask;                                                                                            \
        return name##_of_row(&sums);                                                                                   \
    }                                                                                                                  \
    TCUI_ALWAYS_INLINE type name(const type *in, uint64_t count, uint64_t before)                                      \
    {                                                                                                                  \
        type sum = 0;                                                                                                  \
        if (count < 128 / sizeof(type) && before + count >= 32 / sizeof(type)) {                                       \
            return name##_few(in, count);                                                                              \
        }                                                                                                              \
        TCUI_UNROLL_4                                                                                                  \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            sum = (type)(sum + in[i]);                                                                                 \
        }                                                                                                              \
        return sum;                                                                                                    \
    }
TCUI_SUM_OF_OWN_WIDTH(tcui_sum_modulo_8, uint8_t)
TCUI_SUM_OF_OWN_WIDTH(tcui_sum_modulo_16, uint16_t)
TCUI_SUM_OF_OWN_WIDTH(tcui_sum_modulo_32, uint32_t)
TCUI_SUM_OF_OWN_WIDTH(tcui_sum_modulo_64, uint64_t)

/* Sums that `count` elements of 8 and 16 bits have without overflow: 2^16 of 16 bits are less than 2^32. */
TCUI_ALWAYS_INLINE uint32_t tcui_sum_bytes(const uint8_t *in, uint64_t count, bool flip)
{
    const uint32_t highest = flip ? UINT32_C(0x80808080) : 0;
    uint32_t sum = 0;
    uint64_t words = count / 4;
    TCUI_UNROLL_4
    for (uint64_t i = 0; i < words; i++) {
        uint32_t word;
        memcpy(&word, in + 4 * i, sizeof word);
        word ^= highest;
        sum += (word & 0xff) + (word >> 8 & 0xff) + (word >> 16 & 0xff) + (word >> 24);
    }
    for (uint64_t i = 4 * words; i < count; i++) {
        sum += in[i] ^ (highest & 0xff);
    }
    return sum;
}

TCUI_ALWAYS_INLINE uint32_t tcui_sum_halfwords(const uint16_t *in, uint64_t count, bool flip)
{
    const uint32_t highest = flip ? UINT32_C(0x80008000) : 0;
    uint32_t sum = 0;
    uint64_t words = count / 2;
    TCUI_UNROLL_4
    for (uint64_t i = 0; i < words; i++) {
        uint32_t word;
        memcpy(&word, in + 2 * i, sizeof word);
        word ^= highest;
        sum += (word & 0xffff) + (word >> 16);
    }
    return count % 2 == 0 ? sum : sum + (in[count - 1] ^ (highest & 0xffff));
}

/* The sum of all words, less their upper halves where they stand, is the sum of the lower halves: without a mask for
 * each. */
TCUI_ALWAYS_INLINE uint64_t tcui_sum_words(const uint32_t *in, uint64_t count, bool flip)
{
    const uint64_t highest = flip ? UINT64_C(0x8000000080000000) : 0;
    uint64_t all = 0, upper = 0;
    uint64_t words = count / 2;
    TCUI_UNROLL_4
    for (uint64_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, in + 2 * i, sizeof word);
        word ^= highest;
        all += word;
        upper += word >> 32;
    }
    const uint64_t sum = all - (upper << 32) + upper;
    return count % 2 == 0 ? sum : sum + (in[count - 1] ^ (highest & UINT32_MAX));
}

#endif /* TCUI_REDUCE_HOST_INTEGERS_H */
