/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.h
 * The keys that are sorted, and their order. Keys are drawn as ranks, positions in the order of their type (the order
 * bits of radix_sort.h), so that sorted ones are sorted whatever their type; compiled for the host and for the device.
 * No key is a NaN or -0.0, for which CUB has another order than the library.
 */
#ifndef TCU_BENCH_INPUTS_KEYS_H
#define TCU_BENCH_INPUTS_KEYS_H

#include "bench/inputs/random.h"

typedef enum bench_key_spread {
    BENCH_KEYS_UNIFORM, /**< over all integers; over the bits of all finite reals */
    BENCH_KEYS_SORTED,  /**< the same in order */
    BENCH_KEYS_REVERSED,
    BENCH_KEYS_FOUR, /**< four values a byte */
    BENCH_KEYS_TWO,  /**< two values, which differ in every digit */
    BENCH_KEYS_ZIPF, /**< 2^20 values, the k-th most frequent 1/k as often as the first; scattered */
    BENCH_KEYS_CONSTANT,
    BENCH_KEYS_SPACED,   /**< 0, 65537, 2 * 65537, ... modulo the number of values; of reals, nearly so, their ranks */
    BENCH_KEYS_COUNTDOWN /**< the least n values (of reals, nearly so, of their ranks) from the greatest to the least */
} bench_key_spread;

/** By its name on the command line. */
static inline bench_key_spread bench_key_spread_named(const char *name)
{
    static const char *const names[] = {"uniform", "sorted",   "reversed", "four",     "two",
                                        "zipf",    "constant", "spaced",   "countdown"};
    int spread = BENCH_KEYS_COUNTDOWN;
    while (spread > 0 && strcmp(name, names[spread]) != 0) {
        spread--;
    }
    return (bench_key_spread)spread;
}

typedef struct bench_key_sampler {
    tcu_type type;
    bench_key_spread spread;
    uint64_t n;
} bench_key_sampler;

BENCH_INLINE uint64_t bench_high_product(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

BENCH_INLINE int bench_key_bits(tcu_type type)
{
    return 8 * (int)bench_size(type);
}
BENCH_INLINE uint64_t bench_sign_bit(tcu_type type)
{
    return (uint64_t)1 << (bench_key_bits(type) - 1);
}
BENCH_INLINE int bench_is_signed(tcu_type type)
{
    return type == TCU_TYPE_I8 || type == TCU_TYPE_I16 || type == TCU_TYPE_I32 || type == TCU_TYPE_I64;
}

/** How many bit patterns of the type are below this one. */
BENCH_INLINE uint64_t bench_rank_of_key(tcu_type type, uint64_t bits)
{
    const uint64_t sign = bench_sign_bit(type), all = sign | (sign - 1);
    if (bench_is_float(type)) {
        return bits & sign ? all - bits : bits + sign;
    }
    return bench_is_signed(type) ? bits ^ sign : bits;
}
BENCH_INLINE uint64_t bench_key_of_rank(tcu_type type, uint64_t rank)
{
    const uint64_t sign = bench_sign_bit(type), all = sign | (sign - 1);
    if (bench_is_float(type)) {
        return rank & sign ? rank - sign : all - rank;
    }
    return bench_is_signed(type) ? rank ^ sign : rank;
}

/** 2^64 places as evenly as they go over the ranks of all keys that may be drawn, in their order. */
BENCH_INLINE uint64_t bench_rank_at(tcu_type type, uint64_t place)
{
    const int mantissa = type == TCU_TYPE_F16 ? 10 : type == TCU_TYPE_BF16 ? 7 : type == TCU_TYPE_F32 ? 23 : 52;
    const uint64_t sign = bench_sign_bit(type);
    const uint64_t lowest = bench_is_float(type) ? (uint64_t)1 << mantissa : 0; /* NaNs and -infinity are below */
    const uint64_t keys = 2 * (sign - lowest);                                  /* 0: 2^64 */
    const uint64_t rank = keys == 0 ? place : lowest + bench_high_product(place, keys);
    return rank + (bench_is_float(type) && rank == sign - 1); /* +0.0 for -0.0 */
}

/** The rank of key i, given random bits. */
BENCH_INLINE uint64_t bench_draw_rank(const bench_key_sampler *sampler, uint64_t i, uint64_t bits)
{
    const uint64_t sign = bench_sign_bit(sampler->type), all = sign | (sign - 1);
    const uint64_t step = UINT64_MAX / sampler->n;
    const uint64_t back = sampler->n - 1 - i, place = sampler->spread == BENCH_KEYS_REVERSED ? back : i;
    const int above = 64 - bench_key_bits(sampler->type);
    switch (sampler->spread) {
    case BENCH_KEYS_SORTED:
    case BENCH_KEYS_REVERSED:
        return bench_rank_at(sampler->type, place * step + bench_high_product(bits, step));
    case BENCH_KEYS_FOUR:
        return (0x4040404040404040u | (bits & 0x0303030303030303u)) & all;
    case BENCH_KEYS_TWO:
        return (bits & 1 ? 0x5a5a5a5a5a5a5a5au : 0xa5a5a5a5a5a5a5a5u) & all;
    case BENCH_KEYS_ZIPF:
        return bench_rank_at(sampler->type,
                             (uint64_t)exp2(20 * ((double)(bits >> 11) * 0x1p-53)) * 0x9e3779b97f4a7c15u);
    case BENCH_KEYS_CONSTANT:
        return 0x5a5a5a5a5a5a5a5au & all;
    case BENCH_KEYS_SPACED:
        return bench_rank_at(sampler->type, i * 65537 << above);
    case BENCH_KEYS_COUNTDOWN:
        return bench_rank_at(sampler->type, back << above);
    default:
        return bench_rank_at(sampler->type, bits);
    }
}

/** The bits of element i of an array of keys, zero-extended. */
BENCH_INLINE uint64_t bench_key_at(tcu_type type, const void *keys, uint64_t i)
{
    switch (bench_size(type)) {
    case 1:
        return ((const uint8_t *)keys)[i];
    case 2:
        return ((const uint16_t *)keys)[i];
    case 4:
        return ((const uint32_t *)keys)[i];
    default:
        return ((const uint64_t *)keys)[i];
    }
}

#endif
