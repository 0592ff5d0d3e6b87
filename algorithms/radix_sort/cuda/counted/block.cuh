/* SPDX-License-Identifier: Apache-2.0 */
/* Few 8-bit keys: one block counts them and writes them anew. */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_BLOCK_CUH
#define TCUI_RADIX_SORT_CUDA_COUNTED_BLOCK_CUH

#include "expand.cuh"
#include "primitives/tile/row_vectors.cuh"

namespace tcu
{

/* Each value has counters side by side, and a lane takes the one of its number, as in a private histogram. */
struct byte_counters {
    static constexpr uint32_t replicas = TCUI_COUNTED_BLOCK_REPLICAS;
    uint32_t counters[count_groups * replicas];
    uint64_t counts[count_groups];

    __device__ __forceinline__ void clear()
    {
        for (uint32_t i = threadIdx.x; i < count_groups * replicas; i += TCUI_EXPANSION_THREADS) {
            counters[i] = 0;
        }
        __syncthreads();
    }

    template <class Policy>
    __device__ __forceinline__ void count(const counted_rows &keys)
    {
        const uint32_t base = shared_address(counters) + threadIdx.x % replicas * 4;
        row_visit<u8, Policy>(keys.rows, keys.count, threadIdx.x, TCUI_EXPANSION_THREADS)
            .run(
                [&](const element_vector<u8> &x, int64_t) {
#pragma unroll
                    for (int i = 0; i < vector_elements<u8>; i++) {
                        count_shared(base + x.at(i) * replicas * 4);
                    }
                },
                [&](u8 x, int64_t) { count_shared(base + x * replicas * 4); });
        __syncthreads();
    }

    /* (In an order of the thread's own, to avoid bank conflicts.) */
    __device__ __forceinline__ void sum()
    {
        uint32_t all = 0;
#pragma unroll
        for (uint32_t r = 0; r < replicas; r++) {
            all += counters[threadIdx.x * replicas + (r + threadIdx.x) % replicas];
        }
        counts[threadIdx.x] = all;
        __syncthreads();
    }
};

template <int Vectors>
struct block_storage {
    byte_counters counters;
    chunk_storage<u8, Vectors> chunks;
};

template <bool Counted>
struct visit_in_block : visit_policy {
    static constexpr bool is_counted = Counted;
};

/* One block; all keys are read before one is written. Counted: how many there are may be in memory. */
template <int Vectors, bool Counted>
__global__ void __launch_bounds__(TCUI_EXPANSION_THREADS)
    sort_bytes_in_block(const __grid_constant__ counted_rows keys, const __grid_constant__ expansion task)
{
    block_storage<Vectors> &shared = *reinterpret_cast<block_storage<Vectors> *>(dynamic_shared_memory());
    shared.counters.clear();
    let_next_kernel_begin();
    wait_for_previous_kernel();
    shared.counters.template count<visit_in_block<Counted>>(keys);
    shared.counters.sum();
    chunk_writer<u8, Vectors, Counted> writer(task, shared.counters.counts, shared.chunks);
    const int64_t chunks = writer.chunks();
    for (int64_t chunk = 0; chunk < chunks; chunk++) {
        writer.write(chunk);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_BLOCK_CUH */
