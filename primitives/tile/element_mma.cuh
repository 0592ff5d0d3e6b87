/* SPDX-License-Identifier: Apache-2.0 */
/* Products on the matrix unit by the type of elements: 16-bit reals, and integers by byte planes, x = sum of plane[p]
 * 2^(8 p). */
#ifndef TCUI_ELEMENT_MMA_CUH
#define TCUI_ELEMENT_MMA_CUH

#include "element.cuh"
#include "tcu/device/detail/matrix_operands.cuh"

namespace tcu
{

/* Whether sums of such elements can be formed by products. */
template <class In, class Acc>
constexpr bool has_matrix_path = std::is_same_v<In, f16> || std::is_same_v<In, bf16> || std::is_same_v<Acc, f64> ||
                                 (std::is_integral_v<In> && sizeof(In) <= 4);

/* Of 8- and 16-bit elements: ones of a register, and multiply(). */
using device::detail::operands;

/* The sign is in the highest plane. */
template <class In>
__device__ __forceinline__ void mma_plane(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int plane)
{
    if (std::is_signed_v<In> && plane == static_cast<int>(sizeof(In)) - 1) {
        operands<i8>::multiply(d, a, b);
    } else {
        operands<u8>::multiply(d, a, b);
    }
}

} // namespace tcu

#endif /* TCUI_ELEMENT_MMA_CUH */
