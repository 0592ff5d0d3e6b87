/* SPDX-License-Identifier: Apache-2.0 */
/* Products on the matrix unit by the type of elements: 16-bit reals, and integers by byte planes, x = sum of plane[p]
 * 2^(8 p). */
#ifndef TCUI_ELEMENT_MMA_CUH
#define TCUI_ELEMENT_MMA_CUH

#include "element.cuh"
#include "primitives/tile/mma.cuh"

namespace tcu
{

/* Whether sums of such elements can be formed by products. */
template <class In, class Acc>
constexpr bool has_matrix_path = std::is_same_v<In, f16> || std::is_same_v<In, bf16> || std::is_same_v<Acc, f64> ||
                                 (std::is_integral_v<In> && sizeof(In) <= 4);

__device__ __forceinline__ void mma_half(f16, float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    mma_m16n8k16_f16(d, a, b, d);
}

__device__ __forceinline__ void mma_half(bf16, float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    mma_m16n8k16_bf16(d, a, b, d);
}

template <class In>
constexpr uint32_t packed_ones = std::is_same_v<In, f16> ? 0x3c003c00u : 0x3f803f80u;

/* The sign is in the highest plane. */
template <class In>
__device__ __forceinline__ void mma_plane(int32_t (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2], int plane)
{
    if (std::is_signed_v<In> && plane == static_cast<int>(sizeof(In)) - 1) {
        mma_m16n8k32_s8(d, a, b, d);
    } else {
        mma_m16n8k32_u8(d, a, b, d);
    }
}

} // namespace tcu

#endif /* TCUI_ELEMENT_MMA_CUH */
