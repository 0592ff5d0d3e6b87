/* SPDX-License-Identifier: Apache-2.0 */
/* A warp's results as a run that begins anywhere, by aligned vectors. */
#ifndef TCUI_STENCIL_UNALIGNED_CUH
#define TCUI_STENCIL_UNALIGNED_CUH

#include "bits.cuh"
#include "primitives/tile/vector_join.cuh"

namespace tcu
{

/* Stores the first `valid` elements of the vectors of a warp's first `lanes` lanes, a run that may begin anywhere: each lane
 * stores the 16 aligned bytes that hold the end of its neighbour's vector and the beginning of its own. (5 points f32 at
 * 2^28 points whose rows are no whole vectors, ms on an H200: 0.90, and 1.23 element by element. Not inlined, so that it
 * takes no registers of the loop that calls it: 9 points at aligned rows took 7% longer.) */
template <class T>
__device__ __noinline__ void store_unaligned(T *to, uint4 vector, int valid, int lanes)
{
    constexpr int bytes = static_cast<int>(sizeof(T)), N = 16 / bytes;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int behind = static_cast<int>(reinterpret_cast<uintptr_t>(to) % 16), head = N - behind / bytes;
    const element_bits<T, N> own = {{vector.x, vector.y, vector.z, vector.w}};
    element_bits<T, N> before;
#pragma unroll
    for (int w = 0; w < 4; w++) {
        before.words[w] = __shfl_up_sync(all_lanes, own.words[w], 1);
    }
    const uint4 joined = join_vectors(before.words, own.words, behind);
    if (lane >= lanes) {
        return;
    }
    const bool is_joined = (lane > 0 || behind == 0) && valid >= head;
    if (is_joined) {
        *reinterpret_cast<uint4 *>(reinterpret_cast<unsigned char *>(to) - behind) = joined;
    }
#pragma unroll
    for (int i = 0; i < N; i++) {
        if (i >= head && lane > 0 && !is_joined) {
            to[i - N] = before.at(i);
        }
        if (i < valid && (i < head ? !is_joined : lane == lanes - 1)) {
            to[i] = own.at(i);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_UNALIGNED_CUH */
