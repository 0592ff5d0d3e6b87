/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which bits of a segment's keys are sorted by, and items of 32 bits that hold them. Bare keys of up to 4 bytes are
 * items themselves. Other items are some of a key's bits and, below them, its index in the segment, so no two are equal.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_WINDOW_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_WINDOW_CUH

#include "shape.cuh"

namespace tcu
{

template <class Key>
__device__ __forceinline__ Key mask_of(const radix_bits &bits)
{
    return bits.count > 0 ? (~Key(0) >> (8 * static_cast<int>(sizeof(Key)) - bits.count)) << bits.low : Key(0);
}

/* From the lowest one to the highest one. */
__device__ __forceinline__ radix_bits bits_around(uint32_t ones)
{
    const int low = highest_bit(ones & (0u - ones));
    return ones == 0 ? radix_bits{0, 0} : radix_bits{low, highest_bit(ones) + 1 - low};
}

__device__ __forceinline__ radix_bits bits_around(uint64_t ones)
{
    const radix_bits lower = bits_around(static_cast<uint32_t>(ones)),
                     upper = bits_around(static_cast<uint32_t>(ones >> 32));
    if (upper.count == 0) {
        return lower;
    }
    if (lower.count == 0) {
        return {upper.low + 32, upper.count};
    }
    return {lower.low, upper.low + upper.count + 32 - lower.low};
}

/* The highest ones. */
__device__ __forceinline__ radix_bits highest_of(const radix_bits &bits, int most)
{
    return bits.count <= most ? bits : radix_bits{bits.low + bits.count - most, most};
}

/* Items that hold these bits of keys. */
template <class Shape>
struct radix_items {
    using key_type = typename Shape::key_type;
    radix_bits bits;
    int index_bits; /* 0 of bare keys */

    static __device__ __forceinline__ int index_bits_of(int segment_items)
    {
        return Shape::is_tagged ? highest_bit(static_cast<uint32_t>(segment_items - 1)) + 1 : 0;
    }

    /* The lowest of the bits that are sorted by. */
    __device__ __forceinline__ int begin() const { return Shape::is_tagged ? index_bits : bits.low; }

    __device__ __forceinline__ uint32_t index_of(uint32_t item) const { return item & ((1u << index_bits) - 1); }

    __device__ __forceinline__ uint32_t make(key_type key, uint32_t index) const
    {
        if constexpr (!Shape::is_tagged) {
            return key;
        } else {
            return (static_cast<uint32_t>(key >> bits.low) & ((1u << bits.count) - 1)) << index_bits | index;
        }
    }

    /* The bits that an item has of its key, at their places. */
    __device__ __forceinline__ key_type bits_of(uint32_t item) const
    {
        return static_cast<key_type>(item >> index_bits) << bits.low;
    }
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_WINDOW_CUH */
