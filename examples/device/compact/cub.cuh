/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scan of compact.cuh by cub::BlockScan: of the same vectors, and in the way that CUB's users write it, where
 * cub::BlockLoad reads neighbours by neighbouring threads and gives each thread neighbours by way of shared memory, for
 * one scan.
 */
#ifndef TCU_EXAMPLES_DEVICE_COMPACT_CUB_CUH
#define TCU_EXAMPLES_DEVICE_COMPACT_CUB_CUH

#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>

#include "compact.cuh"

namespace example
{

/* (By scans of warps, which CUB's own selection of elements takes, too; raking, the default, has another barrier.) */
using compact_cub_scan = cub::BlockScan<uint32_t, compact_threads, cub::BLOCK_SCAN_WARP_SCANS>;

struct cub_scan : compact_vectors {
    using scanning = compact_cub_scan;
    typename scanning::TempStorage of_scan[vectors];

    __device__ __forceinline__ uint32_t scan(const uint8_t (&flags)[compact_items], uint32_t (&ranks)[compact_items])
    {
        uint32_t total = 0;
#pragma unroll
        for (int first = 0; first < compact_items; first += vector) {
            uint32_t of_vectors, in_vectors[vector];
#pragma unroll
            for (int i = 0; i < vector; i++) {
                in_vectors[i] = flags[first + i];
            }
            scanning(of_scan[first / vector]).ExclusiveSum(in_vectors, in_vectors, of_vectors);
#pragma unroll
            for (int i = 0; i < vector; i++) {
                ranks[first + i] = total + in_vectors[i];
            }
            total += of_vectors;
        }
        return total;
    }
};

struct cub_transposed_scan {
    using loading = cub::BlockLoad<float, compact_threads, compact_items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using scanning = compact_cub_scan;
    union {
        typename loading::TempStorage of_load;
        typename scanning::TempStorage of_scan;
    };

    __device__ __forceinline__ static int place(int i) { return static_cast<int>(threadIdx.x) * compact_items + i; }
    template <bool>
    __device__ __forceinline__ void load(float (&items)[compact_items], const float *tile, int count)
    {
        if (count == compact_tile) {
            loading(of_load).Load(tile, items);
        } else {
            loading(of_load).Load(tile, items, count, 0.0f);
        }
        __syncthreads(); /* (of_scan is the same memory) */
    }
    __device__ __forceinline__ uint32_t scan(const uint8_t (&flags)[compact_items], uint32_t (&ranks)[compact_items])
    {
        uint32_t total, numbers[compact_items];
#pragma unroll
        for (int i = 0; i < compact_items; i++) {
            numbers[i] = flags[i];
        }
        scanning(of_scan).ExclusiveSum(numbers, ranks, total);
        return total;
    }
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_COMPACT_CUB_CUH */
