/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tiles before a tile come to, while other blocks still work on them: decoupled look-back (Merrill, Garland,
 * "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016). Each tile has a word in global memory that holds
 * nothing, then its own sum, then the sum of all tiles up to it, with two bits that say which. A warp looks at the 32
 * words before its tile at a time and adds sums until one is of all tiles up to there.
 *
 * Tiles are numbered in the order in which blocks begin, so a block waits only for blocks that run. Sum and bits are
 * one word, so nothing else has to be ordered. That the word is written and read as a whole, from where all
 * multiprocessors see it, is what CUDA makes of aligned volatile accesses of 8 bytes; with libcu++ the same is said by
 * cuda::atomic_ref<uint64_t, cuda::thread_scope_device> and relaxed loads and stores.
 */
#ifndef TCU_EXAMPLES_DEVICE_LOOK_BACK_CUH
#define TCU_EXAMPLES_DEVICE_LOOK_BACK_CUH

#include <cstdint>

namespace example
{

class look_back
{
  public:
    /* Of so many tiles; words that are all 0 before a kernel. */
    static uint64_t words(uint64_t tiles) { return 1 + tiles; }
    explicit look_back(uint64_t *memory) : counter(memory), states(memory + 1) {}

    /* The next tile's number; one thread of a block calls it. */
    __device__ __forceinline__ uint32_t next() const { return atomicAdd(reinterpret_cast<unsigned *>(counter), 1u); }

    /* The sum of all tiles before. All lanes of one warp call it together, with the tile's own sum. */
    __device__ __forceinline__ uint64_t before(uint32_t tile, uint32_t own) const
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        uint64_t sum = 0;
        if (lane == 0) {
            states[tile] = pack(own, tile == 0 ? up_to_here : alone);
        }
        for (int64_t last = static_cast<int64_t>(tile) - 1; last >= 0; last -= 32) {
            const int64_t at = last - lane;
            uint64_t state;
            unsigned complete, still_nothing;
            int nearest; /* of the complete ones; words behind it are not needed, and not waited for */
            do {
                state = at >= 0 ? states[at] : pack(0, up_to_here);
                complete = __ballot_sync(all_lanes, kind(state) == up_to_here);
                nearest = complete != 0 ? __ffs(static_cast<int>(complete)) - 1 : 31;
                still_nothing = __ballot_sync(all_lanes, kind(state) == nothing && lane <= nearest);
            } while (still_nothing != 0);
            sum += add_lanes(lane <= nearest ? state >> kind_bits : 0);
            if (complete != 0) {
                break;
            }
        }
        if (lane == 0 && tile > 0) {
            states[tile] = pack(sum + own, up_to_here);
        }
        return sum;
    }

  private:
    enum : unsigned { nothing = 0, alone = 1, up_to_here = 2 };
    static constexpr unsigned all_lanes = ~0u, kind_bits = 2;

    __device__ static uint64_t pack(uint64_t sum, unsigned of_kind) { return sum << kind_bits | of_kind; }
    __device__ static unsigned kind(uint64_t state) { return static_cast<unsigned>(state) & ((1u << kind_bits) - 1); }
    __device__ static uint64_t add_lanes(uint64_t x)
    {
        for (int distance = 16; distance > 0; distance /= 2) {
            x += __shfl_xor_sync(all_lanes, static_cast<unsigned long long>(x), distance);
        }
        return x;
    }

    uint64_t *counter;
    volatile uint64_t *states; /* volatile: read again in each round */
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_LOOK_BACK_CUH */
