/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoupled look-back (D. Merrill and M. Garland, 2016): how a block gets the sum of all tiles before its own, while the
 * blocks of these tiles may still be at work. Memory: one word a tile, 0 before the kernel begins.
 */
#ifndef TCU_COURSE_LOOK_BACK_H
#define TCU_COURSE_LOOK_BACK_H

#include "lesson.h"

namespace course
{

/* What a tile has published, in one word, so that a reader gets the status and its value or neither: nothing yet, the sum
 * of its own elements, or the sum of all elements up to its end. */
using word = unsigned long long;
constexpr unsigned nothing = 0, own_sum = 1, whole_sum = 2;

static __device__ void publish(word *state, unsigned status, float sum)
{
    atomicExch(state, static_cast<word>(status) << 32 | __float_as_uint(sum));
}

/* The sum of all tiles before `tile`, in all lanes of the block's first warp, which calls it. Lanes look at 32 tiles at a
 * time, lane 0 at the nearest one, until one of these has published the sum of all. */
static __device__ float look_back(word *states, size_t tile)
{
    const unsigned lane = threadIdx.x, all_lanes = 0xffffffff;
    float before = 0;
    for (size_t near = tile;; near -= 32) {
        word state = static_cast<word>(whole_sum) << 32; /* of what would be before tile 0: a sum of nothing */
        do {
            state = near > lane ? atomicAdd(&states[near - 1 - lane], 0) : state;
        } while (__any_sync(all_lanes, state >> 32 == nothing));
        const int nearest = __ffs(static_cast<int>(__ballot_sync(all_lanes, state >> 32 == whole_sum)));
        const bool counts = nearest == 0 || static_cast<int>(lane) < nearest; /* (0: there is none) */
        float sum = counts ? __uint_as_float(static_cast<unsigned>(state)) : 0;
        for (int distance = 16; distance > 0; distance /= 2) {
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        }
        before += sum;
        if (nearest != 0) {
            return before;
        }
    }
}

/* The next tile that no block has taken. Blocks begin in any order: so all tiles before are those of blocks that have
 * begun, and waiting for them ends. */
static __device__ size_t take_tile(word *next_tile)
{
    __shared__ word tile;
    if (threadIdx.x == 0) {
        tile = atomicAdd(next_tile, 1);
    }
    __syncthreads();
    return tile;
}

/* Tells other blocks the sum of the tile; returns the sum of all tiles before it, in all threads of the block. Where sums
 * begin anew (`is_whole`), the tile's own sum is all that tiles to its right have to know. */
static __device__ float join_tile(word *states, size_t tile, float sum, bool is_whole = false)
{
    __shared__ float before;
    if (threadIdx.x == 0) {
        publish(&states[tile], is_whole ? whole_sum : own_sum, sum);
    }
    const float found = threadIdx.x < 32 ? look_back(states, tile) : 0;
    if (threadIdx.x == 0) {
        publish(&states[tile], whole_sum, is_whole ? sum : found + sum);
        before = found;
    }
    __syncthreads();
    return before;
}

} // namespace course

#endif /* TCU_COURSE_LOOK_BACK_H */
