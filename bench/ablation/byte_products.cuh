/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts of the values of bytes as a product of zeros and ones. H has a row for each of the 16 values of a byte's high
 * four bits and a column for each sample, and a 1 where they agree; L is the same of the low four bits. Then
 *
 *     C = H L^T        C[r][c] = number of samples 16 r + c
 *
 * which is a chain of mma of single bits, 256 samples each: two, as C's columns are 16 and an mma's 8. The samples are
 * the k of both operands, so they may come in any order as long as it is the same.
 *
 * The fragments' rows are not stored anywhere: a lane of group g needs of row g a 1 where four bits of a sample spell
 * g. So a warp turns its samples into bit planes, word b of a lane holding bit b of 32 samples, and each lane finds its
 * rows and columns by three logical operations on the planes of 32 samples that it gets from another lane. All eight
 * lanes of a column of lanes need the same planes: they go through shared memory, and moving them there and back, not
 * the products, is what takes the time.
 */
#ifndef TCU_BENCH_ABLATION_BYTE_PRODUCTS_CUH
#define TCU_BENCH_ABLATION_BYTE_PRODUCTS_CUH

#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/tile/fragment.h"
#include "primitives/tile/mma.cuh"

namespace tcu
{

constexpr int nibble_values = 16;
constexpr int mma_columns = 8;
constexpr int plane_words = 8; /* of 32 samples: two vectors */

/* Rows and columns of blocks of 2^s bits: the upper right block of (low, high) changes places with the lower left. */
template <int Shift, uint32_t Low>
__device__ __forceinline__ void swap_blocks(uint32_t &low, uint32_t &high)
{
    const uint32_t upper = low >> Shift & Low, lower = high & Low;
    low = (low & Low) | lower << Shift;
    high = (high & ~Low) | upper;
}

/* The 32 bytes of 8 words as bit planes: word b becomes the samples' bits b. (Four transpositions of 8 x 8 bits.) */
__device__ __forceinline__ void transpose_to_planes(uint32_t (&words)[plane_words])
{
#pragma unroll
    for (int w = 0; w < 4; w++) {
        swap_blocks<4, 0x0f0f0f0fu>(words[w], words[w + 4]);
    }
#pragma unroll
    for (int w = 0; w < 8; w += 4) {
        swap_blocks<2, 0x33333333u>(words[w], words[w + 2]);
        swap_blocks<2, 0x33333333u>(words[w + 1], words[w + 3]);
    }
#pragma unroll
    for (int w = 0; w < 8; w += 2) {
        swap_blocks<1, 0x55555555u>(words[w], words[w + 1]);
    }
}

/* A warp's planes in shared memory, those of lane l at place l. */
struct nibble_planes {
    uint4 low[TCUI_WARP_LANES], high[TCUI_WARP_LANES];
};

/* The counts of a warp's samples, as C fragments. */
class nibble_products
{
  public:
    __device__ __forceinline__ nibble_products()
    {
        const int group = tcui_lane_group(threadIdx.x % TCUI_WARP_LANES);
#pragma unroll
        for (int bit = 0; bit < 3; bit++) {
            flip_[bit] = (group >> bit & 1) != 0 ? 0 : ~0u;
        }
    }

    /* Counts 32 samples of each lane. By the warp. */
    __device__ __forceinline__ void add(nibble_planes &shared, const element_vector<u8> &x, const element_vector<u8> &y)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES, t = tcui_lane_in_group(lane);
        uint32_t words[plane_words] = {x.words[0], x.words[1], x.words[2], x.words[3],
                                       y.words[0], y.words[1], y.words[2], y.words[3]};
        transpose_to_planes(words);
        __syncwarp(); /* what was there has been read */
        shared.low[lane] = make_uint4(words[0], words[1], words[2], words[3]);
        shared.high[lane] = make_uint4(words[4], words[5], words[6], words[7]);
        __syncwarp();
#pragma unroll
        for (int first = 0; first < TCUI_WARP_LANES; first += 8) {
            uint32_t high[4], low[2][2]; /* A; B for each half of the columns */
#pragma unroll
            for (int word = 0; word < 2; word++) {
                const int from = first + t + 4 * word;
                const ones of_high = find(shared.high[from]), of_low = find(shared.low[from]);
                high[2 * word] = of_high.group;
                high[2 * word + 1] = of_high.group_and_8;
                low[0][word] = of_low.group;
                low[1][word] = of_low.group_and_8;
            }
            mma_m16n8k256_b1_and_popc(counts_[0], high, low[0], counts_[0]);
            mma_m16n8k256_b1_and_popc(counts_[1], high, low[1], counts_[1]);
        }
    }

    /* Adds what was counted to counts of 256 values in shared memory, modulo 2^32. */
    __device__ __forceinline__ void add_to(uint32_t *counts) const
    {
#pragma unroll
        for (int half = 0; half < 2; half++) {
#pragma unroll
            for (int reg = 0; reg < 4; reg++) {
                const tcui_position at = tcui_m16n8_c(threadIdx.x % TCUI_WARP_LANES, reg);
                atomicAdd(counts + nibble_values * at.row + mma_columns * half + at.column,
                          static_cast<uint32_t>(counts_[half][reg]));
            }
        }
    }

  private:
    /* Which of 32 samples have four bits that spell the lane's group, and the group + 8. */
    struct ones {
        uint32_t group, group_and_8;
    };
    __device__ __forceinline__ ones find(const uint4 &planes) const
    {
        const uint32_t same = (planes.x ^ flip_[0]) & (planes.y ^ flip_[1]) & (planes.z ^ flip_[2]);
        return {same & ~planes.w, same & planes.w};
    }

    uint32_t flip_[3];
    int32_t counts_[2][4] = {};
};

} // namespace tcu

#endif /* TCU_BENCH_ABLATION_BYTE_PRODUCTS_CUH */
