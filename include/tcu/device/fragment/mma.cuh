/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mma.cuh
 * Products of fragments by one name: the shape and types choose the instruction. Included by <tcu/device/fragment.cuh>.
 */
#ifndef TCU_DEVICE_FRAGMENT_MMA_CUH
#define TCU_DEVICE_FRAGMENT_MMA_CUH

#include <tcu/device/fragment/registers.cuh>

namespace tcu
{
namespace device
{

namespace detail
{

template <class A, class B, class T>
constexpr bool are_both = std::is_same_v<A, T> && std::is_same_v<B, T>;

template <class A, class B>
constexpr bool are_bytes =
    (std::is_same_v<A, s8> || std::is_same_v<A, u8>)&&(std::is_same_v<B, s8> || std::is_same_v<B, u8>);

/* There is no product: only named where the compiler is to refuse it. */
template <class...>
constexpr bool no_such_product = false;

} // namespace detail

/**
 * D = A B + C by the matrix unit, with rounding as instructions.cuh says. All 32 lanes of the warp call it together;
 * d may be c. One instruction, but for f64 16 x 8 x 16 before sm_90. Types of A and B:
 *
 *     shape      types                     C and D
 *     m16n8k4    tf32                      float
 *     m16n8k8    f16, bf16, tf32           float
 *     m16n8k16   f16, bf16                 float
 *     m16n8k16   s8, u8, in any pair       int32_t
 *     m16n8k16   f64                       double
 *     m16n8k32   s8, u8, in any pair       int32_t
 *     m16n8k256  b1                        int32_t: the ones of the row of A and the column of B in the same places
 *     m8n8k4     f64                       double
 */
template <class Shape, class A, class B, class Sum>
__device__ __forceinline__ void mma(fragment<use::accumulator, Shape, Sum> &d, const fragment<use::a, Shape, A> &a,
                                    const fragment<use::b, Shape, B> &b,
                                    const fragment<use::accumulator, Shape, Sum> &c)
{
    static_assert(detail::are_both<A, B, A> || detail::are_bytes<A, B>, "A and B are of one type, or s8 and u8");
    static_assert(std::is_same_v<Sum, product_sum<A>>,
                  "sums of f16, bf16 and tf32 are float, of f64 double, of s8, u8 and b1 int32_t");
    constexpr int k = Shape::k;
    if constexpr (detail::are_both<A, B, f16> && k == 16) {
        mma_m16n8k16_f16(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, f16> && k == 8) {
        mma_m16n8k8_f16(d.x, a.x, b.x[0], c.x);
    } else if constexpr (detail::are_both<A, B, bf16> && k == 16) {
        mma_m16n8k16_bf16(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, bf16> && k == 8) {
        mma_m16n8k8_bf16(d.x, a.x, b.x[0], c.x);
    } else if constexpr (detail::are_both<A, B, tf32> && k == 8) {
        mma_m16n8k8_tf32(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, tf32> && k == 4) {
        mma_m16n8k4_tf32(d.x, a.x, b.x[0], c.x);
    } else if constexpr (detail::are_both<A, B, s8> && k == 32) {
        mma_m16n8k32_s8(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, u8> && k == 32) {
        mma_m16n8k32_u8(d.x, a.x, b.x, c.x);
    } else if constexpr (std::is_same_v<A, u8> && std::is_same_v<B, s8> && k == 32) {
        mma_m16n8k32_u8_s8(d.x, a.x, b.x, c.x);
    } else if constexpr (std::is_same_v<A, s8> && std::is_same_v<B, u8> && k == 32) {
        mma_m16n8k32_s8_u8(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, s8> && k == 16) {
        mma_m16n8k16_s8(d.x, a.x, b.x[0], c.x);
    } else if constexpr (detail::are_both<A, B, u8> && k == 16) {
        mma_m16n8k16_u8(d.x, a.x, b.x[0], c.x);
    } else if constexpr (std::is_same_v<A, u8> && std::is_same_v<B, s8> && k == 16) {
        mma_m16n8k16_u8_s8(d.x, a.x, b.x[0], c.x);
    } else if constexpr (std::is_same_v<A, s8> && std::is_same_v<B, u8> && k == 16) {
        mma_m16n8k16_s8_u8(d.x, a.x, b.x[0], c.x);
    } else if constexpr (detail::are_both<A, B, b1> && k == 256) {
        mma_m16n8k256_b1_and_popc(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, f64> && k == 16) {
        mma_m16n8k16_f64(d.x, a.x, b.x, c.x);
    } else if constexpr (detail::are_both<A, B, f64> && k == 4) {
        mma_m8n8k4_f64(d.x, a.x[0], b.x[0], c.x);
    } else {
        static_assert(detail::no_such_product<Shape, A, B>, "there is no product of this shape and these types");
    }
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_FRAGMENT_MMA_CUH */
