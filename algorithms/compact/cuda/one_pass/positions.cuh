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

    /*
     * to[rank] = value(rank) for all ranks, by rows of the warp that begin at multiples of 32 elements. What ranks of the
     * first row have to do, 0 among them, is first(rank).
     */
    template <class T, class First, class Value>
    __device__ __forceinline__ void store_all(T *to, First first, Value value) const
    {
        constexpr int batch = 4; /* rows whose positions are loaded together */
        const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(to) / sizeof(T) % TCUI_WARP_LANES);
        int rank = block.lane - phase;
        if (rank >= 0 && rank < kept) {
            first(rank);
        }
        rank += TCUI_WARP_LANES;
#pragma unroll 1
        for (; rank - block.lane + batch * TCUI_WARP_LANES <= kept; rank += batch * TCUI_WARP_LANES) {
            T x[batch];
#pragma unroll
            for (int b = 0; b < batch; b++) {
                x[b] = value(rank + b * TCUI_WARP_LANES);
            }
#pragma unroll
            for (int b = 0; b < batch; b++) {
                to[rank + b * TCUI_WARP_LANES] = x[b];
            }
        }
#pragma unroll 1
        for (; rank < kept; rank += TCUI_WARP_LANES) {
            to[rank] = value(rank);
        }
    }

    template <class T>
    __device__ __forceinline__ void store_positions() const
    {
        T *out = reinterpret_cast<T *>(block.task.out) + before;
        const T begin = static_cast<T>(block.slice_begin(iteration, block.warp)); /* (with flags alone not negative) */
        const auto position = [&](int rank) { return begin + static_cast<T>(at(rank)); };
        store_all(
            out, [&](int rank) { out[rank] = position(rank); }, position);
    }

    /* Each head ends the run before it; the array's end ends the last one. */
    __device__ __forceinline__ void store_lengths() const
    {
        uint64_t *lengths = block.task.run_lengths + before; /* of runs that begin in the slice */
        uint64_t *ended = lengths - 1;                       /* by the heads of the slice */
        const int64_t begin = block.slice_begin(iteration, block.warp) + block.phase;
        const int64_t last_before = block.last_before(iteration);
        const auto length = [&](int rank) { return static_cast<uint64_t>(at(rank) - at(rank - 1)); };
        store_all(
            ended,
            [&](int rank) {
                if (rank > 0) {
                    ended[rank] = length(rank);
                } else if (before > 0) {
                    ended[0] = static_cast<uint64_t>(begin + at(0) - last_before);
                }
            },
            length);
        if (block.warp == layout::consumers - 1 && block.lane == 0 && iteration == block.last_tile &&
            before + kept > 0) {
            const int64_t last = kept > 0 ? begin + at(kept - 1) : last_before;
            lengths[kept - 1] = static_cast<uint64_t>(block.n() + block.phase - last);
        }
    }

    const Block &block;
    const int iteration, kept;
    const uint64_t before;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_POSITIONS_CUH */
