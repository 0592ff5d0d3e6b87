/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates: keys of a segment that may be results, in shared memory, each with its place. */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_CANDIDATES_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_CANDIDATES_CUH

#include "digits.cuh"
#include "ranks.cuh"
#include "sample.cuh"

namespace tcu
{

/* A key's bits and, below them, a place. */
template <class Key>
using candidate = std::conditional_t<sizeof(Key) == 8, wide_item, u64>;

__device__ __forceinline__ wide_item make_candidate(u64 bits, u32 place)
{
    return {bits, place};
}
__device__ __forceinline__ u64 make_candidate(u32 bits, u32 place)
{
    return static_cast<u64>(bits) << 32 | place;
}
__device__ __forceinline__ u64 bits_of_candidate(const wide_item &item)
{
    return item.bits;
}
__device__ __forceinline__ u32 bits_of_candidate(u64 item)
{
    return static_cast<u32>(item >> 32);
}
__device__ __forceinline__ u32 place_of_candidate(const wide_item &item)
{
    return item.place;
}
__device__ __forceinline__ u32 place_of_candidate(u64 item)
{
    return static_cast<u32>(item);
}

/* What a block has in shared memory: candidates, the digits by which others are found, and what all threads are
 * told. */
template <class Key, int Items>
struct block_memory {
    static constexpr int room = room_items<Items>;

    alignas(16) unsigned char items[shared_items<candidate<Key>>::bytes_of(room)];
    digit_counts digits;
    in_order_counts in_order;
    selection_cut<key_register<Key>> cut;
    key_register<Key> bound;
    u32 candidates;
    u32 listed[block_warps]; /* which of the segments that a block looks at are its work */

    __device__ __forceinline__ shared_items<candidate<Key>> all_candidates() { return {items, room}; }
};

/* Gathers the keys up to the bound, in any order, as far as there is room, and counts them; once they are more than that it
 * does not matter by how many, and as all threads count in one place, no more are counted. */
template <class Key, int Items>
__device__ __forceinline__ void collect_up_to_bound(const selection_rows<Key> &rows, const selection_segment &segment,
                                                    block_memory<Key, Items> &memory)
{
    const key_register<Key> bound = memory.bound;
    const shared_items<candidate<Key>> items = memory.all_candidates();
    const u32 counter = shared_address(&memory.candidates);
    visit_keys(rows.keys + segment.begin, static_cast<u32>(segment.length), [&](const auto &keys, u32 place) {
        constexpr int count = sizeof(keys) / sizeof(Key);
        bool has_any = false;
#pragma unroll
        for (int i = 0; i < count; i++) {
            has_any = has_any || rows.bits_of(keys[i]) <= bound;
        }
        if (!has_any || load_shared(counter) > static_cast<u32>(memory.room)) {
            return;
        }
#pragma unroll
        for (int i = 0; i < count; i++) {
            const key_register<Key> bits = rows.bits_of(keys[i]);
            if (bits <= bound) {
                const u32 to = take_number_shared(counter);
                if (to < memory.room) {
                    items.set(static_cast<int>(to), make_candidate(bits, place + i));
                }
            }
        }
    });
}

/*
 * All results of a segment, and perhaps other keys, as candidates: if there is room for the whole segment, or if a
 * bound from a sample holds. How many there are, or 0. Call by all threads of the block.
 */
template <class Key, int Items>
__device__ __forceinline__ int gather_candidates(const selection_rows<Key> &rows, const selection_segment &segment,
                                                 block_memory<Key, Items> &memory)
{
    using Bits = key_register<Key>;
    const bool takes_all = segment.length <= memory.room;
    const int rank = takes_all ? 0 : sample_rank(segment.length, segment.results, memory.room);
    /* (A place has 32 bits, which are not all set.) */
    if ((!takes_all && rank == 0) || segment.length > ~u32(0)) {
        return 0;
    }
    if (threadIdx.x < TCUI_WARP_LANES) {
        const Bits bound = takes_all ? ~Bits(0) : sample_bound(rows, segment, rank, memory.items);
        if (threadIdx.x == 0) {
            memory.bound = bound;
            memory.candidates = 0;
        }
    }
    __syncthreads();
    collect_up_to_bound(rows, segment, memory);
    __syncthreads();
    const u32 count = memory.candidates;
    return count < segment.results || count > memory.room ? 0 : static_cast<int>(count);
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_CANDIDATES_CUH */
