/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All keys of a segment, by the threads of a block, in no order: vectors of 16 bytes, some in flight together, and the
 * ends that are no whole vectors by single keys. Nothing outside the segment is read.
 */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_VISIT_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_VISIT_CUH

#include "primitives/tile/element.cuh"
#include "tuning.h"

namespace tcu
{

/* The keys of a vector. (By shifts: through memory they would not stay in registers.) */
template <class Key>
__device__ __forceinline__ void unpack_keys(const uint4 &vector, Key (&keys)[sizeof(uint4) / sizeof(Key)])
{
    constexpr int in_word = sizeof(Key) < sizeof(u32) ? static_cast<int>(sizeof(u32) / sizeof(Key)) : 1;
    const u32 words[] = {vector.x, vector.y, vector.z, vector.w};
#pragma unroll
    for (int i = 0; i < static_cast<int>(sizeof(uint4) / sizeof(Key)); i++) {
        if constexpr (sizeof(Key) == sizeof(u64)) {
            keys[i] = static_cast<u64>(words[2 * i + 1]) << 32 | words[2 * i];
        } else {
            keys[i] = static_cast<Key>(words[i / in_word] >> (8 * sizeof(Key) * (i % in_word)));
        }
    }
}

/* visit(keys, place): an array of 1 key or more, which are at `place` and behind it. */
template <class Key, class Visit>
__device__ __forceinline__ void visit_keys(const Key *keys, u32 length, Visit visit)
{
    constexpr int together = TCUI_SELECTION_BLOCK_VECTORS, threads = TCUI_SELECTION_BLOCK_THREADS;
    constexpr u32 per_vector = sizeof(uint4) / sizeof(Key);
    const u32 phase = reinterpret_cast<uintptr_t>(keys) % sizeof(uint4) / sizeof(Key);
    const u32 head = min(length, (per_vector - phase) % per_vector), vectors = (length - head) / per_vector;
    const u32 tail = head + vectors * per_vector;
    const auto visit_one = [&](u32 place) {
        const Key one[1] = {keys[place]};
        visit(one, place);
    };
    if (threadIdx.x < head) {
        visit_one(threadIdx.x);
    }
    const uint4 *const from = reinterpret_cast<const uint4 *>(keys + head);
    for (u32 first = threadIdx.x; first < vectors; first += together * threads) {
        uint4 loaded[together];
#pragma unroll
        for (int v = 0; v < together; v++) {
            loaded[v] = first + v * threads < vectors ? from[first + v * threads] : uint4{};
        }
#pragma unroll
        for (int v = 0; v < together; v++) {
            if (first + v * threads < vectors) {
                Key several[per_vector];
                unpack_keys(loaded[v], several);
                visit(several, head + (first + v * threads) * per_vector);
            }
        }
    }
    if (threadIdx.x < length - tail) {
        visit_one(tail + threadIdx.x);
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_VISIT_CUH */
