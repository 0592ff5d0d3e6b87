/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often each 16-bit value occurs. Values are counted in parts, by neighbouring blocks that read the same keys, as
 * in a histogram of more bins than a block holds. But a histogram's blocks leave copies in the workspace, and to add up
 * copies of so many counters takes long for the fewest keys; here a block adds those that are not 0 to one set of
 * counters.
 */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_COUNT_CUH
#define TCUI_RADIX_SORT_CUDA_COUNTED_COUNT_CUH

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/row_vectors.cuh"
#include "tuning.h"

namespace tcu
{

constexpr uint32_t short_values = 1 << 16;

/* The counters of a block's part, and behind them one that is never read, for the values of other parts. */
constexpr size_t counting_bytes(uint32_t parts)
{
    return (short_values / parts + 4) * sizeof(uint32_t);
}

/* Parts as large as a block has memory for. */
inline uint32_t counting_parts(const tcu_context *context)
{
    uint32_t parts = 2;
    while (parts < 8 && counting_bytes(parts) > context->properties.shared_memory_per_block) {
        parts *= 2;
    }
    return parts;
}

template <int Threads>
__global__ void __launch_bounds__(Threads) clear_counts(uint64_t *counts)
{
    let_next_kernel_begin();
    wait_for_previous_kernel();
    reinterpret_cast<uint4 *>(counts)[blockIdx.x * Threads + threadIdx.x] = make_uint4(0, 0, 0, 0);
}

/* The counters of a block's part. */
class part_of_values
{
  public:
    __device__ __forceinline__ explicit part_of_values(uint32_t parts)
        : values(short_values / parts), first(blockIdx.x % parts * values), group(blockIdx.x / parts),
          counters(reinterpret_cast<uint32_t *>(dynamic_shared_memory())), base(shared_address(counters))
    {
    }

    __device__ __forceinline__ void clear()
    {
        for (uint32_t i = threadIdx.x; i < values / 4 + 1; i += TCUI_COUNTING_THREADS) {
            reinterpret_cast<uint4 *>(counters)[i] = make_uint4(0, 0, 0, 0);
        }
        __syncthreads();
    }

    __device__ __forceinline__ void count(uint32_t value) const { count_shared(base + min(value - first, values) * 4); }

    /* Groups of blocks begin at different counters, so that they do not contend. */
    __device__ __forceinline__ void add_to(uint64_t *counts) const
    {
        __syncthreads();
        const uint32_t start = group * TCUI_COUNTING_THREADS + threadIdx.x;
#pragma unroll 8
        for (uint32_t i = 0; i < values; i += TCUI_COUNTING_THREADS) {
            const uint32_t at = (start + i) & (values - 1), count = counters[at];
            if (count != 0) {
                atomicAdd(reinterpret_cast<unsigned long long *>(counts + first + at),
                          static_cast<unsigned long long>(count));
            }
        }
    }

  private:
    const uint32_t values, first, group; /* how many values, which is the first, and of which blocks this is one */
    uint32_t *const counters;
    const uint32_t base;
};

template <bool Counted>
struct visit_by_parts : visit_policy {
    static constexpr bool is_counted = Counted;
    static constexpr bool is_shared = true;
};

/* counts[x] += the keys of bits x. A block has less than 2^32 keys. */
template <class Key, bool Counted>
__global__ void __launch_bounds__(TCUI_COUNTING_THREADS, 1)
    count_values(const __grid_constant__ counted_rows keys, uint32_t parts, uint64_t *counts)
{
    let_next_kernel_begin();
    part_of_values part(parts);
    part.clear();
    wait_for_previous_kernel();
    const uint64_t threads = static_cast<uint64_t>(gridDim.x / parts) * blockDim.x;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x / parts) * blockDim.x + threadIdx.x;
    row_visit<Key, visit_by_parts<Counted>>(keys.rows, keys.count, thread, threads)
        .run(
            [&](const element_vector<Key> &x, int64_t) {
#pragma unroll
                for (int w = 0; w < 4; w++) {
                    part.count(x.words[w] & 0xffffu);
                    part.count(x.words[w] >> 16);
                }
            },
            [&](Key x, int64_t) { part.count(x); });
    part.add_to(counts);
}

/* Enqueues: counts[x] = the keys of bits x. */
inline tcu_status count_shorts(tcu_context *context, const void *keys, const tcui_segments &all, uint64_t *counts)
{
    const uint64_t n = all.n;
    constexpr int clearing_threads = TCUI_COUNTED_CLEARING_THREADS, vector_counts = 16 / sizeof(uint64_t);
    constexpr uint64_t most_keys_of_block = uint64_t{1} << 31,
                       block_keys = vector_elements<u16> * TCUI_COUNTING_THREADS;
    const uint32_t parts = counting_parts(context);
    const uint64_t useful = divide_up(n, block_keys * TCUI_COUNTING_VECTORS);
    const uint64_t groups =
        std::max(std::min<uint64_t>(std::max<uint64_t>(1, tcui_stream_multiprocessors(context) / parts), useful),
                 divide_up(n, most_keys_of_block));
    const tcu_status status = launch_as(launch_kind::overlapping, context, clear_counts<clearing_threads>,
                                        short_values / (clearing_threads * vector_counts), clearing_threads, 0, counts);
    return status != TCU_SUCCESS ? status
                                 : launch_as(launch_kind::overlapping, context,
                                             all.length != nullptr ? count_values<u16, true> : count_values<u16, false>,
                                             groups * parts, TCUI_COUNTING_THREADS, counting_bytes(parts),
                                             array_as_row(keys, n, all.length), parts, counts);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_COUNT_CUH */
