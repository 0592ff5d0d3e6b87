/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The polynomials that points pick: neighbouring indices of a thread, kept as the words that were loaded until they are
 * used, so that nothing waits for their loads before.
 */
#ifndef TCUI_POLYNOMIAL_TABLE_INDICES_CUH
#define TCUI_POLYNOMIAL_TABLE_INDICES_CUH

#include "primitives/tile/element_vector.cuh"
#include "tcu/types.h"

namespace tcu
{

struct point_indices {
    const void *elements;
    bool are_signed, are_wide;
    bool whole_vectors;
};

/* For threads that have V points each. (64-bit ones are loaded two at a time.) */
template <int V>
point_indices indices_of(const void *elements, tcu_type type)
{
    const bool are_wide = type == TCU_TYPE_I64 || type == TCU_TYPE_U64;
    const size_t vector_bytes = are_wide ? 2 * sizeof(uint64_t) : V * sizeof(uint32_t);
    return {elements, type == TCU_TYPE_I32, are_wide, reinterpret_cast<uintptr_t>(elements) % vector_bytes == 0};
}

template <int V>
class loaded_indices
{
  public:
    /* Numbers [first, first + V) of n; 0 for those that are outside. */
    __device__ __forceinline__ void load(const point_indices &indices, uint64_t first, uint64_t n)
    {
        const bool whole = indices.whole_vectors && first + V <= n;
        const uint32_t *from = static_cast<const uint32_t *>(indices.elements);
        if (indices.are_wide) {
            load_words<4>(whole, from, 2 * first, 2 * n, 0);
            if constexpr (V == 4) {
                load_words<4>(whole, from, 2 * first, 2 * n, 4);
            }
        } else {
            load_words<V>(whole, from, first, n, 0);
        }
    }

    /* Negative numbers become large ones, which no table has. */
    __device__ __forceinline__ uint64_t at(const point_indices &indices, int i) const
    {
        const uint32_t low = indices.are_wide ? words[2 * i] : words[i];
        const uint32_t sign = indices.are_signed ? static_cast<uint32_t>(static_cast<int32_t>(low) >> 31) : 0;
        return static_cast<uint64_t>(indices.are_wide ? words[2 * i + 1] : sign) << 32 | low;
    }

  private:
    static_assert(V == 2 || V == 4, "one or two vectors of 64-bit indices");
    uint32_t words[2 * V];

    /* Words [at, at + W) of those from `first` on. */
    template <int W>
    __device__ __forceinline__ void load_words(bool whole, const uint32_t *from, uint64_t first, uint64_t n, int at)
    {
        element_vector<uint32_t, W> vector = {};
        if (whole) {
            vector = load_whole<W>(from + first + at);
        } else {
            vector = gather_inside<W>(from, static_cast<int64_t>(first + at), static_cast<int64_t>(n));
        }
#pragma unroll
        for (int w = 0; w < W; w++) {
            words[at + w] = vector.words[w];
        }
    }
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_TABLE_INDICES_CUH */
