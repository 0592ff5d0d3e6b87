/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which elements of a warp's slice begin a segment, one bit per element of a lane's vector, for segments of one size
 * (the whole array among them). Elements at negative positions pad a first tile with zeros; a head among them would do
 * no harm.
 */
#ifndef TCUI_HEADS_CUH
#define TCUI_HEADS_CUH

#include <cstdint>

namespace tcu
{

/* Walks a slice group by group, V elements a vector; slices have fewer than 2^29 elements. */
template <int V>
class fixed_size_heads
{
  public:
    /* `position` is the lane's first element in the first group, `step` the elements from one group to the next. */
    __device__ __forceinline__ fixed_size_heads(uint64_t size, int64_t position, int step)
    {
        /* Distance to the next head, below the size; far ones are cut to a distance that no slice reaches. */
        const uint64_t behind = position < 0 ? 0 : static_cast<uint64_t>(position) % size;
        const uint64_t distance = position < 0 ? static_cast<uint64_t>(-position) % size
                                  : behind > 0 ? size - behind
                                               : 0;
        period = size > far ? static_cast<int>(far) : static_cast<int>(size);
        to_next = distance > far ? static_cast<int>(far) : static_cast<int>(distance);
        advance_by = step % period;
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
    static constexpr uint64_t far = 1u << 29;
    int to_next;
    int period;
    int advance_by;
    unsigned pattern;
};

} // namespace tcu

#endif /* TCUI_HEADS_CUH */
