/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many chunks a long segment is cut into, and the kernel that adds the chunks' sums: what sums by chunks
 * (kernels/chunks.cuh) and of whole arrays (kernels/array.cuh) share.
 */
#ifndef TCUI_REDUCE_CUDA_SUMS_CHUNK_PARTS_CUH
#define TCUI_REDUCE_CUDA_SUMS_CHUNK_PARTS_CUH

#include <algorithm>

#include "block.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/cuda/tuning.h"

namespace tcu
{

constexpr uint64_t batch_bytes = static_cast<uint64_t>(TCUI_REDUCE_CHUNK_THREADS) * TCUI_REDUCE_CHUNK_VECTORS * 16;

/* From here on chunks have several batches. */
inline uint64_t few_batches_limit(const tcu_context *context)
{
    return 2 * TCUI_REDUCE_CHUNK_BATCHES * batch_bytes * context->properties.multiprocessors;
}

/* `before` bytes lie between a multiple of 16 and the segment. */
inline uint64_t chunks_of(uint64_t bytes, uint64_t before, int batches)
{
    const uint64_t chunk = batch_bytes * batches;
    return std::max<uint64_t>(1, bytes / chunk + (bytes % chunk + before + chunk - 1) / chunk);
}

/* Counted: the device knows how many elements there are, in segments of `size`. */
template <class Operator, bool Counted>
__global__ void __launch_bounds__(TCUI_REDUCE_ADD_MOST_THREADS)
    add_chunks(const Operator op, const typename Operator::acc *parts, uint64_t count, uint32_t chunks, bool by_warp,
               uint64_t size, const uint64_t *length)
{
    using Wide = typename Operator::wide;
    __shared__ Wide warp_sum[TCUI_WARP_LANES];
    const uint32_t lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    const uint32_t thread = by_warp ? lane : threadIdx.x;
    const uint32_t threads = by_warp ? static_cast<uint32_t>(TCUI_WARP_LANES) : blockDim.x;
    const uint64_t segment =
        by_warp ? static_cast<uint64_t>(blockIdx.x) * (blockDim.x / TCUI_WARP_LANES) + warp : blockIdx.x;
    Wide sum = 0;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const bool exists = segment < count && (!Counted || segment * size < *length);
    if (exists) {
        parts += segment * chunks;
#pragma unroll 8
        for (uint32_t i = thread; i < chunks; i += threads) {
            combine_into(op, sum, op.widen(parts[i]));
        }
    }
    sum = by_warp ? op.total(sum) : block_total_once(op, sum, warp_sum);
    if (thread == 0 && exists) {
        op.store(segment, sum);
    }
}

/* Result k, of segment k, is of parts [k * chunks, (k + 1) * chunks). */
template <class Operator>
tcu_status launch_add_chunks(tcu_context *context, const Operator &of_elements, const typename Operator::acc *parts,
                             const tcui_segments &segments, uint32_t chunks)
{
    const auto op = of_elements.of_parts();
    using OfParts = std::remove_const_t<decltype(op)>;
    const uint64_t count = segments.count;
    /* (What is whole is one segment, however many elements there are.) */
    const bool counted = segments.length != nullptr && !segments.whole;
    const bool by_warp = count >= TCUI_REDUCE_ADD_BY_WARP_FROM || chunks <= TCUI_REDUCE_ADD_BY_WARP_UP_TO;
    /* (A small block begins sooner.) */
    uint64_t threads = TCUI_REDUCE_ADD_LEAST_THREADS;
    while (threads < TCUI_REDUCE_ADD_MOST_THREADS && threads < (by_warp ? count * TCUI_WARP_LANES : chunks)) {
        threads *= 2;
    }
    const uint64_t per_block = by_warp ? threads / TCUI_WARP_LANES : 1;
    return launch_as(launch_kind::overlapping, context,
                     counted ? add_chunks<OfParts, true> : add_chunks<OfParts, false>, divide_up(count, per_block),
                     static_cast<int>(threads), 0, op, parts, count, chunks, by_warp, segments.size, segments.length);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_CHUNK_PARTS_CUH */
