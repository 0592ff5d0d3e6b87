/* SPDX-License-Identifier: Apache-2.0 */
/* A digit of a key, and a key's order bits (radix_sort_order.h) in registers of 4 or 8 bytes. */
#ifndef TCUI_RADIX_SORT_DIGIT_CUH
#define TCUI_RADIX_SORT_DIGIT_CUH

#include "primitives/tile/instructions.cuh"
#include "radix_sort_order.h"

namespace tcu
{

/*
 * A digit times a power of two, the distance of its counters in bytes, by a rotation and a mask: of a key in one
 * register both are one instruction, and the mask's takes a counter's address in too.
 */
struct sort_digit {
    uint32_t rotation; /* to the right */
    uint32_t mask;

    /* Of key bits [begin, begin + bits); distance: 2^log2_distance bytes. */
    static sort_digit of(int key_register_bits, int begin, int bits, int log2_distance)
    {
        return {static_cast<uint32_t>(begin - log2_distance + key_register_bits) % key_register_bits,
                ((1u << bits) - 1) << log2_distance};
    }

    __device__ __forceinline__ uint32_t in(uint32_t key) const { return __funnelshift_r(key, key, rotation) & mask; }

    __device__ __forceinline__ uint32_t in(uint64_t key) const
    {
        const uint32_t low = static_cast<uint32_t>(key), high = static_cast<uint32_t>(key >> 32);
        const bool above = rotation >= 32;
        return __funnelshift_r(above ? high : low, above ? low : high, rotation) & mask;
    }
};

/* Keys as their order bits, and back (both are the same for the numbers' complement; see radix_sort_order.h). */
template <class Key>
struct sort_order {
    Key flip, negative;
    int sign; /* its bit */
    bool changes;

    static sort_order of(const tcui_key_order &order)
    {
        return {static_cast<Key>(order.flip), static_cast<Key>(order.negative), order.bits - 1,
                (order.flip | order.negative) != 0};
    }
    static sort_order none() { return {0, 0, 0, false}; }

    __device__ __forceinline__ Key bits_of(Key x) const { return x ^ flip ^ (negative & (Key(0) - (x >> sign & 1u))); }

    /* The same of a key of Bits. */
    template <int Bits>
    __device__ __forceinline__ Key bits_of(Key x) const
    {
        return x ^ flip ^ (negative & (Key(0) - (x >> (Bits - 1))));
    }

    __device__ __forceinline__ Key key_of(Key bits) const
    {
        const Key x = bits ^ flip;
        return x ^ (negative & (Key(0) - (x >> sign & 1u)));
    }
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_DIGIT_CUH */
