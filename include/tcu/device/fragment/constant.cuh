/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file constant.cuh
 * Constant matrices, made in registers: no memory is read (Ootomo and Yokota, 2020:
 * make_identity). Triangles of ones turn a product into prefix sums of rows or columns (Dakkak et al., "Accelerating
 * Reduction and Scan Using Tensor Core Units", ICS 2019): with U the upper triangle, row i of A U holds the prefix
 * sums of row i of A; L A, with L the strict lower one, for each column the sums of the rows before. Included by
 * <tcu/device/fragment.cuh>.
 *
 * Matrices may be rectangular: the diagonal are the elements of which row and column are equal. A lane may call these
 * functions alone.
 */
#ifndef TCU_DEVICE_FRAGMENT_CONSTANT_CUH
#define TCU_DEVICE_FRAGMENT_CONSTANT_CUH

#include <tcu/device/fragment/registers.cuh>

namespace tcu
{
namespace device
{

/** Where a triangular matrix is not 0: row <= column, row < column, row >= column, row > column. */
enum class triangle { upper, strict_upper, lower, strict_lower };

/** @return whether (row, column) is in the triangle. */
template <triangle Triangle>
__device__ __forceinline__ constexpr bool is_inside(int row, int column)
{
    return Triangle == triangle::upper          ? row <= column
           : Triangle == triangle::strict_upper ? row < column
           : Triangle == triangle::lower        ? row >= column
                                                : row > column;
}

/** alpha I: `alpha` on the diagonal, rounded to T, and 0 elsewhere. */
template <use U, class Shape, class T>
__device__ __forceinline__ void make_identity(fragment<U, Shape, T> &f,
                                              typename element<T>::number alpha = typename element<T>::number(1))
{
    using number = typename element<T>::number;
    load_matrix_with(f, [&](int i, int j) { return i == j ? alpha : number(0); });
}

/** F becomes F + alpha I: each element of the diagonal is added as a number (types.cuh: f16 and bf16 as floats) and
 * rounded to T once; integers wrap. All other elements keep their bits. */
template <use U, class Shape, class T>
__device__ __forceinline__ void add_identity(fragment<U, Shape, T> &f,
                                             typename element<T>::number alpha = typename element<T>::number(1))
{
    static_assert(!std::is_same_v<T, b1>, "single bits have no sums");
    using number = typename element<T>::number;
    foreach_ij(f, [&](int i, int j, typename element<T>::value &x) {
        if (i == j) {
            if constexpr (std::is_integral_v<number>) {
                x = element<T>::from_number(static_cast<number>(static_cast<uint32_t>(element<T>::to_number(x)) +
                                                                static_cast<uint32_t>(alpha)));
            } else {
                x = element<T>::from_number(element<T>::to_number(x) + alpha);
            }
        }
    });
}

/** The triangular matrix of `entries`: a number, which all its elements are, or a function of which entries(i, j) is
 * the one in row i and column j, called for elements of the triangle alone. 0 elsewhere. */
template <triangle Triangle, use U, class Shape, class T, class Entries = typename element<T>::number>
__device__ __forceinline__ void make_triangular(fragment<U, Shape, T> &f, Entries entries = Entries(1))
{
    using number = typename element<T>::number;
    load_matrix_with(f, [&](int i, int j) {
        if constexpr (!std::is_invocable_v<Entries, int, int>) {
            return is_inside<Triangle>(i, j) ? static_cast<number>(entries) : number(0);
        } else {
            return is_inside<Triangle>(i, j) ? static_cast<number>(entries(i, j)) : number(0);
        }
    });
}

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_FRAGMENT_CONSTANT_CUH */
