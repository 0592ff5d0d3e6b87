/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which elements of a warp's slice begin a segment, one bit per element of a lane's vector, for segments of one size.
 *
 * Positions are known by their remainder modulo the size alone. 64-bit divisions happen once, at the start: from tile
 * to tile the remainder moves by a constant. Elements before the array, that only pad a first tile with zeros, have
 * remainders like all others; a head among them does no harm.
 */
#ifndef TCUI_HEADS_CUH
#define TCUI_HEADS_CUH

#include <cstdint>

namespace tcu
{

/* (x mod size) where x < 2 size, or where size and x are small. */
__device__ __forceinline__ uint64_t remainder_of(uint64_t x, uint64_t size, uint64_t small_size)
{
    if (size <= small_size)
        return static_cast<uint32_t>(x) % static_cast<uint32_t>(size);
    return x >= size ? x - size : x;
}

/* The remainder of a slice's first element, from slice to slice in equal steps. */
class slice_cursor
{
  public:
    /* `begin` may be negative by less than 2^31. */
    __device__ __forceinline__ slice_cursor(uint64_t size, int64_t begin, uint64_t step) : size(size), step(step % size)
    {
        const uint64_t distance = static_cast<uint64_t>(begin < 0 ? -begin : begin) % size;
        remainder = begin < 0 && distance > 0 ? size - distance : distance;
    }

    __device__ __forceinline__ void advance()
    {
        remainder += step;
        if (remainder >= size)
            remainder -= size;
    }

    uint64_t size;
    uint64_t remainder;

  private:
    uint64_t step;
};

/* The last head among `elements` from a slice's first on; negative if there is none. */
template <int Elements>
__device__ __forceinline__ int last_head_of(const slice_cursor &slice)
{
    const uint64_t behind = remainder_of(slice.remainder + Elements - 1, slice.size, Elements);
    return behind < Elements ? Elements - 1 - static_cast<int>(behind) : -1;
}

/* Walks a slice of `Elements` group by group: vectors of V elements, groups of `Group`. */
template <int V, int Group, int Elements>
class vector_heads
{
  public:
    /* For the lane whose first vector begins `offset` elements into the slice. */
    __device__ __forceinline__ vector_heads(const slice_cursor &slice, int offset)
    {
        const uint64_t behind = remainder_of(slice.remainder + offset, slice.size, Elements);
        const uint64_t distance = behind > 0 ? slice.size - behind : 0;
        period = slice.size > far ? static_cast<int>(far) : static_cast<int>(slice.size);
        to_next = distance > far ? static_cast<int>(far) : static_cast<int>(distance);
        advance_by = Group % period;
        pattern = 1u;
        for (int i = period; i < V; i += period)
            pattern |= 1u << i;
    }

    /* Bits of the current group. */
    __device__ __forceinline__ unsigned bits() const
    {
        return to_next < V ? pattern << to_next & ((1u << V) - 1u) : 0u;
    }

    __device__ __forceinline__ void advance()
    {
        to_next -= advance_by;
        if (to_next < 0)
            to_next += period;
    }

  private:
    static constexpr uint64_t far = 1u << 29; /* no slice reaches so far */
    int to_next; /* elements from the lane's vector to the next head at or behind its first element */
    int period;
    int advance_by;
    unsigned pattern; /* heads behind the next one, within a vector */
};

} // namespace tcu

#endif /* TCUI_HEADS_CUH */
