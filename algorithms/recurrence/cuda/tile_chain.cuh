/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What comes before each tile of a grid whose blocks take tiles in order, after Merrill and Garland's decoupled
 * look-back, but in an order that does not depend on which block is faster. Tiles are grouped, as many as a block has
 * threads:
 *
 *     before(i) = what comes before i's group, then the pairs of the group's tiles before i
 *
 * Every tile publishes its pair, which needs nothing of other tiles. The last tile of a group publishes what comes
 * before the next group; so the chain of blocks that wait for each other has a link a group, and in a group's time
 * memory moves 12 MB. The tree of compositions is the same on every device, and so are all bits of the results.
 *
 * A slot holds a value of some 32-bit words, each in a 64-bit word beside a tag: one atomic load tells a reader whether
 * the word is there. Tags are cleared by a kernel before (0 is no tag), whatever the workspace held.
 */
#ifndef TCUI_RECURRENCE_CUDA_TILE_CHAIN_CUH
#define TCUI_RECURRENCE_CUDA_TILE_CHAIN_CUH

#include <cstring>

#include "algorithms/recurrence/cuda/tuning.h"
#include "pair.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

constexpr int recurrence_threads = TCUI_RECURRENCE_THREADS, recurrence_warps = recurrence_threads / TCUI_WARP_LANES;

/* 64-bit words of a slot: a pair's are two Real, those of an x before a group one f64. Both are multiples of 16 bytes.
 * */
template <class Value>
constexpr int chain_words = sizeof(Value) / 4;

template <class Value>
__device__ __forceinline__ void publish(uint64_t *slot, const Value &value, uint32_t tag)
{
    uint32_t halves[chain_words<Value>];
    memcpy(halves, &value, sizeof value);
#pragma unroll
    for (int w = 0; w < chain_words<Value>; w++) {
        store_relaxed(slot + w, static_cast<uint64_t>(tag) << 32 | halves[w]);
    }
}

/* The tag, or 0 if not all of the value is there. */
template <class Value>
__device__ __forceinline__ uint32_t read_published(const uint64_t *slot, Value *value)
{
    uint32_t halves[chain_words<Value>], tag = ~0u;
#pragma unroll
    for (int w = 0; w < chain_words<Value>; w += 2) {
        uint64_t words[2];
        load_relaxed(words, slot + w);
        halves[w] = static_cast<uint32_t>(words[0]);
        halves[w + 1] = static_cast<uint32_t>(words[1]);
        tag &= static_cast<uint32_t>(words[0] >> 32) & static_cast<uint32_t>(words[1] >> 32);
    }
    memcpy(value, halves, sizeof *value);
    return tag;
}

template <class Real>
struct tile_chain {
    /* Of a run, without and with a head. */
    enum : uint32_t { without_head = 1, with_head = 2, is_there = 1 };
    struct factors {
        Real a, b;
    };

    uint32_t *next_tile; /* nullptr: there is one tile */
    uint64_t *pairs;     /* a slot for each tile */
    uint64_t *befores;   /* and one for each group: the x before it */
    uint64_t tiles;

    static constexpr uint64_t group = recurrence_threads;

    __host__ __device__ static constexpr uint64_t pair_words(uint64_t tiles) { return tiles * chain_words<factors>; }
    __host__ __device__ static constexpr uint64_t before_words(uint64_t tiles)
    {
        return (tiles / group + 1) * chain_words<f64>;
    }

    __device__ __forceinline__ void publish_pair(uint64_t tile, const run_pair<Real> &pair) const
    {
        publish(pairs + tile * chain_words<factors>, factors{pair.a, pair.b}, pair.has_head ? with_head : without_head);
    }

    /* By the last tile of a group alone: the x before the group behind it. */
    __device__ __forceinline__ void publish_before(uint64_t tile, f64 x) const
    {
        publish(befores + (tile / group + 1) * chain_words<f64>, x, is_there);
    }

    __device__ __forceinline__ bool is_last_of_group(uint64_t tile) const { return tile % group == group - 1; }

    struct shared_runs {
        run_pair<Real> of_warps[recurrence_warps];
        f64 before_group;
    };

    /* The x before the tile, by the whole block: thread t waits for tile t of the group, the last one for the group.
     * `first` comes before the first group. */
    __device__ __forceinline__ f64 before(uint64_t tile, f64 first, shared_runs &shared) const
    {
        const uint64_t place = tile % group, begin = tile - place;
        const int thread = threadIdx.x;
        const bool is_of_group = thread == recurrence_threads - 1;
        run_pair<Real> own = run_pair<Real>::of_nothing();
        f64 before_group = first;
        bool waits = is_of_group ? begin > 0 : thread < place;
        while (__any_sync(all_lanes, waits)) {
            if (waits && is_of_group) {
                waits = read_published(befores + tile / group * chain_words<f64>, &before_group) == 0;
            } else if (waits) {
                factors read;
                const uint32_t tag = read_published(pairs + (begin + thread) * chain_words<factors>, &read);
                waits = tag == 0;
                own = {read.a, read.b, tag == with_head};
            }
        }
        const run_pair<Real> of_warp = scan_runs(own).all;
        if (thread % TCUI_WARP_LANES == 0) {
            shared.of_warps[thread / TCUI_WARP_LANES] = of_warp;
        }
        if (is_of_group) {
            shared.before_group = before_group;
        }
        __syncthreads();
        run_pair<Real> all = shared.of_warps[0];
#pragma unroll
        for (int w = 1; w < recurrence_warps; w++) {
            all = all.then(shared.of_warps[w]);
        }
        return all.behind(shared.before_group);
    }
};

} // namespace tcu

#endif /* TCUI_RECURRENCE_CUDA_TILE_CHAIN_CUH */
