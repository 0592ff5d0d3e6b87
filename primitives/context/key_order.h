/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of keys as one transformation for all types and both directions: b(x) = x ^ flip ^ (mask if x is negative)
 * is the unsigned integer that radix_sort.h calls order bits, complemented where the sort is descending. Keys may be
 * stored as they are and only looked at through it, or be stored as order bits on the way.
 */
#ifndef TCUI_KEY_ORDER_H
#define TCUI_KEY_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

#ifdef __CUDACC__
#define TCUI_ORDER_FUNCTION static __host__ __device__ inline
#else
#define TCUI_ORDER_FUNCTION static inline
#endif

typedef struct tcui_key_order {
    int bits;          /* of a key */
    uint64_t flip;     /* of every key */
    uint64_t negative; /* also of keys whose sign bit is set */
} tcui_key_order;

static inline tcui_key_order tcui_key_order_of(tcu_type type, bool descending)
{
    const int bits = 8 * (int)tcu_type_size(type);
    const uint64_t all = UINT64_MAX >> (64 - bits), sign = all ^ (all >> 1);
    tcui_key_order order = {bits, tcui_is_unsigned(type) ? 0 : sign, tcui_is_real(type) ? all ^ sign : 0};
    if (descending) {
        order.flip ^= all;
    }
    return order;
}

/* b(x) of the bits of x, which are zero-extended. */
TCUI_ORDER_FUNCTION uint64_t tcui_order_bits(tcui_key_order order, uint64_t x)
{
    return x ^ order.flip ^ (order.negative & (0 - (x >> (order.bits - 1))));
}

/* The bits of the key whose order bits these are. (The mask leaves the sign alone.) */
TCUI_ORDER_FUNCTION uint64_t tcui_key_of_order_bits(tcui_key_order order, uint64_t b)
{
    const uint64_t x = b ^ order.flip;
    return x ^ (order.negative & (0 - (x >> (order.bits - 1))));
}

#endif /* TCUI_KEY_ORDER_H */
