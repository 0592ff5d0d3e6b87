/* SPDX-License-Identifier: Apache-2.0 */
#include "interval.h"

#include <string.h>

/* Bounds are ranks: keys as 64-bit numbers in the order of the type, the least one 0. */
typedef struct order {
    int bits;
    bool real, is_unsigned;
    uint64_t sign, least, most; /* ranks of all items that are no NaN */
} order;

static bool is_unsigned(tcu_type type)
{
    return type == TCU_TYPE_U8 || type == TCU_TYPE_U16 || type == TCU_TYPE_U32 || type == TCU_TYPE_U64;
}

/* An item's bits, whatever the byte order of the processor. */
static uint64_t load(const void *from, size_t bytes)
{
    uint8_t x8;
    uint16_t x16;
    uint32_t x32;
    uint64_t x64;
    switch (bytes) {
    case 1:
        memcpy(&x8, from, sizeof x8);
        return x8;
    case 2:
        memcpy(&x16, from, sizeof x16);
        return x16;
    case 4:
        memcpy(&x32, from, sizeof x32);
        return x32;
    default:
        memcpy(&x64, from, sizeof x64);
        return x64;
    }
}

static uint64_t rank_of(const order *o, uint64_t item)
{
    if (o->is_unsigned) {
        return item;
    }
    if (o->real && (item & o->sign) != 0) {
        item ^= o->sign - 1;
    }
    return item ^ o->sign;
}

static order order_of(tcu_type type)
{
    const int bits = 8 * (int)tcu_type_size(type);
    order o = {.bits = bits, .real = tcui_is_real(type), .is_unsigned = is_unsigned(type)};
    o.sign = UINT64_C(1) << (bits - 1);
    o.most = o.sign | (o.sign - 1);
    if (o.real) {
        const int fraction = type == TCU_TYPE_F16 ? 10 : type == TCU_TYPE_BF16 ? 7 : type == TCU_TYPE_F32 ? 23 : 52;
        const uint64_t infinity = (o.sign - 1) >> fraction << fraction;
        o.most = rank_of(&o, infinity);
        o.least = rank_of(&o, infinity | o.sign);
    }
    return o;
}

static bool is_nan(const order *o, uint64_t rank)
{
    return rank < o->least || rank > o->most;
}

/* Of the ranks low ... high; from a rank to the key as a number modulo 2^bits its sign is flipped. */
static tcui_interval interval(const order *o, uint64_t low, uint64_t high, bool outside)
{
    const uint64_t key = o->is_unsigned ? low : low ^ o->sign;
    return (tcui_interval){
        .shift = 0 - key - o->sign, .limit = high - low - o->sign, .flip = outside ? ~UINT64_C(0) : 0};
}

tcui_interval tcui_interval_of(tcu_type type, tcu_comparison comparison, const void *value, const void *upper)
{
    const order o = order_of(type);
    const size_t bytes = tcu_type_size(type);
    const bool is_range = comparison >= TCU_COMPARE_INSIDE;
    const uint64_t first = load(value, bytes), last = is_range ? load(upper, bytes) : first;
    /* What equals a zero begins with -0.0 and ends with 0.0. */
    const uint64_t low_of = rank_of(&o, o.real && (first & ~o.sign) == 0 ? o.sign : first);
    const uint64_t high_of = rank_of(&o, o.real && (last & ~o.sign) == 0 ? 0 : last);
    const bool outside = comparison == TCU_COMPARE_NOT_EQUAL || comparison == TCU_COMPARE_OUTSIDE;
    uint64_t low = low_of, high = high_of;
    bool empty = is_nan(&o, low_of) || is_nan(&o, high_of);
    switch (comparison) {
    case TCU_COMPARE_LESS:
        empty |= low_of == o.least;
        low = o.least;
        high = low_of - 1;
        break;
    case TCU_COMPARE_LESS_EQUAL:
        low = o.least;
        break;
    case TCU_COMPARE_GREATER:
        empty |= high_of == o.most;
        low = high_of + 1;
        high = o.most;
        break;
    case TCU_COMPARE_GREATER_EQUAL:
        high = o.most;
        break;
    default:
        empty |= low > high;
    }
    if (!empty) {
        return interval(&o, low, high, outside);
    }
    /* No item is none but all. */
    return interval(&o, 0, o.sign | (o.sign - 1), !outside);
}

tcui_interval tcui_interval_of_flags(void)
{
    const order bytes = {.bits = 8, .is_unsigned = true, .sign = 0x80};
    return interval(&bytes, 0, 0, true);
}
