/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first kernel of a selection: of a long array it takes a sample, one key from each of 2^b equal stretches, at a place
 * that a hash of the stretch's number chooses, so that no pattern in the array meets one in the sample, and every call
 * takes the same. Of other arrays it counts NaNs. The last block then knows which ranks are sought.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_SAMPLE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_SAMPLE_CUH

#include "primitives/tile/instructions.cuh"
#include "ranks.cuh"
#include "tiles.cuh"

namespace tcu::array_selection
{

/* The finaliser of a hash of 64 bits (G. Steele, D. Lea, C. Flood: "Fast splittable pseudorandom number generators",
 * OOPSLA 2014). */
__device__ __forceinline__ u64 mixed_bits(u64 x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Adds the lanes' NaNs to two sums, an addition in memory for each warp that has any. By whole warps. */
__device__ __forceinline__ void add_nans(u64 *before_sum, u64 *behind_sum, u32 before, u32 behind)
{
    const u32 all_before = __reduce_add_sync(all_lanes, before), all_behind = __reduce_add_sync(all_lanes, behind);
    if (own_lane() == 0 && all_before > 0) {
        add_to(before_sum, all_before);
    }
    if (own_lane() == 0 && all_behind > 0) {
        add_to(behind_sum, all_behind);
    }
}

/* A thread for each key of the sample; by whole blocks. */
template <class Key>
__global__ void __launch_bounds__(selection_threads) take_sample(const __grid_constant__ selection_call<Key> call)
{
    selection_state &state = *call.state;
    const u64 length = call.length(), i = static_cast<u64>(blockIdx.x) * selection_threads + threadIdx.x;
    u32 before = 0, behind = 0;
    if (i < UINT64_C(1) << call.sample_bits && length > 0) {
        const int shift = 64 - call.sample_bits;
        const u64 begin = __umul64hi(i << shift, length);
        const u64 end = i + 1 < UINT64_C(1) << call.sample_bits ? __umul64hi((i + 1) << shift, length) : length;
        const u64 place = begin + (end > begin ? __umul64hi(mixed_bits(i), end - begin) : 0);
        const Key key = call.keys[min(place, length - 1)];
        call.sample[i] = key;
        before = call.bits_of(key) < call.first_number;
        behind = call.bits_of(key) > call.last_number;
    }
    if (call.may_have_nans) {
        add_nans(&state.sampled_nans_before, &state.sampled_nans_behind, before, behind);
    }
    if (is_last_block(&state.ended_blocks) && threadIdx.x == 0) {
        state.length = length;
        search_sample(call);
    }
}

/* NaNs of the array, where it may have any. */
template <class Key>
__global__ void __launch_bounds__(selection_threads)
    begin_with_all_keys(const __grid_constant__ selection_call<Key> call)
{
    selection_state &state = *call.state;
    const u64 length = call.length();
    if (call.may_have_nans) {
        const key_tiles<Key> keys(call.keys, length);
        u32 before = 0, behind = 0;
        for (u64 tile = grid_warp(); tile < keys.count(); tile += grid_warps()) {
            keys.visit(tile, [&](int, Key key) {
                before += call.bits_of(key) < call.first_number;
                behind += call.bits_of(key) > call.last_number;
            });
        }
        add_nans(&state.nans_before, &state.nans_behind, before, behind);
    }
    if (is_last_block(&state.ended_blocks) && threadIdx.x == 0) {
        state.length = length;
        search_keys(call);
    }
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_SAMPLE_CUH */
