/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lane's vector of neighbouring elements, 16 bytes unless said, kept as the 32-bit words in which it is loaded: 8-bit
 * elements are never taken apart where a sum of bytes (dp4a) or a mask serves.
 */
#ifndef TCUI_ELEMENT_VECTOR_CUH
#define TCUI_ELEMENT_VECTOR_CUH

#include <cstring>

#include "element.cuh"

namespace tcu
{

template <class In>
constexpr int vector_elements = 16 / static_cast<int>(sizeof(In));

/* Aligned to its size where that is a power of two, so that it moves as one. */
template <class In, int V = vector_elements<In>>
struct alignas(sizeof(In) * V & ~(sizeof(In) * V - 1)) element_vector {
    static constexpr int bytes = V * static_cast<int>(sizeof(In));
    static_assert(bytes % 4 == 0, "words of 32 bits");
    uint32_t words[bytes / 4];

    __device__ __forceinline__ In at(int i) const
    {
        if constexpr (sizeof(In) == 8) {
            const uint64_t bits = static_cast<uint64_t>(words[2 * i + 1]) << 32 | words[2 * i];
            if constexpr (std::is_same_v<In, f64>) {
                return __longlong_as_double(static_cast<long long>(bits));
            } else {
                return static_cast<In>(bits);
            }
        } else if constexpr (std::is_same_v<In, f32>) {
            return __uint_as_float(words[i]);
        } else if constexpr (std::is_same_v<In, f16>) {
            return __ushort_as_half(static_cast<unsigned short>(words[i / 2] >> (16 * (i % 2))));
        } else if constexpr (std::is_same_v<In, bf16>) {
            return __ushort_as_bfloat16(static_cast<unsigned short>(words[i / 2] >> (16 * (i % 2))));
        } else {
            constexpr int per_word = 4 / static_cast<int>(sizeof(In));
            return static_cast<In>(words[i / per_word] >> (8 * static_cast<int>(sizeof(In)) * (i % per_word)));
        }
    }
};

/* Sum of a vector: pairwise, so that additions do not wait for each other and errors stay small. */
template <class Acc, class In, int V>
__device__ __forceinline__ Acc sum_of(const element_vector<In, V> &x)
{
    if constexpr (sizeof(In) == 1) {
        using word = std::conditional_t<std::is_signed_v<In>, int, unsigned>;
        word sum = 0;
#pragma unroll
        for (int w = 0; w < V / 4; w++) {
            sum = __dp4a(static_cast<word>(x.words[w]), static_cast<word>(0x01010101), sum);
        }
        return static_cast<Acc>(sum);
    } else {
        Acc sum[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            sum[i] = to_accumulator<Acc>(x.at(i));
        }
#pragma unroll
        for (int distance = 1; distance < V; distance *= 2) {
#pragma unroll
            for (int i = 0; i + distance < V; i += 2 * distance) {
                sum[i] += sum[i + distance];
            }
        }
        return sum[0];
    }
}

/* A vector in memory at a multiple of its bytes. */
template <int V, class In>
__device__ __forceinline__ element_vector<In, V> load_whole(const In *from)
{
    static_assert(element_vector<In, V>::bytes <= 16, "one load");
    return *reinterpret_cast<const element_vector<In, V> *>(from);
}

/* The inverse, or, of more than 16 bytes, at a multiple of 16. */
template <class Out, int V>
__device__ __forceinline__ void store_whole(Out *to, const element_vector<Out, V> &y)
{
    constexpr int piece = element_vector<Out, V>::bytes < 16 ? element_vector<Out, V>::bytes : 16;
    struct alignas(piece) words {
        uint32_t at[piece / 4];
    };
#pragma unroll
    for (int p = 0; p < element_vector<Out, V>::bytes / piece; p++) {
        reinterpret_cast<words *>(to)[p] = reinterpret_cast<const words *>(y.words)[p];
    }
}

/* Elements [first, first + V) of an array of n, one by one; zeros outside it. */
template <int V, class In>
__device__ __forceinline__ element_vector<In, V> gather_inside(const In *in, int64_t first, int64_t n)
{
    In elements[V];
#pragma unroll
    for (int i = 0; i < V; i++) {
        elements[i] = first + i >= 0 && first + i < n ? in[first + i] : In();
    }
    element_vector<In, V> x;
    memcpy(x.words, elements, sizeof x.words);
    return x;
}

/* The inverse: nothing is written outside the array. */
template <class Out, int V>
__device__ __forceinline__ void scatter_inside(Out *out, const element_vector<Out, V> &y, int64_t first, int64_t n)
{
#pragma unroll
    for (int i = 0; i < V; i++) {
        if (first + i >= 0 && first + i < n) {
            out[first + i] = y.at(i);
        }
    }
}

} // namespace tcu

#endif /* TCUI_ELEMENT_VECTOR_CUH */
