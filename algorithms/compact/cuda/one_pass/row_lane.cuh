/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lane's four neighbouring items in a row of 128, out of shared memory.
 *
 * They are kept in four slots. For items up to 4 bytes slot k holds item k. Vectors of wider ones are so far apart from
 * lane to lane that lanes would have bank conflicts; there slot k holds item k ^ turn, with a turn that differs between
 * such lanes.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_ROW_LANE_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_ROW_LANE_CUH

#include "algorithms/compact/cuda/marks/granule.cuh"
#include "primitives/tile/element_vector.cuh"

namespace tcu
{

template <int Bytes>
struct lane_slots {
    int turn;

    __device__ __forceinline__ explicit lane_slots(int lane)
        : turn(Bytes == 8    ? lane / 4 % 2 * 2
               : Bytes == 16 ? lane / 2 % 4
                             : 0)
    {
    }

    /* Which of the lane's items a slot holds; known when compiling where there is no turn. */
    __device__ __forceinline__ int item(int slot) const { return Bytes < 8 ? slot : slot ^ turn; }
};

template <int Bytes>
class row_items
{
    static constexpr int words = Bytes; /* of 4 bytes, in four items */

  public:
    using Item = item_of<Bytes>;

    /* `row`: where the row's first item is, at a multiple of 16 bytes. */
    __device__ __forceinline__ void load(const unsigned char *row, int lane, const lane_slots<Bytes> &slots)
    {
        constexpr int piece = words < 4 ? words : 4;
        const uint32_t *own = reinterpret_cast<const uint32_t *>(row) + lane * words;
#pragma unroll
        for (int p = 0; p < words / piece; p++) {
            const int place = words <= 4 ? p : slots.item(p * 16 / Bytes) * Bytes / 16;
            put(load_whole<piece>(own + place * piece), p * piece);
        }
    }

    /* The items one to the left of the lane's, slot by slot. (Of narrower items neighbours are in the same word.) */
    __device__ __forceinline__ void load_before(const unsigned char *row, int lane, const lane_slots<Bytes> &slots)
    {
        static_assert(Bytes >= 8, "whole pairs of words");
        constexpr int piece = Bytes / 4;
        const uint32_t *before = reinterpret_cast<const uint32_t *>(row) + lane * words - piece;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            put(load_whole<piece>(before + slots.item(k) * piece), k * piece);
        }
    }

    __device__ __forceinline__ Item at(int slot) const
    {
        if constexpr (Bytes == 16) {
            return make_uint4(word[4 * slot], word[4 * slot + 1], word[4 * slot + 2], word[4 * slot + 3]);
        } else if constexpr (Bytes == 8) {
            return static_cast<uint64_t>(word[2 * slot + 1]) << 32 | word[2 * slot];
        } else {
            return static_cast<Item>(word[slot * Bytes / 4] >> (8 * (slot * Bytes % 4)));
        }
    }

    uint32_t word[words];

  private:
    template <int V>
    __device__ __forceinline__ void put(const element_vector<uint32_t, V> &x, int first)
    {
#pragma unroll
        for (int w = 0; w < V; w++) {
            word[first + w] = x.words[w];
        }
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_ROW_LANE_CUH */
