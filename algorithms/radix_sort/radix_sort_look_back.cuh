/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many keys of each digit come before a tile in its run: a decoupled look-back (D. Merrill, M. Garland, 2016) of
 * 256 carries, a thread each. A tile publishes how many of its keys have the digit (its aggregate), and once it knows
 * what is before it, the sum of both (its prefix); the first tile of a run publishes its prefix at once. A reader adds
 * up aggregates backwards until it meets a prefix.
 *
 * A slot is a word: two bits that say what it holds, 0 for nothing yet, and the count modulo 2^30. That is enough for
 * any count: a block knows the full prefix of the tile it had before, if that was of the same run, and else that there
 * are fewer tiles between the run's begin and this tile than blocks, so what is to be added is less than 2^30.
 *
 * There are two arrays of slots, of which passes take turns: a pass reads and writes one, and clears the other for the
 * next pass, tile by tile; the first is cleared where digits are counted. So nothing depends on what the workspace
 * held.
 */
#ifndef TCUI_RADIX_SORT_LOOK_BACK_CUH
#define TCUI_RADIX_SORT_LOOK_BACK_CUH

#include "radix_sort_tiles.cuh"

namespace tcu
{

constexpr uint32_t slot_aggregate = 1u << 30, slot_prefix = 2u << 30, slot_count = (1u << 30) - 1;

/* Of one digit; by one thread, tile after tile. Batch: slots that are read at once. */
template <int Batch>
class digit_look_back
{
  public:
    /* `before` belongs to this thread: the keys of the digit before the block's last tile in its run. */
    __device__ __forceinline__ uint64_t next(uint32_t *slots, uint64_t &before, uint32_t index, const sort_tile &tile,
                                             uint32_t own)
    {
        uint64_t sum = 0;
        if (!tile.is_first()) {
            if (tile.run() == run)
                sum = before;
            sum += (sum_before(slots, index) - static_cast<uint32_t>(sum)) & slot_count;
            store_relaxed(slot(slots, index), ((static_cast<uint32_t>(sum) + own) & slot_count) | slot_prefix);
        }
        before = sum;
        run = tile.run();
        return sum;
    }

    /* By any thread, before next() is called for the tile. */
    __device__ __forceinline__ static void publish(uint32_t *slots, uint32_t index, const sort_tile &tile, uint32_t own)
    {
        store_relaxed(slot(slots, index), own | (tile.is_first() ? slot_prefix : slot_aggregate));
    }

  private:
    /* `slots` are the digit's, as everywhere here. */
    __device__ __forceinline__ static uint32_t *slot(uint32_t *slots, uint32_t index)
    {
        return slots + static_cast<uint64_t>(index) * sort_bins;
    }

    /* Modulo 2^30. (The run's first tile has a prefix, so nobody looks further.) */
    __device__ __forceinline__ static uint32_t sum_before(uint32_t *slots, uint32_t index)
    {
        uint32_t sum = 0;
        for (uint32_t next = index; next > 0;) {
            uint32_t words[Batch];
#pragma unroll
            for (int j = 0; j < Batch; ++j)
                words[j] = j < next ? load_relaxed(slot(slots, next - 1 - j)) : slot_prefix;
#pragma unroll
            for (int j = 0; j < Batch; ++j) {
                if (words[j] == 0)
                    break;
                sum += words[j];
                --next;
                if (words[j] >= slot_prefix)
                    return sum & slot_count;
            }
        }
        return sum & slot_count;
    }

    uint32_t run = UINT32_MAX; /* of the block's last tile */
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_LOOK_BACK_CUH */
