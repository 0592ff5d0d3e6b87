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
    __device__ digit_look_back(uint32_t *slots, int bin) : slots(slots + bin) {}

    /* The keys of the digit before the tile, of which `own` are in it. */
    __device__ __forceinline__ uint64_t next(uint32_t index, const sort_tile &tile, uint32_t own)
    {
        if (tile.run() != run || tile.is_first())
            before = 0;
        run = tile.run();
        if (!tile.is_first()) {
            before += (sum_before(index) - static_cast<uint32_t>(before)) & slot_count;
            store_relaxed(slot(index), ((static_cast<uint32_t>(before) + own) & slot_count) | slot_prefix);
        }
        return before;
    }

    /* By any thread, before next() is called for the tile. */
    __device__ __forceinline__ static void publish(uint32_t *slots, int bin, uint32_t index, const sort_tile &tile,
                                                   uint32_t own)
    {
        store_relaxed(slots + static_cast<uint64_t>(index) * sort_bins + bin,
                      own | (tile.is_first() ? slot_prefix : slot_aggregate));
    }

  private:
    __device__ __forceinline__ uint32_t *slot(uint32_t index) const
    {
        return slots + static_cast<uint64_t>(index) * sort_bins;
    }

    /* Modulo 2^30. (The run's first tile has a prefix, so nobody looks further.) */
    __device__ __forceinline__ uint32_t sum_before(uint32_t index) const
    {
        uint32_t sum = 0;
        for (uint32_t next = index; next > 0;) {
            uint32_t words[Batch];
#pragma unroll
            for (int j = 0; j < Batch; ++j)
                words[j] = j < next ? load_relaxed(slot(next - 1 - j)) : slot_prefix;
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

    uint32_t *slots;
    uint64_t before = 0; /* the block's tile before this one, if it was of the same run */
    uint32_t run = UINT32_MAX;
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_LOOK_BACK_CUH */
