/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the kernels that sort samples into buckets and count these (path.cu), and the memory between them. */
#ifndef TCUI_HISTOGRAM_CUDA_BUCKETS_TASK_CUH
#define TCUI_HISTOGRAM_CUDA_BUCKETS_TASK_CUH

#include "algorithms/histogram/cuda/rows.cuh"
#include "algorithms/histogram/cuda/totals.cuh"
#include "algorithms/histogram/cuda/tuning.h"
#include "find.cuh"

namespace tcu
{

constexpr int tile_threads = TCUI_HISTOGRAM_TILE_THREADS, thread_samples = TCUI_HISTOGRAM_THREAD_SAMPLES;
constexpr uint32_t tile_samples = static_cast<uint32_t>(tile_threads) * thread_samples;
constexpr uint32_t most_buckets = TCUI_HISTOGRAM_MOST_BUCKETS;

/* What is left of a slot in its bucket: its lower bits. They are stored as vectors, and a bucket's last one is
 * filled up with the number behind its slots, which fits since a bucket has 2^15 slots at most. */
using rest = uint16_t;
constexpr uint32_t vector_rests = 16 / sizeof(rest);
constexpr uint32_t most_bucket_bits = 15;

/* Where the rests of one tile and one bucket are: the first vector of the tile's, and how many rests. */
constexpr int run_count_bits = 16;
static_assert(tile_samples < 1u << run_count_bits &&
                  tile_samples / vector_rests + most_buckets < 1u << (32 - run_count_bits),
              "a run has a word");

__device__ __forceinline__ uint32_t run_of(uint32_t first_vector, uint32_t count)
{
    return first_vector << run_count_bits | count;
}
__device__ __forceinline__ uint32_t first_vector_of(uint32_t run)
{
    return run >> run_count_bits;
}
__device__ __forceinline__ uint32_t count_of(uint32_t run)
{
    return run & ((1u << run_count_bits) - 1);
}

/* Of the workspace. Each bucket of a tile may end in a vector that is not full. */
constexpr __host__ __device__ uint64_t tile_vectors_of(uint32_t buckets)
{
    return tile_samples / vector_rests + buckets;
}

struct bucket_task {
    element_rows rows;
    pixel_count count;
    task_bins bins;
    found_bins found;
    slot_totals copy;
    uint32_t bucket_bits, buckets; /* slots of a bucket: 2^bucket_bits, of the last one what is left */
    uint32_t blocks;               /* that sort tiles */
    uint32_t run_lanes;            /* that count a run together: a power of two, up to a warp */
    uint32_t round_tiles;          /* that there is room for: */
    uint4 *rests;                  /* round_tiles x tile_vectors_of(buckets) */
    uint32_t *runs;                /* buckets x round_tiles */
    uint32_t *block_counts;        /* buckets x blocks: samples that a block has sorted into a bucket */
};

/* The tiles of one round. */
struct tile_round {
    uint64_t first_tile;
    uint32_t tiles;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BUCKETS_TASK_CUH */
