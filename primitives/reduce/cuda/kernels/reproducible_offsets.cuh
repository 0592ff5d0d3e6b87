/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible sums of segments by offsets that have more than one chunk. The sums of a segment's chunks lie side by side in
 * slots (primitives/reduce/reproducible.h), and are the elements of the next level, whose segments begin at these slots:
 *
 *     find_first_segments   which segments begin in which 2048 elements (segment_partition.cuh)
 *     sum_slots             a warp for each slot of a level: finds the segment and the chunk that the slot is for
 *     finish_slots          a warp for each slot: that of a segment's first chunk adds the slots of the segment, if they are
 *                           no more than a chunk; longer ones go on to the next level
 *
 * A slot belongs to the last segment that begins in front of where the slot's 2048 elements of its level end, if that one
 * has such a chunk: chunk k > 0 of a segment has 4096 k elements before it in the segment, its slot 2048 k.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_REPRODUCIBLE_OFFSETS_CUH
#define TCUI_REDUCE_CUDA_KERNELS_REPRODUCIBLE_OFFSETS_CUH

#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/reduce/cuda/kernels/reproducible.cuh"

namespace tcu
{

/* Where segments are, for all levels. */
struct slot_search {
    tcui_segments segments;
    const uint64_t *first_segment; /* of each 2048 elements, and one more */
    uint64_t tiles;
};

/* A segment at a level: its first element there, and their number; 0 if it did not get so far. */
struct level_segment {
    uint64_t index, begin, count;
};

/* The segment that slot `slot` of the sums of level `level` is for, as that level has it. */
__device__ __forceinline__ level_segment segment_of_slot(const slot_search &search, int level, uint64_t slot)
{
    uint64_t tile = slot + 1;
    for (int l = 0; l < level; l++) {
        tile *= TCUI_REPRODUCIBLE_CHUNK / 2;
    }
    const uint64_t behind = search.first_segment[min(tile, search.tiles)];
    if (behind == 0) {
        return {0, 0, 0};
    }
    level_segment segment = {behind - 1, segment_begin(search.segments, behind - 1), 0};
    const uint64_t end = segment_begin(search.segments, behind);
    segment.count = end > segment.begin ? end - segment.begin : 0;
    for (int l = 0; l < level; l++) {
        const bool goes_on = segment.count > TCUI_REPRODUCIBLE_CHUNK;
        segment.begin = tcui_reproducible_slot(segment.begin);
        segment.count = goes_on ? tcui_reproducible_chunks(segment.count) : 0;
    }
    return segment;
}

/* slots: of the sums of this level, whose elements are `in`. */
template <class In, class Acc, bool Mapped>
__global__ void __launch_bounds__(reproducible_threads)
    sum_slots(const In *in, const slot_search search, int level, uint64_t count, bool evict_first,
              mapped_term<Acc, Mapped> term, Acc *slots)
{
    __shared__ warps_columns<Acc> columns;
    const uint64_t slot = warp_of_grid();
    const cache_policy policy = evict_first_if(evict_first);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (slot >= count) {
        return;
    }
    const level_segment segment = segment_of_slot(search, level, slot);
    const uint64_t first = (slot - tcui_reproducible_slot(segment.begin)) * TCUI_REPRODUCIBLE_CHUNK;
    if (segment.count <= TCUI_REPRODUCIBLE_CHUNK || first >= segment.count) {
        return;
    }
    const Acc sum = chunk_columns<In, mapped_term<Acc, Mapped>>::sum({in + segment.begin, segment.count, first}, term,
                                                                     policy, columns[threadIdx.x / TCUI_WARP_LANES]);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        slots[slot] = sum;
    }
}

/* slots: `count` sums of level `level`. */
template <class Acc>
__global__ void __launch_bounds__(reproducible_threads)
    finish_slots(const Acc *slots, const slot_search search, int level, uint64_t count,
                 const reproducible_result result)
{
    __shared__ warps_columns<Acc> columns;
    const uint64_t slot = warp_of_grid();
    const cache_policy policy = evict_first_if(false);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (slot >= count) {
        return;
    }
    const level_segment segment = segment_of_slot(search, level, slot);
    const uint64_t sums = tcui_reproducible_chunks(segment.count);
    if (sums < 2 || sums > TCUI_REPRODUCIBLE_CHUNK || slot != tcui_reproducible_slot(segment.begin)) {
        return;
    }
    const Acc sum = chunk_columns<Acc, mapped_term<Acc, false>>::sum({slots + slot, sums, 0}, {}, policy,
                                                                     columns[threadIdx.x / TCUI_WARP_LANES]);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        result.store(segment.index, sum);
    }
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_REPRODUCIBLE_OFFSETS_CUH */
