/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stream kernel of a user's own: of n numbers those that a predicate keeps, in their order, in one pass over memory.
 * A block takes the next tile of the array, by a counter, and
 *
 *     flags       f[i] = 1 if element i is kept, else 0
 *     ranks       r[i] = f[0] + ... + f[i - 1], of the tile: an exclusive scan of the block, by `Collectives`
 *     look-back   how many elements all tiles before keep (look_back.cuh)
 *     output      out[before + r[i]] = x[i] where f[i] = 1.
 *
 * Threads read vectors of four neighbours, which no layout of the collectives is as a whole: so each round of vectors,
 * in the blocked layout, is a scan of its own. Flags are bytes, which the matrix unit adds exactly; scans as products
 * with triangles of ones: Dakkak et al., "Accelerating Reduction and Scan Using Tensor Core Units", ICS'19.
 */
#ifndef TCU_EXAMPLES_DEVICE_COMPACT_CUH
#define TCU_EXAMPLES_DEVICE_COMPACT_CUH

#include <cstdint>

#include <tcu/device/collectives.cuh>

#include "../harness/floats.cuh"
#include "look_back.cuh"

namespace example
{

constexpr int compact_threads = 256, compact_items = 16, compact_tile = compact_threads * compact_items;

/* The predicate. (NaN is not kept.) */
struct above {
    float threshold;
    __device__ __forceinline__ bool operator()(float x) const { return x > threshold; }
};

/* How a block's threads hold a tile's elements. */
struct compact_vectors {
    static constexpr int vector = 4, vectors = compact_items / vector; /* of 16 bytes */

    /* The place of the thread's element i in its tile: neighbouring threads have neighbouring vectors. */
    __device__ __forceinline__ static int place(int i)
    {
        return (i / vector * compact_threads + static_cast<int>(threadIdx.x)) * vector + i % vector;
    }
    /* Elements at places from `count` on become anything. */
    template <bool Aligned>
    __device__ __forceinline__ void load(float (&items)[compact_items], const float *tile, int count)
    {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            float four[vector];
            load_four<Aligned>(four, tile, place(v * vector), count);
#pragma unroll
            for (int i = 0; i < vector; i++) {
                items[v * vector + i] = four[i];
            }
        }
    }
};

/* The scan in this order. */
struct tcu_scan : compact_vectors {
    /* One for each round, so that no barrier is needed between them. */
    tcu::device::block_storage<uint8_t, compact_threads> storage[vectors];

    /* Returns the sum of all flags, in every thread. */
    __device__ __forceinline__ uint32_t scan(const uint8_t (&flags)[compact_items], uint32_t (&ranks)[compact_items])
    {
        using namespace tcu::device;
        uint32_t total = 0;
#pragma unroll
        for (int first = 0; first < compact_items; first += vector) {
            const uint8_t of_vector[vector] = {flags[first], flags[first + 1], flags[first + 2], flags[first + 3]};
            uint32_t in_vectors[vector];
            const uint32_t of_vectors =
                block_scan<compact_threads, scan_kind::exclusive>(of_vector, in_vectors, storage[first / vector]);
#pragma unroll
            for (int i = 0; i < vector; i++) {
                ranks[first + i] = total + in_vectors[i];
            }
            total += of_vectors;
        }
        return total;
    }
};

template <class Collectives, bool Aligned, class Keep>
__global__ void __launch_bounds__(compact_threads)
    compact(const float *x, uint64_t n, Keep keep, float *out, uint64_t *out_count, look_back tiles)
{
    __shared__ Collectives collectives;
    __shared__ uint32_t shared_tile;
    __shared__ uint64_t shared_before;
    if (threadIdx.x == 0) {
        shared_tile = tiles.next();
    }
    __syncthreads();
    const uint32_t tile = shared_tile;
    const uint64_t first = static_cast<uint64_t>(tile) * compact_tile;
    const int count = static_cast<int>(n - first < compact_tile ? n - first : compact_tile);

    float items[compact_items];
    uint8_t flags[compact_items];
    uint32_t ranks[compact_items];
    collectives.template load<Aligned>(items, x + first, count);
#pragma unroll
    for (int i = 0; i < compact_items; i++) {
        flags[i] = collectives.place(i) < count && keep(items[i]);
    }
    const uint32_t kept = collectives.scan(flags, ranks);
    if (threadIdx.x / warpSize == 0) {
        const uint64_t before = tiles.before(tile, kept);
        if (threadIdx.x == 0) {
            shared_before = before;
        }
    }
    __syncthreads();
    const uint64_t before = shared_before;
#pragma unroll
    for (int i = 0; i < compact_items; i++) {
        if (flags[i] != 0) {
            out[before + ranks[i]] = items[i];
        }
    }
    if (threadIdx.x == 0 && first + count == n) {
        *out_count = before + kept;
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_COMPACT_CUH */
