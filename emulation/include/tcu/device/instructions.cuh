/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In the place of the library's header of this path: D = A B + C by the definition. Where lanes hold the operands is
 * written here anew, after the PTX ISA, so that <tcu/device/layout.cuh> is tried too. How sums of reals are rounded is in
 * unit_sums.h.
 */
#ifndef TCU_DEVICE_INSTRUCTIONS_CUH
#define TCU_DEVICE_INSTRUCTIONS_CUH

#include <cmath>
#include <numeric>
#include <type_traits>

#include "emulated_cuda.h"
#include "tcu/device/unit_sums.h"

namespace emulated
{

/* The unit reads the upper 19 bits of an f32. */
struct tf32_operand {
    uint32_t bits;
    operator double() const { return static_cast<double>(from_bits<float>(bits & 0xffffe000u)); }
};

inline void count_product()
{
    if (watch != nullptr) {
        watch->product();
    }
}

/* d[r] = c[r] + sum over k of A[row of r][k] * B[k][column of r]; a register holds 4 / sizeof(A) neighbouring
 * elements. */
template <class A, class Sum, class B = A, class Acc>
void multiply_m16n8(Acc (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const Acc (&c)[4])
{
    static_assert(sizeof(A) == sizeof(B), "operands of one size");
    constexpr int per_register = 4 / static_cast<int>(sizeof(A)), depth = 8 * per_register;
    const lanes a_low(static_cast<uint64_t>(a[1]) << 32 | a[0], 50),
        a_high(static_cast<uint64_t>(a[3]) << 32 | a[2], 51);
    const lanes b_both(static_cast<uint64_t>(b[1]) << 32 | b[0], 52);
    const auto bits_at = [](uint64_t pair, int half, int place) {
        return pair >> (32 * half + 8 * static_cast<int>(sizeof(A)) * place);
    };
    const int group = own_lane() / 4, column_pair = own_lane() % 4;
    for (int r = 0; r < 4; r++) {
        const int row = group + 8 * (r / 2), column = 2 * column_pair + r % 2;
        Sum products[depth];
        for (int k = 0; k < depth; k++) {
            const int half = k / (depth / 2), lane_of_k = k % (depth / 2) / per_register, place = k % per_register;
            const lanes &of_a = half == 0 ? a_low : a_high;
            products[k] = static_cast<Sum>(from_bits<A>(bits_at(of_a.bits[row % 8 * 4 + lane_of_k], row / 8, place))) *
                          static_cast<Sum>(from_bits<B>(bits_at(b_both.bits[column * 4 + lane_of_k], half, place)));
        }
        if constexpr (std::is_same_v<Sum, double>) {
            d[r] = unit_sum(c[r], products);
        } else {
            d[r] = static_cast<Acc>(std::accumulate(products, products + depth, static_cast<Sum>(c[r])));
        }
    }
    count_product();
}

/* Half as deep: the lower half of the deeper product, whose other half is 0. */
template <class A, class Sum, class B = A, class Acc>
void multiply_half_m16n8(Acc (&d)[4], const uint32_t (&a)[2], uint32_t b, const Acc (&c)[4])
{
    multiply_m16n8<A, Sum, B>(d, {a[0], a[1], 0, 0}, {b, 0}, c);
}

} // namespace emulated

namespace tcu
{
namespace device
{

inline void mma_m16n8k16_f16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const float (&c)[4])
{
    emulated::multiply_m16n8<__half, double>(d, a, b, c);
}

inline void mma_m16n8k16_bf16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const float (&c)[4])
{
    emulated::multiply_m16n8<__nv_bfloat16, double>(d, a, b, c);
}

inline void mma_m16n8k8_f16(float (&d)[4], const uint32_t (&a)[2], uint32_t b, const float (&c)[4])
{
    emulated::multiply_half_m16n8<__half, double>(d, a, b, c);
}

inline void mma_m16n8k8_bf16(float (&d)[4], const uint32_t (&a)[2], uint32_t b, const float (&c)[4])
{
    emulated::multiply_half_m16n8<__nv_bfloat16, double>(d, a, b, c);
}

inline void mma_m16n8k8_tf32(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const float (&c)[4])
{
    emulated::multiply_m16n8<emulated::tf32_operand, double>(d, a, b, c);
}

inline void mma_m16n8k4_tf32(float (&d)[4], const uint32_t (&a)[2], uint32_t b, const float (&c)[4])
{
    emulated::multiply_half_m16n8<emulated::tf32_operand, double>(d, a, b, c);
}

inline void mma_m16n8k32_s8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const int32_t (&c)[4])
{
    emulated::multiply_m16n8<int8_t, int64_t>(d, a, b, c);
}

inline void mma_m16n8k32_u8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const int32_t (&c)[4])
{
    emulated::multiply_m16n8<uint8_t, int64_t>(d, a, b, c);
}

inline void mma_m16n8k32_u8_s8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const int32_t (&c)[4])
{
    emulated::multiply_m16n8<uint8_t, int64_t, int8_t>(d, a, b, c);
}

inline void mma_m16n8k32_s8_u8(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], const int32_t (&c)[4])
{
    emulated::multiply_m16n8<int8_t, int64_t, uint8_t>(d, a, b, c);
}

inline void mma_m16n8k16_s8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b, const int32_t (&c)[4])
{
    emulated::multiply_half_m16n8<int8_t, int64_t>(d, a, b, c);
}

inline void mma_m16n8k16_u8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b, const int32_t (&c)[4])
{
    emulated::multiply_half_m16n8<uint8_t, int64_t>(d, a, b, c);
}

inline void mma_m16n8k16_u8_s8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b, const int32_t (&c)[4])
{
    emulated::multiply_half_m16n8<uint8_t, int64_t, int8_t>(d, a, b, c);
}

inline void mma_m16n8k16_s8_u8(int32_t (&d)[4], const uint32_t (&a)[2], uint32_t b, const int32_t (&c)[4])
{
    emulated::multiply_half_m16n8<int8_t, int64_t, uint8_t>(d, a, b, c);
}

/* 32 neighbouring bits a register. */
inline void mma_m16n8k256_b1_and_popc(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                      const int32_t (&c)[4])
{
    const emulated::lanes a_low(static_cast<uint64_t>(a[1]) << 32 | a[0], 53),
        a_high(static_cast<uint64_t>(a[3]) << 32 | a[2], 54);
    const emulated::lanes b_both(static_cast<uint64_t>(b[1]) << 32 | b[0], 55);
    const auto word = [](uint64_t pair, int half) { return static_cast<uint32_t>(pair >> (32 * half)); };
    for (int r = 0; r < 4; r++) {
        const int row = emulated::own_lane() / 4 + 8 * (r / 2), column = 2 * (emulated::own_lane() % 4) + r % 2;
        int32_t sum = c[r];
        for (int t = 0; t < 4; t++) {
            sum += __popc(word(a_low.bits[row % 8 * 4 + t], row / 8) & word(b_both.bits[column * 4 + t], 0));
            sum += __popc(word(a_high.bits[row % 8 * 4 + t], row / 8) & word(b_both.bits[column * 4 + t], 1));
        }
        d[r] = sum;
    }
    emulated::count_product();
}

/* A chain of fused multiply-adds; lane 4 g + t holds A[g][t], B[t][g] and row g, columns 2 t and 2 t + 1 of C and D. */
inline void mma_m8n8k4_f64(double (&d)[2], double a, double b, const double (&c)[2])
{
    const emulated::lanes all_a(emulated::to_bits(a), 56), all_b(emulated::to_bits(b), 57);
    const int row = emulated::own_lane() / 4;
    for (int i = 0; i < 2; i++) {
        double sum = c[i];
        for (int k = 0; k < 4; k++) {
            sum = std::fma(emulated::from_bits<double>(all_a.bits[4 * row + k]),
                           emulated::from_bits<double>(all_b.bits[4 * (2 * (emulated::own_lane() % 4) + i) + k]), sum);
        }
        d[i] = sum;
    }
    emulated::count_product();
}

/* The same in the order of k. Lane 4 g + t holds of A rows g (even registers) and g + 8 (odd ones), columns t, t + 4,
 * ..., of B rows t, t + 4, ... and column g. */
inline void mma_m16n8k16_f64(double (&d)[4], const double (&a)[8], const double (&b)[4], const double (&c)[4])
{
    uint64_t of_a[8][emulated::warp_lanes], of_b[4][emulated::warp_lanes];
    for (int r = 0; r < 8; r++) {
        std::memcpy(of_a[r], emulated::lanes(emulated::to_bits(a[r]), 58 + r).bits, sizeof of_a[r]);
    }
    for (int r = 0; r < 4; r++) {
        std::memcpy(of_b[r], emulated::lanes(emulated::to_bits(b[r]), 66 + r).bits, sizeof of_b[r]);
    }
    for (int i = 0; i < 4; i++) {
        const int row = emulated::own_lane() / 4 + 8 * (i / 2), column = 2 * (emulated::own_lane() % 4) + i % 2;
        double sum = c[i];
        for (int k = 0; k < 16; k++) {
            const double a_k = emulated::from_bits<double>(of_a[k / 4 * 2 + row / 8][row % 8 * 4 + k % 4]);
            sum = std::fma(a_k, emulated::from_bits<double>(of_b[k / 4][column * 4 + k % 4]), sum);
        }
        d[i] = sum;
    }
    emulated::count_product();
}

inline int computed_here(int x)
{
    return x;
}

inline int lane_index()
{
    return emulated::own_lane();
}

/* (Adding half of the last place's unit to the magnitude carries into the exponent, up to infinity.) */
inline uint32_t tf32_bits(float x)
{
    const uint32_t bits = __float_as_uint(x);
    return x != x ? bits | 0x00400000u : std::isinf(x) ? bits : (bits + 0x1000u) & 0xffffe000u;
}

inline uint32_t pack_f16(float first, float second)
{
    return __half_as_ushort(__float2half_rn(first)) | static_cast<uint32_t>(__half_as_ushort(__float2half_rn(second)))
                                                          << 16;
}

inline uint32_t pack_bf16(float first, float second)
{
    return __bfloat16_as_ushort(__float2bfloat16_rn(first)) |
           static_cast<uint32_t>(__bfloat16_as_ushort(__float2bfloat16_rn(second))) << 16;
}

/* NaN as PTX makes it, and -0 before +0. */
template <class Number>
Number min_nan(Number a, Number b)
{
    return a != a || b != b ? std::numeric_limits<Number>::quiet_NaN() : a < b || (a == b && std::signbit(a)) ? a : b;
}

template <class Number>
Number max_nan(Number a, Number b)
{
    return a != a || b != b ? std::numeric_limits<Number>::quiet_NaN() : a > b || (a == b && !std::signbit(a)) ? a : b;
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_INSTRUCTIONS_CUH */
