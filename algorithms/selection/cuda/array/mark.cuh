/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One read of the array: a bit says of each key whether it lies in a bracket, and so is a candidate; counted are the
 * candidates of each tile, and for each bracket the keys before it and in it. Words of tiles without candidates are
 * not written. The last block then knows which rank among the candidates stands for each rank among all keys.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_MARK_CUH
#define TCUI_SELECTION_CUDA_ARRAY_MARK_CUH

#include "blocks.cuh"
#include "sample.cuh"

namespace tcu::array_selection
{

/* Blocks of a multiprocessor that registers have to leave room for: a bracket takes 6, or 8 where keys have 8 bytes. */
template <class Key, int Brackets>
constexpr int mark_blocks =
    Brackets <= TCUI_SELECTION_FEW
        ? TCUI_SELECTION_BLOCKS
        : (Brackets <= TCUI_SELECTION_SOME ? TCUI_SELECTION_BLOCKS : TCUI_SELECTION_BLOCKS / 2) /
              static_cast<int>(sizeof(Key) / sizeof(u32));

/* The threads' counts of each bracket, an addition in memory for each block. By whole blocks. */
template <int Brackets>
__device__ __forceinline__ void add_bracket_counts(selection_state &state, u32 brackets, const u32 (&before)[Brackets],
                                                   const u32 (&kept)[Brackets])
{
    __shared__ u64 sums[2 * Brackets];
    const int i = static_cast<int>(threadIdx.x);
    if (i < 2 * Brackets) {
        sums[i] = 0;
    }
    __syncthreads();
#pragma unroll
    for (int m = 0; m < Brackets; m++) {
        const u32 all_before = __reduce_add_sync(all_lanes, before[m]),
                  all_kept = __reduce_add_sync(all_lanes, kept[m]);
        if (own_lane() == 0) {
            add_to(&sums[2 * m], all_before);
            add_to(&sums[2 * m + 1], all_kept);
        }
    }
    __syncthreads();
    if (i < 2 * static_cast<int>(brackets)) {
        key_bracket &bracket = state.bracket[i / 2];
        add_to(i % 2 == 0 ? &bracket.before : &bracket.kept, sums[i]);
    }
}

/* Up to `Brackets` brackets. */
template <class Key, int Brackets, bool CountsNans>
__global__ void __launch_bounds__(selection_threads, mark_blocks<Key, Brackets>)
    mark_keys(const __grid_constant__ selection_call<Key> call)
{
    follow_kernel();
    using Bits = key_register<Key>;
    constexpr int loads = Brackets > TCUI_SELECTION_FEW ? TCUI_SELECTION_LOADS_OF_SOME : TCUI_SELECTION_LOADS;
    selection_state &state = *call.state;
    const u32 brackets = state.brackets;
    const key_tiles<Key> keys(call.keys, state.length);
    /* In the place of brackets that there are not the first one again, whose counts are then not looked at. */
    Bits first[Brackets], last[Brackets];
    u32 before[Brackets] = {}, kept[Brackets] = {}, nans_before = 0, nans_behind = 0;
#pragma unroll
    for (int m = 0; m < Brackets; m++) {
        const key_bracket &bracket = state.bracket[m < static_cast<int>(brackets) ? m : 0];
        first[m] = static_cast<Bits>(bracket.first);
        last[m] = static_cast<Bits>(bracket.last);
    }
    const tile_range range = range_of_block(brackets > 0 ? keys.count() : 0);
    u64 sum = 0;
    const u32 one = gridDim.y; /* (a factor that compilers do not know) */
    for (u64 tile = range.first + own_warp(); tile < range.end; tile += selection_warps) {
        /* Bits of the lane's keys; counted once a tile, a bit takes fewer instructions than a count. Comparisons limit this
         * loop: 3 quantiles of 2^28 f32 took 0.758 ms on an H200 where bits were ORs, 0.606 where they are products. */
        u32 marks = 0, are_before[Brackets] = {}, up_to_last[Brackets] = {}, first_nans = 0, last_nans = 0;
        keys.template visit<loads>(tile, [&](int i, Key key) {
            const Bits bits = call.bits_of(key);
            const u32 bit = 1u << i;
#pragma unroll
            for (int m = 0; m < Brackets; m++) {
                multiply_add_where_less(are_before[m], bits, first[m], one, bit);
                multiply_add_where_not_greater(up_to_last[m], bits, last[m], one, bit);
            }
            if (CountsNans) {
                multiply_add_where_less(first_nans, bits, call.first_number, one, bit);
                multiply_add_where_less(last_nans, call.last_number, bits, one, bit);
            }
        });
#pragma unroll
        for (int m = 0; m < Brackets; m++) {
            const u32 inside = up_to_last[m] & ~are_before[m];
            before[m] += __popc(are_before[m]);
            kept[m] += __popc(inside);
            marks |= inside;
        }
        if (CountsNans) {
            nans_before += __popc(first_nans);
            nans_behind += __popc(last_nans);
        }
        const u32 count = __reduce_add_sync(all_lanes, __popc(marks));
        if (count > 0) {
            call.marks[tile * TCUI_WARP_LANES + own_lane()] = marks;
        }
        if (own_lane() == 0) {
            call.tile_counts[tile] = count;
        }
        sum += count;
    }
    store_block_counts(call.block_counts, {sum, 0});
    add_bracket_counts(state, brackets, before, kept);
    if (CountsNans) {
        add_nans(&state.nans_before, &state.nans_behind, nans_before, nans_behind);
    }
    if (is_last_block(&state.ended_blocks)) {
        scan_block_counts(call.block_counts);
        if (threadIdx.x == 0) {
            search_keys(call);
        }
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_MARK_CUH */
