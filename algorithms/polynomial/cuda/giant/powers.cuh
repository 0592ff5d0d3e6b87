/* SPDX-License-Identifier: Apache-2.0 */
/* Powers of a warp's points: each lane raises those of one, and they read each other's from shared memory. */
#ifndef TCUI_POLYNOMIAL_GIANT_POWERS_CUH
#define TCUI_POLYNOMIAL_GIANT_POWERS_CUH

#include "algorithms/polynomial/cuda/grid/operands.cuh"

namespace tcu
{

/* What the lanes of a warp exchange about their points. */
template <class Compute>
struct alignas(16) warp_powers {
    Compute fourth[TCUI_WARP_LANES], eighth[TCUI_WARP_LANES]; /* z^4, z^8 */
    Compute step[TCUI_WARP_LANES];                            /* z^16 */
    Compute half[TCUI_WARP_LANES];                            /* z^128 */
    Compute chunk[TCUI_WARP_LANES];                           /* z^256 */
    /* power_scale times 1, z, z^2, z^3; the lanes of a group read from four rows, and all from different banks. */
    Compute first[4][TCUI_WARP_LANES + 1];
};

/* x[0] ... x[V - 1] of 16-byte vectors in shared memory. */
template <int Count, class Compute>
__device__ __forceinline__ void load_shared(Compute (&x)[Count], const Compute *from)
{
    constexpr int V = vector_elements<Compute> < Count ? vector_elements<Compute> : Count;
#pragma unroll
    for (int i = 0; i < Count; i += V) {
        const auto v = load_whole<V>(from + i);
#pragma unroll
        for (int j = 0; j < V; j++) {
            x[i + j] = v.at(j);
        }
    }
}

/* Of f64 pairs of numbers (../pairs.cuh); beside operands of 11 bits numbers of f32 are enough. */
__device__ __forceinline__ number_pair<f64> first_square(f64 a)
{
    return exact_square(a);
}

__device__ __forceinline__ f32 first_square(f32 a)
{
    return a * a;
}

__device__ __forceinline__ f32 square_of(f32 a)
{
    return a * a;
}

__device__ __forceinline__ f32 rounded_square(f32 a)
{
    return a * a;
}

__device__ __forceinline__ f32 product_of(f32 p, f32 a)
{
    return p * a;
}

__device__ __forceinline__ f32 rounded(f32 a)
{
    return a;
}

/* Hands out the powers of a lane's point; `scale` times those that A is made of. Returns z^64, which only its lane needs. */
template <class Compute>
__device__ __forceinline__ Compute raise_powers(warp_powers<Compute> &to, Compute z, Compute scale, bool has_chunks,
                                                int lane)
{
    const auto z2 = first_square(z);
    const auto z4 = square_of(z2), z8 = square_of(z4), z16 = square_of(z8), z32 = square_of(z16), z64 = square_of(z32);
    const Compute first = scale * z;
    to.first[1][lane] = first;
    to.first[2][lane] = scale * rounded(z2);
    to.first[3][lane] = product_of(first, z2);
    to.fourth[lane] = rounded(z4);
    to.eighth[lane] = rounded(z8);
    to.step[lane] = rounded(z16);
    if (has_chunks) {
        const auto z128 = square_of(z64);
        to.half[lane] = rounded(z128);
        to.chunk[lane] = rounded_square(z128);
    } else {
        to.half[lane] = rounded_square(z64);
    }
    return rounded(z64);
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GIANT_POWERS_CUH */
