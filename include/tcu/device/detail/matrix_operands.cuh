/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements as operands of the matrix unit: `operands<T>` of 8- and 16-bit elements, which products take as they are, packed
 * four or two to a 32-bit register ("word"). multiply() adds to d the product of one or two words a row: a word of lane
 * 4 g + t is, in A, part of row g (the first and third) or g + 8, in B part of column g, and which k it has is the same in
 * both (tcu/device/layout.cuh), so that any order of words is right as long as A and B agree.
 *
 * A float is the sum of three bf16, each the upper 16 bits of what is left. Nothing is lost: 3 x 8 bits are its 24.
 */
#ifndef TCU_DEVICE_DETAIL_MATRIX_OPERANDS_CUH
#define TCU_DEVICE_DETAIL_MATRIX_OPERANDS_CUH

#include <tcu/device/collective_types.cuh>
#include <tcu/device/instructions.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

template <class T>
struct operands {
    static constexpr bool packs = false;
};

template <>
struct operands<__half> {
    static constexpr bool packs = true;
    static constexpr int packed = 2;
    static constexpr uint32_t ones = 0x3c003c00u;
    using sum = float;

    __device__ __forceinline__ static uint32_t bits(__half x) { return __half_as_ushort(x); }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
    {
        mma_m16n8k16_f16(d, a, b, d);
    }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[2], uint32_t b)
    {
        mma_m16n8k8_f16(d, a, b, d);
    }
};

template <>
struct operands<__nv_bfloat16> {
    static constexpr bool packs = true;
    static constexpr int packed = 2;
    static constexpr uint32_t ones = 0x3f803f80u;
    using sum = float;

    __device__ __forceinline__ static uint32_t bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
    {
        mma_m16n8k16_bf16(d, a, b, d);
    }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[2], uint32_t b)
    {
        mma_m16n8k8_bf16(d, a, b, d);
    }
};

template <>
struct operands<int8_t> {
    static constexpr bool packs = true;
    static constexpr int packed = 4;
    static constexpr uint32_t ones = 0x01010101u;
    using sum = int32_t;

    __device__ __forceinline__ static uint32_t bits(int8_t x) { return static_cast<uint8_t>(x); }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
    {
        mma_m16n8k32_s8(d, a, b, d);
    }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[2], uint32_t b)
    {
        mma_m16n8k16_s8(d, a, b, d);
    }
};

template <>
struct operands<uint8_t> {
    static constexpr bool packs = true;
    static constexpr int packed = 4;
    static constexpr uint32_t ones = 0x01010101u;
    using sum = int32_t;

    __device__ __forceinline__ static uint32_t bits(uint8_t x) { return x; }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
    {
        mma_m16n8k32_u8(d, a, b, d);
    }
    __device__ __forceinline__ static void multiply(sum (&d)[4], const uint32_t (&a)[2], uint32_t b)
    {
        mma_m16n8k16_u8(d, a, b, d);
    }
};

/* Items of a lane in words, in order; what no item fills is 0. */
template <class T, int Items>
struct item_words {
    static constexpr int packed = operands<T>::packed, count = (Items + packed - 1) / packed;
    uint32_t word[count];

    __device__ __forceinline__ explicit item_words(const T (&x)[Items])
    {
#pragma unroll
        for (int w = 0; w < count; w++) {
            word[w] = 0;
#pragma unroll
            for (int j = 0; j < packed && w * packed + j < Items; j++) {
                word[w] |= operands<T>::bits(x[w * packed + j]) << (32 / packed * j);
            }
        }
    }
};

/* The words whose elements add up to x. */
struct float_words {
    uint32_t word[2];

    __device__ __forceinline__ explicit float_words(float x)
    {
        constexpr uint32_t upper = 0xffff0000u;
        const uint32_t first = __float_as_uint(x) & upper;
        const float rest = x - __uint_as_float(first);
        const uint32_t second = __float_as_uint(rest) & upper;
        const uint32_t third = __float_as_uint(rest - __uint_as_float(second));
        word[0] = first >> 16 | second;
        word[1] = third >> 16;
    }
};

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_DETAIL_MATRIX_OPERANDS_CUH */
