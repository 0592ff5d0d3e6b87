/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a warp stores of its slice's kept items by their positions: the positions themselves, or how long the runs are
 * that the kept items, heads, end. Positions in the slice are in shared memory by rank, of 16 bits, and neighbouring
 * lanes store neighbouring results.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_POSITIONS_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_POSITIONS_CUH

#include "block.cuh"

namespace tcu
{

template <class Block>
class ranked_positions
{
    using layout = typename Block::layout;
    static constexpr compact_output output = Block::output;

  public:
    /* The slice has `kept` kept items, and there are `before` before it. */
    __device__ __forceinline__ ranked_positions(const Block &block, int iteration, unsigned kept, uint64_t before)
        : block(block), iteration(iteration), kept(static_cast<int>(kept)), before(before)
    {
    }

    /* Positions and ranks are the same then, so that none are needed in shared memory. */
    __device__ __forceinline__ bool are_all() const { return kept == layout::slice_items; }

    /* By the warp. */
    __device__ __forceinline__ void store() const
    {
        if constexpr (output == compact_output::positions_u32) {
            store_positions<uint32_t>();
        } else if constexpr (output == compact_output::positions_u64) {
            store_positions<uint64_t>();
        } else {
            store_lengths();
        }
    }

  private:
    __device__ __forceinline__ int at(int rank) const { return are_all() ? rank : block.positions()[rank]; }

    /* function(rank) for all ranks, such that the warp's stores to `to` begin at multiples of 32 elements. */
    template <class T, class Function>
    __device__ __forceinline__ void for_all(const T *to, Function function) const
    {
        const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(to) / sizeof(T) % TCUI_WARP_LANES);
#pragma unroll 4
        for (int rank = block.lane - phase; rank < kept; rank += TCUI_WARP_LANES) {
            if (rank >= 0) {
                function(rank);
            }
        }
    }

    template <class T>
    __device__ __forceinline__ void store_positions() const
    {
        T *out = reinterpret_cast<T *>(block.task.out) + before;
        const int64_t begin = block.slice_begin(iteration, block.warp);
        for_all(out, [&](int rank) { out[rank] = static_cast<T>(begin + at(rank)); });
    }

    /* Each head ends the run before it; the array's end ends the last one. */
    __device__ __forceinline__ void store_lengths() const
    {
        uint64_t *lengths = block.task.run_lengths + before; /* of runs that begin in the slice */
        const int64_t begin = block.slice_begin(iteration, block.warp) + block.phase;
        const int64_t last_before = block.last_before(iteration);
        for_all(lengths - 1, [&](int rank) {
            if (rank > 0) {
                lengths[rank - 1] = static_cast<uint64_t>(at(rank) - at(rank - 1));
            } else if (before > 0) {
                lengths[-1] = static_cast<uint64_t>(begin + at(0) - last_before);
            }
        });
        if (block.warp == layout::consumers - 1 && block.lane == 0 && iteration == block.last_tile &&
            before + kept > 0) {
            const int64_t last = kept > 0 ? begin + at(kept - 1) : last_before;
            lengths[kept - 1] = static_cast<uint64_t>(block.task.n + block.phase - last);
        }
    }

    const Block &block;
    const int iteration, kept;
    const uint64_t before;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_POSITIONS_CUH */
