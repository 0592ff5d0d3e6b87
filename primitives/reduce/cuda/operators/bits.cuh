/* SPDX-License-Identifier: Apache-2.0 */
/* What operators share: bits of elements, partial results of a warp, and how results are stored. */
#ifndef TCUI_REDUCE_CUDA_OPERATORS_BITS_CUH
#define TCUI_REDUCE_CUDA_OPERATORS_BITS_CUH

#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* The types of an operator's results in scans and by key, one of each width. */
template <class... Types>
struct type_list {
};

/* Results are not read again soon: L2 evicts them first, in whole rows where neighbours have met there. */
template <class Out>
__device__ __forceinline__ void store_result(Out *out, Out result)
{
    if constexpr (std::is_same_v<Out, uint64_t>) {
        __stcs(reinterpret_cast<unsigned long long *>(out), static_cast<unsigned long long>(result));
    } else {
        __stcs(out, result);
    }
}

/* sum = sum op x. */
template <class Operator, class T>
__device__ __forceinline__ void combine_into(const Operator &op, T &sum, T x)
{
    sum = op.combine(sum, x);
}

/* x of the lane whose number differs in the bits of `distance`. Partial results that are no numbers have their own. */
template <class T>
__device__ __forceinline__ T shuffle_xor(T x, int distance)
{
    return __shfl_xor_sync(all_lanes, x, distance);
}

/* One value a lane, combined; the same in all lanes. */
template <class Operator, class T>
__device__ __forceinline__ T shuffle_total(const Operator &op, T x)
{
#pragma unroll
    for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
        combine_into(op, x, shuffle_xor(x, distance));
    }
    return x;
}

/* `bits` of an element of `bytes` bytes as often as a word of 32 bits holds them; of one of 8 bytes its upper word. */
inline uint32_t in_each_element(uint64_t bits, int bytes)
{
    return bytes == 1   ? static_cast<uint32_t>(bits) * 0x01010101u
           : bytes == 2 ? static_cast<uint32_t>(bits) * 0x00010001u
           : bytes == 4 ? static_cast<uint32_t>(bits)
                        : static_cast<uint32_t>(bits >> 32);
}

/* |x| of each signed integer in a vector, modulo 2^w: the least one stays. */
template <class Bits, int V>
__device__ __forceinline__ element_vector<Bits, V> absolute_integers(element_vector<Bits, V> x)
{
    constexpr int words = element_vector<Bits, V>::bytes / 4;
    if constexpr (sizeof(Bits) < 8) {
        constexpr uint32_t lowest = sizeof(Bits) == 1 ? 0x01010101u : sizeof(Bits) == 2 ? 0x00010001u : 1u;
        constexpr uint32_t all = static_cast<uint32_t>((uint64_t(1) << 8 * sizeof(Bits)) - 1);
#pragma unroll
        for (int w = 0; w < words; w++) {
            const uint32_t sign = x.words[w] >> (8 * sizeof(Bits) - 1) & lowest;
            x.words[w] = (x.words[w] ^ sign * all) + sign; /* (nothing is carried from element to element) */
        }
    } else {
#pragma unroll
        for (int i = 0; i < V; i++) {
            const uint64_t sign = x.at(i) >> 63, y = (x.at(i) ^ (0 - sign)) + sign;
            x.words[2 * i] = static_cast<uint32_t>(y);
            x.words[2 * i + 1] = static_cast<uint32_t>(y >> 32);
        }
    }
    return x;
}

/* encode() of up to 16 bytes, where there is no map, by that of vectors, which are 16. */
template <class Operator, class In, int V>
__device__ __forceinline__ element_vector<In, V> encode_unmapped(const Operator &op, element_vector<In, V> x)
{
    static_assert(sizeof x.words <= 16, "no more than a vector");
    element_vector<In> vector = {};
    memcpy(vector.words, x.words, sizeof x.words);
    vector = op.encode_unmapped(vector);
    memcpy(x.words, vector.words, sizeof x.words);
    return x;
}

/* encode() of one element by that of vectors. */
template <class Operator, class In>
__device__ __forceinline__ In encode_element(const Operator &op, In x)
{
    element_vector<In> vector = {};
    memcpy(vector.words, &x, sizeof x);
    return op.encode(vector).at(0);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_OPERATORS_BITS_CUH */
