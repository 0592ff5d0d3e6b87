/* SPDX-License-Identifier: Apache-2.0 */
/* Where segments begin in a tile, and the x before each: written by a block into its shared memory. */
#ifndef TCUI_RECURRENCE_CUDA_HEADS_CUH
#define TCUI_RECURRENCE_CUDA_HEADS_CUH

#include "fold.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/tile/element.cuh"

namespace tcu
{

template <class In>
constexpr int recurrence_tile = recurrence_threads * TCUI_RECURRENCE_VECTORS * 16 / static_cast<int>(sizeof(In));

/* Segments first ... end - 1 begin in the tile at element `begin`; of offsets a kernel has searched. */
struct tile_segments {
    uint64_t first, end;

    __device__ __forceinline__ tile_segments(const tcui_segments &segments, const uint64_t *first_segments,
                                             uint64_t tile, uint64_t begin, uint64_t length)
    {
        if (segments.offsets != nullptr) {
            first = first_segments[tile];
            end = first_segments[tile + 1];
        } else {
            first = (begin + segments.size - 1) / segments.size;
            end = min((begin + length - 1) / segments.size + 1, segments.count);
        }
    }
};

template <class In>
struct tile_heads {
    /* Bit i of word w: a segment begins at element 32 w + i. */
    uint32_t bits[recurrence_tile<In> / 32];

    __device__ __forceinline__ void clear()
    {
        for (int w = threadIdx.x; w < recurrence_tile<In> / 32; w += recurrence_threads) {
            bits[w] = 0;
        }
    }

    /* After a barrier behind clear(). befores[i] is the x before a segment that begins at element i. */
    __device__ __forceinline__ void write(const tcui_segments &segments, const tile_segments &of_tile, uint64_t begin,
                                          const In *initial, In *befores)
    {
        for (uint64_t k = of_tile.first + threadIdx.x; k < of_tile.end; k += recurrence_threads) {
            const uint64_t from = segment_begin(segments, k), place = from - begin;
            /* (An empty segment has no head. Offsets that decrease may lead outside the tile.) */
            if (from < segment_begin(segments, k + 1) && from >= begin && place < recurrence_tile<In>) {
                atomicOr(&bits[place / 32], 1u << (place % 32));
                if (initial != nullptr) {
                    befores[place] = initial[k];
                }
            }
        }
    }

    /* Of the `count` elements from `place` on, which are of one word. */
    __device__ __forceinline__ uint32_t at(int place, int count) const
    {
        return bits[place / 32] >> (place % 32) & ((1u << count) - 1u);
    }
};

} // namespace tcu

#endif /* TCUI_RECURRENCE_CUDA_HEADS_CUH */
