/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file registers.cuh
 * A matrix in the registers of a warp, and what is done to its elements where they are (Ootomo
 * and Yokota, "An extension of the WMMA API by the structure of fragments", 2020). Included by
 * <tcu/device/fragment.cuh>.
 *
 * Each lane works on its own elements and nothing is exchanged, so lanes need not come together: a lane may call these
 * functions alone. No shared memory, no barriers; results are the same from run to run.
 */
#ifndef TCU_DEVICE_FRAGMENT_REGISTERS_CUH
#define TCU_DEVICE_FRAGMENT_REGISTERS_CUH

#include <tcu/device/layout.cuh>
#include <tcu/device/types.cuh>

namespace tcu
{
namespace device
{

/**
 * This lane's part of a matrix of use U in products of Shape. T: of operands f16, bf16, tf32, f64, s8, u8 or b1; of
 * accumulators float, double or int32_t. `x` are the registers, as products take them (instructions.cuh); layout.cuh
 * says which elements they hold. A fragment that was only defined holds nothing: fill it, load it, or make it by a
 * product.
 */
template <use U, class Shape, class T>
struct fragment {
    static_assert(std::is_same_v<T, f64> ||
                      (std::is_same_v<T, f32> || std::is_same_v<T, s32>) == (U == use::accumulator),
                  "operands are of f16, bf16, tf32, f64, s8, u8 or b1, accumulators of float, double or int32_t");
    using map = fragment_layout<U, Shape, element<T>::bits>; /**< Which elements the registers hold. */
    using value = typename element<T>::value;                /**< An element as callers see it. */
    static constexpr int rows = map::rows;                   /**< Of the whole matrix. */
    static constexpr int columns = map::columns;             /**< Of the whole matrix. */
    static constexpr int packed = map::packed;               /**< Elements in a register. */
    static constexpr int registers = map::registers;         /**< Of a lane. */
    static constexpr int elements = map::elements;           /**< Of a lane. */

    typename element<T>::register_type x[registers]; /**< As products take them (instructions.cuh). */

    /** @return the lane's element `index` < elements: the one at `index` mod `packed` of register `index` / `packed`.
     * */
    __device__ __forceinline__ value get(int index) const
    {
        if constexpr (packed == 1) {
            return element<T>::from_register(x[index]);
        } else {
            return element<T>::from_register(x[index / packed] >> (element<T>::bits * (index % packed)));
        }
    }

    /** @return where in the matrix the calling lane's element `index` is. */
    static __device__ __forceinline__ position at(int index) { return map::at(lane_index(), index); }
};

/**
 * The lane's element number `index` becomes make(index), an element's value, or a number (types.cuh) that is converted to
 * the type's `number` and then rounded to T (a double for f16 so is rounded twice); for each index from 0 on, once.
 */
template <use U, class Shape, class T, class Make>
__device__ __forceinline__ void assign(fragment<U, Shape, T> &f, Make make)
{
    using F = fragment<U, Shape, T>;
    using number = typename element<T>::number;
    constexpr bool makes_values = std::is_same_v<decltype(make(0)), typename F::value>;
    const auto in_register = [&](int index) {
        if constexpr (makes_values) {
            return element<T>::to_register(make(index));
        } else {
            return element<T>::to_register(element<T>::from_number(static_cast<number>(make(index))));
        }
    };
#pragma unroll
    for (int r = 0; r < F::registers; r++) {
        if constexpr (F::packed == 1) {
            f.x[r] = in_register(r);
        } else if constexpr (F::packed == 2 && !makes_values) {
            const number first = static_cast<number>(make(2 * r));
            f.x[r] = element<T>::pack(first, static_cast<number>(make(2 * r + 1)));
        } else {
            uint32_t word = 0;
#pragma unroll
            for (int j = 0; j < F::packed; j++) {
                word |= in_register(F::packed * r + j) << (element<T>::bits * j);
            }
            f.x[r] = word;
        }
    }
}

/** The matrix whose element in row i and column j is op(i, j), an element's value or a number; once for each element. */
template <use U, class Shape, class T, class Op>
__device__ __forceinline__ void load_matrix_with(fragment<U, Shape, T> &f, Op op)
{
    assign(f, [&](int index) {
        const position at = f.at(index);
        return op(at.row, at.column);
    });
}

/** All elements become `number`, rounded to T. */
template <use U, class Shape, class T>
__device__ __forceinline__ void fill(fragment<U, Shape, T> &f, typename element<T>::number number)
{
    assign(f, [&](int) { return number; });
}

/** Calls op(i, j, element) for each element of the lane, at row i and column j. `element` is a reference to the
 * element's value (types.cuh), which `op` may change; of tf32 what `op` leaves is rounded. */
template <use U, class Shape, class T, class Op>
__device__ __forceinline__ void foreach_ij(fragment<U, Shape, T> &f, Op op)
{
    const fragment<U, Shape, T> before = f;
    assign(f, [&](int index) {
        const position at = f.at(index);
        typename element<T>::value value = before.get(index);
        op(at.row, at.column, value);
        return value;
    });
}

/** The same without its place: op(element). */
template <use U, class Shape, class T, class Op>
__device__ __forceinline__ void foreach(fragment<U, Shape, T> &f, Op op)
{
    const fragment<U, Shape, T> before = f;
    assign(f, [&](int index) {
        typename element<T>::value value = before.get(index);
        op(value);
        return value;
    });
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_FRAGMENT_REGISTERS_CUH */
