/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The carry into each tile of a persistent grid. Tile i belongs to block i mod G; all G blocks are resident. Every
 * block publishes the aggregate of each of its tiles, and no block ever publishes a prefix, so there is no chain of
 * dependent messages:
 *
 *     carry(i) = inclusive prefix of tile i - G (formed by this block) + aggregates of the G - 1 tiles between
 *
 * cut off at the last tile in between that has a segment head. The order of additions is fixed by G: results are
 * bitwise reproducible on one device. Prefixes of reals are kept in twice their width (running_sum), so that their
 * error does not grow with n.
 *
 * A slot is a 64-bit word {tag, value}, the tag being twice the iteration + 1, plus 1 for a head: one atomic load tells
 * a reader whether the value is the one it waits for. 64-bit values take two such words, each with its tag. The slots
 * form a ring over iterations. Each block clears its own slots, and the grid synchronises once, before it publishes: so
 * tags of this launch cannot be mistaken for those of an earlier one, whatever the workspace held and however often a
 * graph is replayed.
 */
#ifndef TCUI_LOOK_BACK_CUH
#define TCUI_LOOK_BACK_CUH

#include <cstdint>
#include <type_traits>

#include "primitives/tile/compensated_sum.cuh"
#include "primitives/tile/element.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* Iterations after which a slot is used again. Why they are enough: primitives/scan/cuda/one_pass/block.cuh. */
constexpr int look_back_ring = 16;
constexpr int look_back_max_blocks = 192; /* three pairs of slots a lane of the polling warp */

/* Blocks of a persistent grid on a device with that many multiprocessors. */
__host__ __device__ constexpr int look_back_blocks(int multiprocessors)
{
    return multiprocessors < look_back_max_blocks ? multiprocessors : look_back_max_blocks;
}

template <class Acc>
constexpr int slot_words = sizeof(Acc) / 4;

/* Words of a slot array for G blocks; rows of an even number of slots, so that pairs are aligned. */
template <class Acc>
__host__ __device__ constexpr uint64_t look_back_words(int blocks)
{
    return static_cast<uint64_t>(look_back_ring) * (blocks + blocks % 2) * slot_words<Acc>;
}

__device__ __forceinline__ uint32_t low_bits(float value)
{
    return __float_as_uint(value);
}
__device__ __forceinline__ uint32_t low_bits(uint32_t value)
{
    return value;
}
__device__ __forceinline__ uint64_t wide_bits(double value)
{
    return __double_as_longlong(value);
}
__device__ __forceinline__ uint64_t wide_bits(uint64_t value)
{
    return value;
}

template <class Acc>
__device__ __forceinline__ Acc value_of_words(uint32_t low, uint32_t high)
{
    const uint64_t both = static_cast<uint64_t>(high) << 32 | low;
    if constexpr (std::is_same_v<Acc, float>) {
        return __uint_as_float(low);
    } else if constexpr (std::is_same_v<Acc, double>) {
        return __longlong_as_double(static_cast<long long>(both));
    } else {
        return static_cast<Acc>(both);
    }
}

/* The slots of one launch. */
template <class Acc>
struct look_back_slots {
    uint64_t *words;

    __device__ __forceinline__ uint64_t *slot(int iteration, int block) const
    {
        const int row = gridDim.x + gridDim.x % 2;
        return words + (static_cast<uint64_t>(iteration % look_back_ring) * row + block) * slot_words<Acc>;
    }

    /* By one warp of the block, before the grid synchronises. */
    __device__ __forceinline__ void clear_own() const
    {
        for (int i = threadIdx.x % TCUI_WARP_LANES; i < look_back_ring; i += TCUI_WARP_LANES) {
            for (int w = 0; w < slot_words<Acc>; w++) {
                store_relaxed(slot(i, blockIdx.x) + w, 0);
            }
        }
    }

    __device__ __forceinline__ static uint32_t tag_of(int iteration)
    {
        return 2u * static_cast<uint32_t>(iteration) + 2u;
    }

    __device__ __forceinline__ void publish(int iteration, Acc sum, bool has_head) const
    {
        const uint64_t tag = static_cast<uint64_t>(tag_of(iteration) | (has_head ? 1u : 0u)) << 32;
        uint64_t *to = slot(iteration, blockIdx.x);
        if constexpr (sizeof(Acc) == 4) {
            store_relaxed(to, tag | low_bits(sum));
        } else {
            store_relaxed(to, tag | (wide_bits(sum) & 0xffffffffu));
            store_relaxed(to + 1, tag | wide_bits(sum) >> 32);
        }
    }
};

/* A prefix over all tiles: a chain of additions that grows with n, so it is kept wider than its terms. */
template <class Acc, class Wide = wide_accumulator<Acc>>
class running_sum
{
  public:
    __device__ __forceinline__ void set(Wide value) { sum = value; }
    __device__ __forceinline__ void add(Wide value) { sum += value; }
    __device__ __forceinline__ Wide value() const { return sum; }

  private:
    Wide sum = 0;
};

/* f64: nothing is wider, so what additions round away is kept beside the sum. */
template <>
class running_sum<f64, f64>
{
  public:
    __device__ __forceinline__ void set(f64 value) { sum = {value, 0}; }
    __device__ __forceinline__ void add(f64 value) { sum.add(value); }
    __device__ __forceinline__ f64 value() const { return sum.value(); }

  private:
    compensated_sum sum = {0, 0};
};

/* How tiles' results become one: by +, or by an operator with the same members (primitives/scan/cuda/operators). */
template <class Acc, class Wide = wide_accumulator<Acc>>
struct look_back_sum {
    using wide = Wide;
    /* Of the tiles of one iteration: only a chain over all of them grows beyond an integer type of their sums. */
    using of_tiles = std::conditional_t<std::is_integral_v<Acc>, Acc, Wide>;
    using running = running_sum<Acc, Wide>;

    template <class T>
    __device__ __forceinline__ T combine(T a, T b) const
    {
        return a + b;
    }

    __device__ __forceinline__ of_tiles of_tile(Acc sum) const { return static_cast<of_tiles>(sum); }
    __device__ __forceinline__ running nothing() const { return {}; }
};

/* A polling warp's lanes have the slots of the blocks 2 (lane + 32 j) + i, i = 0, 1, as pairs that share 16 (32) bytes. */
constexpr int look_back_pairs = look_back_max_blocks / (2 * TCUI_WARP_LANES);

/*
 * What the G - 1 tiles before a block's tile `iteration` have published; bit 2 j + i of `heads`: that one has a head.
 * Call by the whole warp. All loads of a lane are in flight at once.
 */
template <class Acc>
__device__ __forceinline__ void poll_slots(const look_back_slots<Acc> &slots, int iteration,
                                           Acc (&value)[look_back_pairs][2], unsigned &heads)
{
    constexpr int pairs = look_back_pairs;
    const int lane = threadIdx.x % TCUI_WARP_LANES, blocks = gridDim.x, me = blockIdx.x;
    uint32_t tag[pairs];
    const uint64_t *from[pairs];
    unsigned pending = 0;
#pragma unroll
    for (int j = 0; j < pairs; j++) {
        const int block = 2 * (j * TCUI_WARP_LANES + lane);
        const int wanted = block + 1 <= me ? iteration : iteration - 1;
        value[j][0] = value[j][1] = 0;
        tag[j] = slots.tag_of(wanted);
        from[j] = slots.slot(wanted < 0 ? 0 : wanted, block < blocks ? block : 0);
        for (int i = 0; i < 2; i++) {
            if (wanted >= 0 && block + i < blocks && block + i != me) {
                pending |= 1u << (2 * j + i);
            }
        }
    }
    while (__any_sync(all_lanes, pending != 0)) {
        uint64_t words[pairs][slot_words<Acc>][2];
#pragma unroll
        for (int j = 0; j < pairs; j++) {
            if (pending >> (2 * j) & 3u) {
#pragma unroll
                for (int w = 0; w < slot_words<Acc>; w++) {
                    load_relaxed(words[j][w], from[j] + 2 * w);
                }
            }
        }
#pragma unroll
        for (int j = 0; j < pairs; j++) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                if (pending >> (2 * j + i) & 1u) {
                    /* 4-byte values: one vector holds both slots; 8-byte values: one vector a slot. */
                    const uint64_t low = sizeof(Acc) == 4 ? words[j][0][i] : words[j][sizeof(Acc) == 4 ? 0 : i][0];
                    const uint64_t high = sizeof(Acc) == 4 ? low : words[j][sizeof(Acc) == 4 ? 0 : i][1];
                    const uint32_t seen = static_cast<uint32_t>(low >> 32);
                    if ((seen & ~1u) == tag[j] && static_cast<uint32_t>(high >> 32) == seen) {
                        value[j][i] = value_of_words<Acc>(static_cast<uint32_t>(low), static_cast<uint32_t>(high));
                        heads |= (seen & 1u) << (2 * j + i);
                        pending &= ~(1u << (2 * j + i));
                    }
                }
            }
        }
    }
}

/* The place of a block's tile among the G - 1 before this block's: later blocks of the last iteration, then earlier ones
 * of this. */
__device__ __forceinline__ int look_back_order(int block)
{
    const int blocks = gridDim.x, me = blockIdx.x;
    return block > me ? block - me - 1 : blocks - 1 - me + block;
}

/*
 * The polling warp of a block. next() gives the carry into tile `iteration` of this block and remembers the inclusive
 * prefix.
 *
 * A block's tiles cannot be faster than its poller. So sums of 32-bit integers without heads, whose additions commute,
 * are added at once, in any order.
 */
template <class Acc, class Operator, bool InOrder = true>
class look_back_poller
{
    static constexpr int pairs = look_back_pairs;
    using Prefix = typename Operator::wide;

  public:
    using sum_type = typename Operator::of_tiles;

    __device__ look_back_poller(look_back_slots<Acc> slots, const Operator &op)
        : slots(slots), op(op), own(op.nothing())
    {
    }

    __device__ __forceinline__ Prefix next(int iteration, sum_type tile_sum, bool tile_has_head)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        Acc value[pairs][2];
        unsigned heads = 0;
        poll_slots(slots, iteration, value, heads);

        if constexpr (!InOrder) {
            sum_type of_lane = 0;
#pragma unroll
            for (int j = 0; j < pairs; j++) {
                of_lane += value[j][0] + value[j][1];
            }
            own.add(__reduce_add_sync(all_lanes, of_lane));
            const Prefix before = own.value();
            own.add(tile_sum);
            return before;
        }

        int last_head = -1;
#pragma unroll
        for (int j = 0; j < 2 * pairs; j++) {
            if (heads >> j & 1u) {
                last_head = max(last_head, look_back_order(2 * (j / 2 * TCUI_WARP_LANES + lane) + j % 2));
            }
        }
        last_head = __reduce_max_sync(all_lanes, last_head);
        sum_type sum = 0;
#pragma unroll
        for (int j = 0; j < 2 * pairs; j++) {
            if (look_back_order(2 * (j / 2 * TCUI_WARP_LANES + lane) + j % 2) >= last_head) {
                sum = op.combine(sum, op.of_tile(value[j / 2][j % 2]));
            }
        }
#pragma unroll
        for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
            sum = op.combine(sum, __shfl_xor_sync(all_lanes, sum, distance));
        }

        if (last_head >= 0) {
            own.set(sum);
        } else {
            own.add(sum);
        }
        const Prefix carry = own.value();
        if (tile_has_head) {
            own.set(tile_sum);
        } else {
            own.add(tile_sum);
        }
        return carry;
    }

  private:
    look_back_slots<Acc> slots;
    const Operator &op;
    typename Operator::running own; /* inclusive prefix of this block's last tile */
};

} // namespace tcu

#endif /* TCUI_LOOK_BACK_CUH */
