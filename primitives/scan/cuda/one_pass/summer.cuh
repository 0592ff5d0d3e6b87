/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The summers of the one-pass scan: warps that sum slices, each from its last head on, up to `lag` tiles before the
 * carry into them is known.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_SUMMER_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_SUMMER_CUH

#include "heads.cuh"

namespace tcu
{

template <class Block>
class one_pass_summer
{
    using In = typename Block::in_type;
    using Acc = typename Block::acc_type;
    using layout = typename Block::layout;
    using vector = element_vector<In>;
    static constexpr int slices = layout::consumers / layout::summers; /* of a tile that the warp sums */
    static_assert(layout::consumers % layout::summers == 0, "as many slices for each");

  public:
    __device__ __forceinline__ one_pass_summer(const Block &block, int summer)
        : block(block), first_slice(summer * slices), surveyor(block, first_slice)
    {
    }

    __device__ __forceinline__ void run()
    {
        int edges = 0;
        for (int i = 0; i < block.iterations; i++) {
            if (i > layout::lag) {
                block.shared.carries.wait_carried(i - layout::lag - 1);
            }
            block.shared.tiles.wait_full(i);
            if (block.is_edge(i)) {
                block.wait_edge(edges++);
            }
            sum_slices(i);
        }
    }

  private:
    /* With heads, one slice at a time: the code of all roles together has to fit the instruction cache. */
    __device__ __forceinline__ void sum_slices(int iteration)
    {
        const int entry = iteration % layout::ring;
#pragma unroll(Block::segmented ? 1 : slices)
        for (int s = 0; s < slices; s++) {
            const int slice = first_slice + s;
            const head_survey survey = surveyor.slice(iteration, s);
            const vector *vectors =
                reinterpret_cast<const vector *>(block.slice_in_stage(iteration, slice)) + block.lane;
            const Acc sum = block.op().total(sum_from(vectors, max(survey.last, 0)));
            if (block.lane == 0) {
                block.shared.slice_sum[entry][slice] = sum;
                if (Block::segmented) {
                    block.shared.slice_heads[entry][slice] = static_cast<uint16_t>(survey.summary);
                }
            }
        }
        surveyor.advance();
        if (block.lane == 0) {
            block.shared.carries.summed[entry].arrive();
        }
    }

    /* The lane's share of the sum of elements `from` and on. */
    __device__ __forceinline__ Acc sum_from(const vector *vectors, int from) const
    {
        constexpr int groups = layout::slice_bytes / (16 * TCUI_WARP_LANES);
        const int from_byte = from * static_cast<int>(sizeof(In));
        const int first_group = from_byte / (16 * TCUI_WARP_LANES);
        /* Bytes of the lane's vector before `from` are cleared; zero bits are neutral, whatever the operator. */
        const int before = from_byte - (first_group * TCUI_WARP_LANES + block.lane) * 16;
        const auto &op = block.op();
        vector cut = op.encode(vectors[first_group * TCUI_WARP_LANES]);
#pragma unroll
        for (int w = 0; w < 4; w++) {
            cut.words[w] &= __funnelshift_lc(0u, ~0u, 8 * max(before - 4 * w, 0));
        }
        Acc sum = op.of_vector(cut);
#pragma unroll
        for (int g = 1; g < groups; g++) {
            const Acc of_group = op.of_vector(op.encode(vectors[g * TCUI_WARP_LANES]));
            sum = op.combine(sum, g > first_group ? of_group : Acc(0));
        }
        return sum;
    }

    const Block &block;
    const int first_slice;
    slice_surveyor<Block, slices, Block::head_place> surveyor;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_SUMMER_CUH */
