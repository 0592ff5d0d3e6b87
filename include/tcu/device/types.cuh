/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types.cuh
 * The types of elements of matrices on the matrix unit, and of the sums that it forms:
 *
 *     type  bits  sums     in memory                  as a number
 *     f16   16    float    __half                     float
 *     bf16  16    float    __nv_bfloat16              float
 *     tf32  32    float    float, rounded when loaded  float
 *     f64   64    double   double                     double
 *     s8    8     int32_t  int8_t                     int32_t, wrapping modulo 2^8
 *     u8    8     int32_t  uint8_t                    int32_t, wrapping modulo 2^8
 *     b1    1     int32_t  words of 32 bits           bool
 *
 * float, double and int32_t are types of accumulators themselves.
 */
#ifndef TCU_DEVICE_TYPES_CUH
#define TCU_DEVICE_TYPES_CUH

#if __cplusplus < 201703L && !defined(_MSVC_LANG)
#error "the headers of tcu/device need C++17: compile with -std=c++17"
#endif

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

#include <tcu/device/instructions.cuh>

namespace tcu
{
namespace device
{

using f16 = __half;         /**< IEEE 754 binary16: 5 bits of exponent, 10 of fraction. */
using bf16 = __nv_bfloat16; /**< The upper half of an f32: 8 bits of exponent, 7 of fraction. */
using f32 = float;          /**< IEEE 754 binary32. */
using f64 = double;         /**< IEEE 754 binary64. */
using s8 = int8_t;          /**< Signed integers of 8 bits. */
using u8 = uint8_t;         /**< Unsigned integers of 8 bits. */
using s32 = int32_t;        /**< Signed integers of 32 bits. */
using u32 = uint32_t;       /**< Unsigned integers of 32 bits. */

/** f32 with 8 bits of exponent and 10 of fraction; values are floats of which the lower 13 bits are 0. */
struct tf32 {
};

/** A single bit. */
struct b1 {
};

/**
 * What fragments need to know of a type T. An element is handled as a `value`, which is what callers see, or made
 * from a `number`; `register_type` holds it in its lower bits, with its neighbours above where bits < 32. `pack`,
 * where there is one, makes a register of two numbers by one instruction. This one is of accumulators and f64: a
 * register is an element.
 */
template <class T>
struct element {
    static_assert(std::is_same_v<T, f32> || std::is_same_v<T, f64> || std::is_same_v<T, s32>,
                  "elements of fragments are f16, bf16, tf32, f64, s8, u8 and b1, sums f32, f64 and s32");
    static constexpr int bits = 8 * sizeof(T);
    using value = T;  /**< an element by itself */
    using number = T; /**< what elements are made from */
    using memory = T; /**< what arrays of elements consist of */
    using register_type = T;

    static __device__ __forceinline__ T from_number(T x) { return x; }
    static __device__ __forceinline__ T to_number(T x) { return x; }
    static __device__ __forceinline__ T to_register(T x) { return x; }
    static __device__ __forceinline__ T from_register(T x) { return x; }
};

template <>
struct element<f16> {
    static constexpr int bits = 16;
    using value = f16;
    using number = float;
    using memory = f16;
    using register_type = uint32_t;

    static __device__ __forceinline__ f16 from_number(float x) { return __float2half_rn(x); }
    static __device__ __forceinline__ float to_number(f16 x) { return __half2float(x); }
    static __device__ __forceinline__ uint32_t to_register(f16 x) { return __half_as_ushort(x); }
    static __device__ __forceinline__ f16 from_register(uint32_t x)
    {
        return __ushort_as_half(static_cast<uint16_t>(x));
    }
    static __device__ __forceinline__ uint32_t pack(float first, float second) { return pack_f16(first, second); }
};

template <>
struct element<bf16> {
    static constexpr int bits = 16;
    using value = bf16;
    using number = float;
    using memory = bf16;
    using register_type = uint32_t;

    static __device__ __forceinline__ bf16 from_number(float x) { return __float2bfloat16_rn(x); }
    static __device__ __forceinline__ float to_number(bf16 x) { return __bfloat162float(x); }
    static __device__ __forceinline__ uint32_t to_register(bf16 x) { return __bfloat16_as_ushort(x); }
    static __device__ __forceinline__ bf16 from_register(uint32_t x)
    {
        return __ushort_as_bfloat16(static_cast<uint16_t>(x));
    }
    static __device__ __forceinline__ uint32_t pack(float first, float second) { return pack_bf16(first, second); }
};

template <>
struct element<tf32> {
    static constexpr int bits = 32;
    using value = float;
    using number = float;
    using memory = float;
    using register_type = uint32_t;

    static __device__ __forceinline__ float from_number(float x) { return x; }
    static __device__ __forceinline__ float to_number(float x) { return x; }
    static __device__ __forceinline__ uint32_t to_register(float x) { return tf32_bits(x); }
    static __device__ __forceinline__ float from_register(uint32_t x) { return __uint_as_float(x); }
};

template <>
struct element<s8> {
    static constexpr int bits = 8;
    using value = s8;
    using number = int32_t;
    using memory = s8;
    using register_type = uint32_t;

    static __device__ __forceinline__ s8 from_number(int32_t x) { return static_cast<s8>(x); }
    static __device__ __forceinline__ int32_t to_number(s8 x) { return x; }
    static __device__ __forceinline__ uint32_t to_register(s8 x) { return static_cast<uint8_t>(x); }
    static __device__ __forceinline__ s8 from_register(uint32_t x) { return static_cast<s8>(x); }
};

template <>
struct element<u8> {
    static constexpr int bits = 8;
    using value = u8;
    using number = int32_t;
    using memory = u8;
    using register_type = uint32_t;

    static __device__ __forceinline__ u8 from_number(int32_t x) { return static_cast<u8>(x); }
    static __device__ __forceinline__ int32_t to_number(u8 x) { return x; }
    static __device__ __forceinline__ uint32_t to_register(u8 x) { return x; }
    static __device__ __forceinline__ u8 from_register(uint32_t x) { return static_cast<u8>(x); }
};

template <>
struct element<b1> {
    static constexpr int bits = 1;
    using value = bool;
    using number = bool;
    using memory = uint32_t;
    using register_type = uint32_t;

    static __device__ __forceinline__ bool from_number(bool x) { return x; }
    static __device__ __forceinline__ bool to_number(bool x) { return x; }
    static __device__ __forceinline__ uint32_t to_register(bool x) { return x ? 1u : 0u; }
    static __device__ __forceinline__ bool from_register(uint32_t x) { return (x & 1u) != 0; }
};

/** The type of C and D in products with operands of T. */
template <class T>
using product_sum = std::conditional_t<
    std::is_same_v<T, f64>, double,
    std::conditional_t<std::is_same_v<T, f16> || std::is_same_v<T, bf16> || std::is_same_v<T, tf32>, float, int32_t>>;

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_TYPES_CUH */
