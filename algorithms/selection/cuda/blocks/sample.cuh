/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bound before which a segment's results probably are, and not many more keys: the key of some rank in a sample of
 * 256 keys, evenly spaced in the segment. Of m results of n keys the sample has e = 256 m / n on average, with a
 * deviation of sqrt(e) if the keys are in a random order; the rank is some deviations higher. Whether the bound holds
 * is seen when the keys before it are counted, so results do not depend on how good it is (R. W. Floyd, R. L. Rivest:
 * "Expected Time Bounds for Selection", CACM 18(3), 1975).
 */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_SAMPLE_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_SAMPLE_CUH

#include "cut.cuh"
#include "primitives/pipeline/network/network.cuh"

namespace tcu
{

constexpr int sample_items = TCUI_SELECTION_SAMPLE_ITEMS, sample_keys = sample_items * TCUI_WARP_LANES;

/* The rank in the sample of a segment's bound, from 1 on; 0: it is likely that more than `room` keys come before
 * it. */
__host__ __device__ __forceinline__ int sample_rank(u64 length, u64 results, int room)
{
    constexpr f32 deviations = TCUI_SELECTION_SAMPLE_DEVIATIONS, room_deviations = TCUI_SELECTION_ROOM_DEVIATIONS;
    const f32 keys_a_sample = static_cast<f32>(length) / sample_keys;
    const f32 expected = static_cast<f32>(results) / keys_a_sample;
    const f32 rank = expected + deviations * sqrtf(expected) + 1;
    const f32 most_keys = (rank + room_deviations * sqrtf(rank)) * keys_a_sample;
    return most_keys <= static_cast<f32>(room) && rank < sample_keys ? static_cast<int>(rank) : 0;
}

/* The key of that rank in the sample. Call by all lanes of a warp; the segment has at least as many keys as the
 * sample, which goes through shared memory that nobody else uses. */
template <class Key>
__device__ __forceinline__ key_register<Key> sample_bound(const selection_rows<Key> &rows,
                                                          const selection_segment &segment, int rank, void *memory)
{
    using Bits = key_register<Key>;
    const int lane = opaque(threadIdx.x) % TCUI_WARP_LANES;
    Bits x[sample_items];
#pragma unroll
    for (int i = 0; i < sample_items; i++) {
        const u64 number = lane + i * TCUI_WARP_LANES;
        x[i] = rows.bits_of(rows.keys[segment.begin + number * segment.length / sample_keys]);
    }
    sort_in_thread(x);
    merge_threads(x, lane, TCUI_WARP_LANES);
    const shared_items<Bits> sorted(memory, sample_keys);
#pragma unroll
    for (int i = 0; i < sample_items; i++) {
        sorted.set(lane * sample_items + i, x[i]);
    }
    __syncwarp();
    const Bits bound = sorted.get(rank - 1);
    __syncwarp();
    return bound;
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_SAMPLE_CUH */
