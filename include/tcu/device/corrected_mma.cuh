/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file corrected_mma.cuh
 * Products of f32 matrices on the matrix unit, of f32 accuracy, from operands of f16 or tf32
 * (Ootomo and Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical
 * peak performance", 2022).
 *
 * Each f32 element x is split into x = high + low / 2^11: high is x rounded to T, and low the rest, times 2^11,
 * rounded to T. (Without the factor the rest would be denormal in f16.) Both have 11 significant bits. Then
 *
 *     A B  =  A_high B_high + (A_low B_high + A_high B_low) / 2^11  +  A_low B_low / 2^22
 *
 * of which the last product is left out. The unit rounds sums towards zero, an error that grows with the length of a
 * chain of accumulation; so the product of the high parts begins with C = 0, and is added to C by f32 additions,
 * which round to nearest.
 */
#ifndef TCU_DEVICE_CORRECTED_MMA_CUH
#define TCU_DEVICE_CORRECTED_MMA_CUH

#include <cstddef>

#include <tcu/device/fragment.cuh>
#include <tcu/device/fragment/memory.cuh>

namespace tcu
{
namespace device
{

/** An operand, split. T: f16, or tf32. */
template <use U, class Shape, class T>
struct corrected_fragment {
    static_assert(std::is_same_v<T, f16> || std::is_same_v<T, tf32>, "f32 elements are split into f16 or tf32 parts");
    static_assert(U != use::accumulator, "accumulators are f32 and are not split");
    fragment<U, Shape, T> high; /**< The elements, rounded to T. */
    fragment<U, Shape, T> low;  /**< What that left of them, times 2^11, rounded to T. */
};

/** What the rests are multiplied with: 2^11, as the parts have 11 significant bits. */
constexpr float corrected_scale = 2048;

/** The lane's element `index` becomes make(index), a float, split; as assign() of fragments. A lane may call it alone. */
template <use U, class Shape, class T, class Make>
__device__ __forceinline__ void assign(corrected_fragment<U, Shape, T> &f, Make make)
{
    float x[fragment<U, Shape, T>::elements];
    assign(f.high, [&](int index) { return x[index] = make(index); });
    assign(f.low, [&](int index) { return (x[index] - element<T>::to_number(f.high.get(index))) * corrected_scale; });
}

/** The f32 matrix whose element in row i and column j is op(i, j). */
template <use U, class Shape, class T, class Op>
__device__ __forceinline__ void load_matrix_with(corrected_fragment<U, Shape, T> &f, Op op)
{
    assign(f, [&](int index) {
        const position at = f.high.at(index);
        return static_cast<float>(op(at.row, at.column));
    });
}

/** The f32 matrix at `from`, as load_matrix() of fragments. */
template <order O, use U, class Shape, class T>
__device__ __forceinline__ void load_matrix(corrected_fragment<U, Shape, T> &f, const float *from, ptrdiff_t stride)
{
    assign(f, [&](int index) { return from[detail::offset<O>(f.high.at(index), stride)]; });
}

/**
 * D = A B + C, by three products. All 32 lanes of the warp call it together; d may be c. The same bits from run to
 * run on one architecture.
 *
 * **Error.** For finite operands, and sums that do not overflow, each element of D has, with S = sum over k of
 * |a_k b_k| and K = Shape::k,
 *
 *     |D - (A B + C)|  <=  2^-24 |D|  +  (K + 16) 2^-24 S  +  E
 *
 * of which 8 * 2^-24 S come from the split, at most K + 7 from the unit, and 1 from adding its products. That is the
 * worst case; typical errors of one product are about 2^-25 S. E is what small elements lose, that T has too few
 * exponents for:
 *
 *     f16    E = sum over k of (2^-35 (|a_k| + |b_k|) + 2^-50)
 *     tf32   E = sum over k of (2^-126 (|a_k| + |b_k|) + 2^-126)
 *
 * so with f16, scale operands such that large elements are near 1: elements from 2^-14 to 65504 keep 23 bits, smaller
 * ones fewer. With f16, elements of magnitude 65520 and more are beyond its range: all elements of D are NaN in their
 * row of A or column of B. So it is with both types where an element is infinite or NaN, and with tf32 where it
 * rounds to infinity (from 2^128 - 2^116 on). Nothing is ever silently finite and wrong.
 */
template <class Shape, class T>
__device__ __forceinline__ void
corrected_mma(fragment<use::accumulator, Shape, float> &d, const corrected_fragment<use::a, Shape, T> &a,
              const corrected_fragment<use::b, Shape, T> &b, const fragment<use::accumulator, Shape, float> &c)
{
    fragment<use::accumulator, Shape, float> zero, correction, product;
    fill(zero, 0.0f);
    mma(correction, a.low, b.high, zero);
    mma(correction, a.high, b.low, correction);
    mma(product, a.high, b.high, zero);
#pragma unroll
    for (int r = 0; r < product.registers; r++) {
        d.x[r] = c.x[r] + fmaf(correction.x[r], 1 / corrected_scale, product.x[r]);
    }
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_CORRECTED_MMA_CUH */
