/* SPDX-License-Identifier: Apache-2.0 */
/* Neighbouring elements as the words in which they are loaded: element i follows element i - 1, as in memory. */
#ifndef TCUI_STENCIL_BITS_CUH
#define TCUI_STENCIL_BITS_CUH

#include "element.cuh"

namespace tcu
{

template <class T, int N>
constexpr int words_of = (N * static_cast<int>(sizeof(T)) + 3) / 4;

/* N elements in registers; N * sizeof(T) is less than 4, or a multiple of 4. */
template <class T, int N>
struct element_bits {
    uint32_t words[words_of<T, N>];

    __device__ __forceinline__ T at(int i) const
    {
        if constexpr (sizeof(T) == 8) {
            return __longlong_as_double(
                static_cast<long long>(static_cast<uint64_t>(words[2 * i + 1]) << 32 | words[2 * i]));
        } else if constexpr (std::is_same_v<T, f32>) {
            return __uint_as_float(words[i]);
        } else if constexpr (std::is_same_v<T, f16>) {
            return __ushort_as_half(static_cast<unsigned short>(words[i / 2] >> 16 * (i % 2)));
        } else if constexpr (std::is_same_v<T, bf16>) {
            return __ushort_as_bfloat16(static_cast<unsigned short>(words[i / 2] >> 16 * (i % 2)));
        } else {
            return static_cast<u8>(words[i / 4] >> 8 * (i % 4));
        }
    }

    /* (From words that are 0.) */
    __device__ __forceinline__ void put(int i, T x)
    {
        if constexpr (sizeof(T) == 8) {
            const uint64_t bits = static_cast<uint64_t>(__double_as_longlong(x));
            words[2 * i] = static_cast<uint32_t>(bits);
            words[2 * i + 1] = static_cast<uint32_t>(bits >> 32);
        } else if constexpr (std::is_same_v<T, f32>) {
            words[i] = __float_as_uint(x);
        } else if constexpr (std::is_same_v<T, f16>) {
            words[i / 2] |= static_cast<uint32_t>(__half_as_ushort(x)) << 16 * (i % 2);
        } else if constexpr (std::is_same_v<T, bf16>) {
            words[i / 2] |= static_cast<uint32_t>(__bfloat16_as_ushort(x)) << 16 * (i % 2);
        } else {
            words[i / 4] |= static_cast<uint32_t>(x) << 8 * (i % 4);
        }
    }

    __device__ __forceinline__ void clear()
    {
#pragma unroll
        for (int w = 0; w < words_of<T, N>; w++) {
            words[w] = 0;
        }
    }
};

/* Words 4 v to 4 v + 3, as they are loaded. */
template <int N>
__device__ __forceinline__ void put_vector(uint32_t (&words)[N], int v, uint4 four)
{
    words[4 * v] = four.x;
    words[4 * v + 1] = four.y;
    words[4 * v + 2] = four.z;
    words[4 * v + 3] = four.w;
}

/* N elements at a multiple of their bytes, or of 16 where they are more. */
template <int N, class T>
__device__ __forceinline__ element_bits<T, N> load_bits(const T *from)
{
    constexpr int bytes = N * static_cast<int>(sizeof(T));
    element_bits<T, N> x;
    if constexpr (bytes == 1) {
        x.words[0] = __ldg(reinterpret_cast<const uint8_t *>(from));
    } else if constexpr (bytes == 2) {
        x.words[0] = __ldg(reinterpret_cast<const unsigned short *>(from));
    } else if constexpr (bytes == 4) {
        x.words[0] = __ldg(reinterpret_cast<const unsigned *>(from));
    } else if constexpr (bytes == 8) {
        const unsigned long long two = __ldg(reinterpret_cast<const unsigned long long *>(from));
        x.words[0] = static_cast<uint32_t>(two);
        x.words[1] = static_cast<uint32_t>(two >> 32);
    } else {
        static_assert(bytes % 16 == 0, "vectors of 16 bytes");
#pragma unroll
        for (int v = 0; v < bytes / 16; v++) {
            put_vector(x.words, v, __ldg(reinterpret_cast<const uint4 *>(from) + v));
        }
    }
    return x;
}

/* 16 bytes of elements. */
template <class T, int N>
__device__ __forceinline__ uint4 vector_of(const element_bits<T, N> &x, int v = 0)
{
    return make_uint4(x.words[4 * v], x.words[4 * v + 1], x.words[4 * v + 2], x.words[4 * v + 3]);
}

/* The inverse of load_bits(). */
template <int N, class T>
__device__ __forceinline__ void store_bits(T *to, const element_bits<T, N> &x)
{
    constexpr int bytes = N * static_cast<int>(sizeof(T));
    static_assert(bytes == 8 || bytes % 16 == 0, "vectors");
    if constexpr (bytes == 8) {
        *reinterpret_cast<unsigned long long *>(to) = static_cast<uint64_t>(x.words[1]) << 32 | x.words[0];
    } else {
#pragma unroll
        for (int v = 0; v < bytes / 16; v++) {
            reinterpret_cast<uint4 *>(to)[v] = vector_of(x, v);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_BITS_CUH */
