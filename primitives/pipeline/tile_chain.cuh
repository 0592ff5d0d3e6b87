/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What comes before each tile of a grid whose blocks take tiles in order, after Merrill and Garland's decoupled
 * look-back, but in an order that does not depend on which block is faster. Tiles are grouped, as many as a block has
 * threads:
 *
 *     before(i) = what comes before i's group, then the parts of the group's tiles before i
 *
 * Every tile publishes its part, which needs nothing of other tiles. The last tile of a group publishes what comes
 * before the next group; so the chain of blocks that wait for each other has a link a group, and in a group's time
 * memory moves some 10 MB. The tree of operations is the same on every device, and so are all bits of the results.
 *
 * A slot holds a value of some 32-bit words, each in a 64-bit word beside a tag: one atomic load tells a reader whether
 * the word is there. Tags are cleared by a kernel before (0 is no tag), whatever the workspace held.
 */
#ifndef TCUI_TILE_CHAIN_CUH
#define TCUI_TILE_CHAIN_CUH

#include <algorithm>
#include <cstring>

#include "launch.cuh"
#include "primitives/context/workspace.h"
#include "primitives/tile/lanes.h"

namespace tcu
{

template <class Value>
__device__ __forceinline__ void publish(uint64_t *slot, const Value &value, uint32_t tag)
{
    constexpr int words = sizeof(Value) / 4;
    static_assert(words > 0 && sizeof(Value) % 4 == 0, "values of whole 32-bit words");
    uint32_t halves[words];
    memcpy(halves, &value, sizeof value);
#pragma unroll
    for (int w = 0; w < words; w++) {
        store_relaxed(slot + w, static_cast<uint64_t>(tag) << 32 | halves[w]);
    }
}

/* The tag, or 0 if not all of the value is there. */
template <class Value>
__device__ __forceinline__ uint32_t read_published(const uint64_t *slot, Value *value)
{
    constexpr int words = sizeof(Value) / 4;
    static_assert(words > 0 && sizeof(Value) % 4 == 0, "values of whole 32-bit words");
    uint32_t halves[words], tag = ~0u;
    if constexpr (words == 1) {
        const uint64_t word = load_relaxed(slot);
        halves[0] = static_cast<uint32_t>(word);
        tag = static_cast<uint32_t>(word >> 32);
    } else {
        static_assert(words % 2 == 0, "loads of two words");
#pragma unroll
        for (int w = 0; w < words; w += 2) {
            uint64_t two[2];
            load_relaxed(two, slot + w);
            halves[w] = static_cast<uint32_t>(two[0]);
            halves[w + 1] = static_cast<uint32_t>(two[1]);
            tag &= static_cast<uint32_t>(two[0] >> 32) & static_cast<uint32_t>(two[1] >> 32);
        }
    }
    memcpy(value, halves, sizeof *value);
    return tag;
}

/*
 * By how many tiles a block loads ahead: half of those that blocks work on at a time. On an H100, in % of a device
 * copy, by this part of them:
 *
 *                                        none   1/4   1/2     1
 *     linear recurrence, f32               76    89    90    80
 *     scan by key, runs of about 256       79    87    93    88
 *     reduction by key, runs of about 4    82    85    86    84
 *
 * L2 evicts lines that have come too early, so there is a limit in bytes, too, which elements of 4 bytes just keep.
 * (Reduction by keys of 16 bytes, f64, runs of 1, H200: 2.08 ms; without the limit, 20 MB ahead, 2.52.) */
inline uint64_t tiles_ahead(const tcu_context *context, int resident_blocks, uint64_t tile_bytes)
{
    constexpr uint64_t most_bytes = 9000000;
    const uint64_t half = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * resident_blocks / 2;
    return std::min(half, most_bytes / tile_bytes);
}

/*
 * Fold says what is chained, for blocks of Fold::threads threads:
 *
 *     published, before        types of what a tile publishes beside its tag and of what comes before a tile
 *     part                     the same in registers, with what the tag says
 *     part_of(value, tag, i)   of tile i of a group, as published
 *     part_of_nothing()        of no tile
 *     of_warp(part)            the parts of a warp's lanes, the result in its first lane; by a whole warp
 *     join(left, right)        two parts; `right` comes behind
 *     behind(part, before)     what comes behind a part
 */
template <class Fold>
struct tile_chain {
    using part = typename Fold::part;
    using published = typename Fold::published;
    using before_type = typename Fold::before;
    static constexpr int group = Fold::threads, warps = Fold::threads / TCUI_WARP_LANES;
    static constexpr int part_words = sizeof(published) / 4, before_words = sizeof(before_type) / 4;

    uint32_t *next_tile; /* nullptr: there is one tile */
    uint64_t *parts;     /* a slot for each tile */
    uint64_t *befores;   /* and one for each group: what comes before it */
    uint64_t tiles;
    uint64_t ahead; /* tiles by which a block loads into L2 what a later block reads: prefetch_ahead.cuh */

    __host__ __device__ static constexpr uint64_t words(uint64_t tiles)
    {
        /* (Slots of befores begin at a multiple of 16 bytes.) */
        return (tiles * part_words + 1) / 2 * 2 + (tiles / group + 1) * before_words;
    }

    /* Reserves the workspace; with a base, also says where things are. */
    static tile_chain placed(uint64_t tiles, tcui_layout *layout, void *base)
    {
        tile_chain chain = {};
        chain.tiles = tiles;
        if (tiles > 1) {
            chain.parts = place<uint64_t>(layout, base, words(tiles));
            chain.befores = chain.parts != nullptr ? chain.parts + (tiles * part_words + 1) / 2 * 2 : nullptr;
            chain.next_tile = place<uint32_t>(layout, base, 1);
        }
        return chain;
    }

    void set_ahead(const tcu_context *context, int resident_blocks, uint64_t tile_bytes)
    {
        ahead = tiles_ahead(context, resident_blocks, tile_bytes);
    }

    __device__ __forceinline__ bool is_last_of_group(uint64_t tile) const
    {
        return tile % group == group - 1 && tile + 1 < tiles;
    }

    __device__ __forceinline__ void publish_part(uint64_t tile, const published &value, uint32_t tag) const
    {
        if (tile + 1 < tiles) {
            publish(parts + tile * part_words, value, tag);
        }
    }

    /* By the last tile of a group alone. */
    __device__ __forceinline__ void publish_next_group(uint64_t tile, const before_type &before) const
    {
        publish(befores + (tile / group + 1) * before_words, before, 1);
    }

    struct shared_parts {
        part own, of_warps[warps];
        before_type before;
        bool knows_group; /* `before` is that of the group */
    };

    /*
     * What comes before the tile, by the whole block: thread t waits for tile t of the group, then the first one for
     * the group. `first` comes before the first group. Of the last tile of a group that thread also publishes what
     * comes behind `own`, unless that is_known already: no other thread is between two links of the chain.
     */
    __device__ __forceinline__ before_type before(const Fold &fold, uint64_t tile, const part &own, bool is_known,
                                                  const before_type &first, shared_parts &shared) const
    {
        const uint32_t place = static_cast<uint32_t>(tile % group);
        const int thread = threadIdx.x;
        if (thread == 0) {
            shared.own = own;
        }
        if (thread == group - 1) { /* which waits for no tile; mostly the group's is there already */
            before_type before = first;
            shared.knows_group = tile < group || try_group(tile, &before);
            shared.before = before;
        }
        part read = fold.part_of_nothing();
        bool waits = thread < place;
        while (__any_sync(all_lanes, waits)) {
            if (waits) {
                published value;
                const uint32_t tag = read_published(parts + (tile - place + thread) * part_words, &value);
                if (tag != 0) {
                    read = fold.part_of(value, tag, thread);
                    waits = false;
                }
            }
        }
        const part of_warp = fold.of_warp(read);
        if (thread % TCUI_WARP_LANES == 0) {
            shared.of_warps[thread / TCUI_WARP_LANES] = of_warp;
        }
        __syncthreads();
        if (thread == 0) {
            part all = shared.of_warps[0];
#pragma unroll 1
            for (int w = 1; w < warps; w++) {
                all = fold.join(all, shared.of_warps[w]);
            }
            before_type before = shared.before;
            bool waits_for_group = !shared.knows_group;
            while (waits_for_group) {
                waits_for_group = !try_group(tile, &before);
            }
            before = fold.behind(all, before);
            if (is_last_of_group(tile) && !is_known) {
                publish_next_group(tile, fold.behind(shared.own, before));
            }
            shared.before = before;
        }
        __syncthreads();
        return shared.before;
    }

  private:
    __device__ __forceinline__ bool try_group(uint64_t tile, before_type *before) const
    {
        return read_published(befores + tile / group * before_words, before) != 0;
    }
};

constexpr int clear_chain_threads = 256;

template <class Word>
__global__ void __launch_bounds__(clear_chain_threads) clear_chain(Word *words, uint64_t count, uint32_t *next_tile)
{
    const uint64_t i = static_cast<uint64_t>(blockIdx.x) * clear_chain_threads + threadIdx.x;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (i < count) {
        words[i] = 0;
    }
    if (i == 0) {
        *next_tile = 0;
    }
}

/* Words of slots, and the number of the next tile. */
inline tcu_status launch_clear_slots(tcu_context *context, uint64_t *words, uint64_t count, uint32_t *next_tile)
{
    return launch_as(launch_kind::overlapping, context, clear_chain<uint64_t>, divide_up(count, clear_chain_threads),
                     clear_chain_threads, 0, words, count, next_tile);
}

/* Before the kernel of the chain; nothing where there is one tile. */
template <class Fold>
tcu_status launch_clear_chain(tcu_context *context, const tile_chain<Fold> &chain)
{
    if (chain.tiles < 2) {
        return TCU_SUCCESS;
    }
    const uint64_t count = chain.words(chain.tiles);
    return launch_clear_slots(context, chain.parts, count, chain.next_tile);
}

} // namespace tcu

#endif /* TCUI_TILE_CHAIN_CUH */
