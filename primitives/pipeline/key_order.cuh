/* SPDX-License-Identifier: Apache-2.0 */
/* The order of keys (primitives/context/key_order.h) in registers of 4 or 8 bytes. */
#ifndef TCUI_PIPELINE_KEY_ORDER_CUH
#define TCUI_PIPELINE_KEY_ORDER_CUH

#include <cstdint>
#include <type_traits>

#include "primitives/context/key_order.h"

namespace tcu
{

/* The order bits of a key in a register. */
template <class Key>
using key_register = std::conditional_t<sizeof(Key) == 8, uint64_t, uint32_t>;

/* Keys as their order bits, and back. */
template <class Key>
struct sort_order {
    Key flip, negative;
    int sign; /* its bit */
    bool changes;

    __host__ __device__ static sort_order of(const tcui_key_order &order)
    {
        return {static_cast<Key>(order.flip), static_cast<Key>(order.negative), order.bits - 1,
                (order.flip | order.negative) != 0};
    }

    __device__ __forceinline__ Key bits_of(Key x) const { return x ^ flip ^ (negative & (Key(0) - (x >> sign & 1u))); }

    __device__ __forceinline__ Key key_of(Key bits) const
    {
        const Key x = bits ^ flip;
        return x ^ (negative & (Key(0) - (x >> sign & 1u)));
    }

    /* The same of a key of Bits: the shift is an immediate. */
    template <int Bits>
    __device__ __forceinline__ Key bits_of(Key x) const
    {
        return x ^ flip ^ (negative & (Key(0) - (x >> (Bits - 1))));
    }

    template <int Bits>
    __device__ __forceinline__ Key key_of(Key bits) const
    {
        const Key x = bits ^ flip;
        return x ^ (negative & (Key(0) - (x >> (Bits - 1) & 1u)));
    }
};

} // namespace tcu

#endif /* TCUI_PIPELINE_KEY_ORDER_CUH */
