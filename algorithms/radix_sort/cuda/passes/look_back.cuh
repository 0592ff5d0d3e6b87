/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many keys of each digit come before a tile in its run: a decoupled look-back (D. Merrill, M. Garland, 2016) of
 * 256 carries, a thread each. A tile publishes how many of its keys have the digit (its aggregate), and, when it has
 * found how many come before it, the sum of both (its prefix); the first tile of a run publishes its prefix at once. A
 * reader adds up aggregates backwards until it meets a prefix.
 *
 * A slot is a word: two bits that say what it holds, 0 for nothing yet; six of a tag; and the count modulo 2^24. That
 * is enough for any count: a block has the full prefix of the tile it had before, if that was of the same run, and
 * else there are fewer tiles between the run's begin and this tile than blocks. So what is to be added is less
 * than what all blocks have of keys, which is less than 2^24.
 *
 * Where the array is one run, slots are a ring of a power of two of rows, three times the G blocks or more: memory does
 * not grow with n. A row's words are of the tile they are looked for if their tag is that of its round. And no block
 * still looks for those of tile t when tile t + 3 G is published: its block has looked back from tile t + 2 G before,
 * so all tiles before that were published, each of them by a block that was done with the tile it had before, that is,
 * with all tiles up to t + G; and a tile after those does not look beyond the prefix of the one that its block had
 * before. (So it is in program order and by what each block has seen of the others. Words are relaxed, so formally
 * nothing orders all this across blocks; but a row that was overwritten early would be of a later round, whose tag
 * makes its reader wait, not count wrong.) Of several runs every tile has a row: first tiles wait for no other, so a
 * block that meets many of those may be ahead by any number of rounds.
 *
 * There are two rings, of which passes take turns: each begins with clearing the other one for the next pass; the first
 * is cleared where digits are counted. So nothing depends on what the workspace held.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_LOOK_BACK_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_LOOK_BACK_CUH

#include "tiles.cuh"

namespace tcu
{

constexpr uint32_t slot_aggregate = 1u << 30, slot_prefix = 2u << 30, slot_count = (1u << 24) - 1;
constexpr uint32_t slot_tag = (1u << 30) - 1 - slot_count;

/* The slots of one digit. */
struct slot_ring {
    uint32_t *slots;
    int log2_rows;

    __device__ __forceinline__ uint32_t *at(uint32_t index) const
    {
        return slots + static_cast<uint64_t>(index & ((1u << log2_rows) - 1)) * sort_bins;
    }

    __device__ __forceinline__ uint32_t tag_of(uint32_t index) const { return (index >> log2_rows) << 24 & slot_tag; }

    __device__ __forceinline__ void store(uint32_t index, uint32_t kind, uint32_t count) const
    {
        store_relaxed(at(index), kind | tag_of(index) | (count & slot_count));
    }

    /* The digit's word in the slot of a tile; 0: nothing yet. */
    __device__ __forceinline__ uint32_t of_tile(uint32_t word, uint32_t index) const
    {
        return (word & slot_tag) == tag_of(index) ? word : 0;
    }

    /* By any thread, before next() is called for the tile. */
    __device__ __forceinline__ void publish(uint32_t index, const sort_tile &tile, uint32_t own) const
    {
        store(index, tile.is_first() ? slot_prefix : slot_aggregate, own);
    }
};

/* The look-back of one digit by one thread, tile after tile. Batch: slots read at once. */
template <int Batch>
class digit_look_back
{
  public:
    /* `before` belongs to this thread: the keys of the digit before the block's last tile in its run. */
    __device__ __forceinline__ uint64_t next(const slot_ring &ring, uint64_t &before, uint32_t index,
                                             const sort_tile &tile, uint32_t own)
    {
        uint64_t sum = 0;
        if (!tile.is_first()) {
            if (tile.run() == run) {
                sum = before;
            }
            sum += (sum_before(ring, index) - static_cast<uint32_t>(sum)) & slot_count;
            ring.store(index, slot_prefix, static_cast<uint32_t>(sum) + own);
        }
        before = sum;
        run = tile.run();
        return sum;
    }

  private:
    /* In its low bits. (The run's first tile has a prefix, so the search ends there.) */
    __device__ __forceinline__ static uint32_t sum_before(const slot_ring &ring, uint32_t index)
    {
        uint32_t sum = 0;
        for (uint32_t next = index; next > 0;) {
            uint32_t words[Batch];
#pragma unroll
            for (int j = 0; j < Batch; j++) {
                words[j] = j < next ? load_relaxed(ring.at(next - 1 - j)) : slot_prefix | ring.tag_of(next - 1 - j);
            }
            const uint32_t last = next - 1;
#pragma unroll
            for (int j = 0; j < Batch; j++) {
                /* (Not right after the load: the next load would wait for it.) */
                const uint32_t word = ring.of_tile(words[j], last - j);
                if (word < slot_aggregate) {
                    break;
                }
                sum += word;
                --next;
                if (word >= slot_prefix) {
                    return sum;
                }
            }
        }
        return sum;
    }

    uint32_t run = UINT32_MAX; /* of the block's last tile */
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_LOOK_BACK_CUH */
