/* SPDX-License-Identifier: Apache-2.0 */
/* What a warp loads and stores as a run that begins anywhere, by aligned vectors. */
#ifndef TCUI_STENCIL_UNALIGNED_CUH
#define TCUI_STENCIL_UNALIGNED_CUH

#include "bits.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/vector_join.cuh"

namespace tcu
{

/* Stores the first `valid` elements of the vectors of a warp's first `lanes` lanes, a run that may begin anywhere: each
 * lane stores the 16 aligned bytes that hold the end of its neighbour's vector and the beginning of its own. (Not
 * inlined, so that it takes no registers of the loop that calls it, which also serves aligned rows.) */
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

/* How many elements there are from an address to the next vector of 16 bytes. */
template <class T>
__device__ __forceinline__ int elements_to_vector(const T *at)
{
    return static_cast<int>((0u - static_cast<uint32_t>(reinterpret_cast<uintptr_t>(at))) % 16 / sizeof(T));
}

/* The vector of a lane, of which the aligned vector that begins in it is given: the last `head` elements of what the lane
 * before has, and the first of its own. (Of lane 0 they are any.) */
template <class T, int N>
__device__ __forceinline__ element_bits<T, N> join_with_lane_before(const element_bits<T, N> &own, int head)
{
    uint32_t before[4];
#pragma unroll
    for (int w = 0; w < 4; w++) {
        before[w] = __shfl_up_sync(all_lanes, own.words[w], 1);
    }
    const uint4 joined = join_vectors(before, own.words, head * static_cast<int>(sizeof(T)));
    return {{joined.x, joined.y, joined.z, joined.w}};
}

/*
 * Stores the vectors of lanes 1 to 31, a run that may begin anywhere: a lane stores the 16 aligned bytes that hold the end
 * of the vector of the lane before and the beginning of its own, and lane 0 those that hold the end of lane 31's. `to` is
 * where the lane's vector begins, of lane 0 the one behind lane 31's. `valid`: so many elements from there on belong to
 * the run, N at most and of lane 0 none; less than 0 if it ends before.
 */
template <class T, int N>
__device__ __forceinline__ void store_joined(T *to, const element_bits<T, N> &own, int valid)
{
    static_assert(N * sizeof(T) == 16, "vectors");
    const int lane = static_cast<int>(threadIdx.x % 32), behind = (N - elements_to_vector(to)) % N;
    uint32_t before[4];
#pragma unroll
    for (int w = 0; w < 4; w++) {
        before[w] = __shfl_sync(all_lanes, own.words[w], (lane + 31) % 32);
    }
    const uint4 vector = join_vectors(before, own.words, behind * static_cast<int>(sizeof(T)));
    const int begin = lane == 1 ? behind : 0, end = behind + valid;
    to -= behind;
    if (begin == 0 && end >= N) {
        *reinterpret_cast<uint4 *>(to) = vector;
        return;
    }
    const element_bits<T, N> joined = {{vector.x, vector.y, vector.z, vector.w}};
#pragma unroll
    for (int i = 0; i < N; i++) {
        if (i >= begin && i < end) {
            to[i] = joined.at(i);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_UNALIGNED_CUH */
