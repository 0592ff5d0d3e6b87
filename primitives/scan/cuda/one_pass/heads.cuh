/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where segments begin, for the roles of the one-pass scan: a survey of slices when they are summed, and a walk over a
 * lane's vectors, group by group, when they are scanned. Called for each of the block's tiles in turn.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_HEADS_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_HEADS_CUH

#include "block.cuh"

namespace tcu
{

/* What is known of a slice's heads when its sum is formed. The summary is kept until the slice is scanned. */
struct head_survey {
    int last;         /* the last head's place; negative if there is none */
    uint32_t summary; /* bit b: batch b has heads; not 0 if there is one */

    __device__ __forceinline__ static bool batch_has_heads(uint32_t summary, int batch)
    {
        return summary >> batch & 1u;
    }
};

/* ---- surveys of neighbouring slices ---- */

template <class Block, int Slices, head_places Heads>
class slice_surveyor
{
    static_assert(Heads == head_places::none, "the other is below");

  public:
    __device__ __forceinline__ slice_surveyor(const Block &, int) {}
    __device__ __forceinline__ head_survey slice(int, int) const { return {-1, 0u}; }
    __device__ __forceinline__ void advance() {}
};

/* Heads anywhere: from the tile's bitmap (head_writer.cuh). */
template <class Block, int Slices>
class slice_surveyor<Block, Slices, head_places::elements>
{
    using layout = typename Block::layout;
    static constexpr int words = layout::slice_elements / 32;
    static constexpr int step = 32 * TCUI_WARP_LANES; /* elements that the warp looks at together */
    static constexpr int batches_a_step = step > Block::batch ? step / Block::batch : 1;
    static_assert(layout::slice_elements / Block::batch <= 8, "bits of the summary");

  public:
    __device__ __forceinline__ slice_surveyor(const Block &block, int first_slice)
        : block(block), first_slice(first_slice)
    {
    }

    __device__ __forceinline__ head_survey slice(int iteration, int s) const
    {
        const uint32_t *slice = block.heads_in_stage(iteration) + (first_slice + s) * words;
        int last = -1;
        uint32_t summary = 0, seen = 0;
#pragma unroll
        for (int w = 0; w < words; w += TCUI_WARP_LANES) {
            const uint32_t bits = w + block.lane < words ? slice[w + block.lane] : 0u;
            last = bits != 0 ? 32 * (w + block.lane) + 31 - __clz(bits) : last;
            seen |= bits;
            /* A batch, or several, end here. */
            const int end = 32 * (w + TCUI_WARP_LANES);
            if (end % Block::batch == 0 || end >= layout::slice_elements) {
                const uint32_t batches = ((1u << batches_a_step) - 1u) << (32 * w / Block::batch);
                if (__any_sync(all_lanes, seen != 0)) {
                    summary |= batches;
                }
                seen = 0;
            }
        }
        return {__reduce_max_sync(all_lanes, last), summary};
    }

    __device__ __forceinline__ void advance() {}

  private:
    const Block &block;
    const int first_slice;
};

/* ---- walks over a slice ---- */

template <class Block, head_places Heads>
class slice_heads;

template <class Block>
class slice_heads<Block, head_places::none>
{
  public:
    struct walk {
        __device__ __forceinline__ uint32_t next() { return 0; }
    };

    __device__ __forceinline__ explicit slice_heads(const Block &) {}
    __device__ __forceinline__ walk next_walk(int) { return {}; }
};

/* Heads anywhere: from the tile's bitmap (head_writer.cuh). */
template <class Block>
class slice_heads<Block, head_places::elements>
{
    using layout = typename Block::layout;
    static constexpr int vector = Block::vector;
    static constexpr int words = layout::slice_elements / 32;

  public:
    class walk
    {
      public:
        __device__ __forceinline__ walk(const uint32_t *slice, int lane)
            : from(reinterpret_cast<const unsigned char *>(slice) + lane * vector / 8), shift(lane * vector % 8)
        {
        }

        __device__ __forceinline__ uint32_t next()
        {
            uint32_t bits;
            if constexpr (vector == 16) {
                bits = *reinterpret_cast<const uint16_t *>(from);
            } else {
                bits = *from >> shift & ((1u << vector) - 1u);
            }
            from += vector * TCUI_WARP_LANES / 8;
            return bits;
        }

      private:
        const unsigned char *from;
        int shift;
    };

    __device__ __forceinline__ explicit slice_heads(const Block &block) : block(block) {}

    __device__ __forceinline__ walk next_walk(int iteration) { return walk(bits_of_slice(iteration), block.lane); }

  private:
    __device__ __forceinline__ const uint32_t *bits_of_slice(int iteration) const
    {
        return block.heads_in_stage(iteration) + block.warp * words;
    }

    const Block &block;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_HEADS_CUH */
