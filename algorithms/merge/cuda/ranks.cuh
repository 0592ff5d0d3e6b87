/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Positions of sorted values: a block walks a tile of the merge path of array and values, and stores, of each value,
 * how many elements of the array come before it. Both arrays are read once.
 */
#ifndef TCUI_MERGE_CUDA_RANKS_CUH
#define TCUI_MERGE_CUDA_RANKS_CUH

#include "tile.cuh"

namespace tcu
{

template <class Key, class Position>
struct rank_task {
    merge_inputs<Key> in;
    Position *positions;
};

template <class Key, class Position, bool AFirst>
__global__ void __launch_bounds__(TCUI_MERGE_PAIR_THREADS)
    rank_values(const __grid_constant__ rank_task<Key, Position> task)
{
    using shape = pair_shape<Key>;
    __shared__ merge_buffer<Key, shape> buffer;
    __shared__ u16 ranks[shape::tile]; /* of each value in the tile */
    __shared__ u64 border[2];

    const merge_stretch at = find_stretch<AFirst, shape>(task.in, border);
    /* Of arrays that are not sorted: values that are in no tile get some position. */
    for (u64 j = at.b + at.b_count + threadIdx.x; j < at.next_b; j += shape::threads) {
        task.positions[j] = static_cast<Position>(at.a + at.a_count);
    }
    if (at.b_count == 0) {
        return;
    }
    const merge_keys<Key> tile = load_stretch<shape>(task.in, at, 0, buffer);
    walk_path<AFirst, shape>(task.in.keys, tile, [&](int, bool takes_a, int i, int j, key_register<Key>) {
        if (!takes_a) {
            ranks[j] = static_cast<u16>(i);
        }
    });
    __syncthreads();
    for (int j = threadIdx.x; j < at.b_count; j += shape::threads) {
        /* (Of arrays that are not sorted walks may leave some out.) */
        task.positions[at.b + j] = static_cast<Position>(at.a + min(static_cast<int>(ranks[j]), at.a_count));
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_RANKS_CUH */
