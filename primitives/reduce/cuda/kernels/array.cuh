/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small whole arrays, whose time is launches and one trip to memory and back. So these kernels have little to
 * do before their loads and after them: the host cuts the array into whole vectors and the few elements before and
 * behind them, which threads of the first block read one by one, and all places are 32-bit numbers.
 *
 *     one block    up to 64 KB, with as many threads as take four vectors each
 *     a cluster    up to 512 KB: its blocks leave their sums in the first one's shared memory
 *     a chunk      the same on a stream without such a cluster, as there is no workspace (chunks.cuh)
 *     a grid       up to where chunks have several batches: blocks of 32 KB, then their sums (sums/chunk_parts.cuh)
 *
 * With plain adds; on the matrix unit, where that is asked for, arrays go by chunks (chunks.cuh).
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_ARRAY_CUH
#define TCUI_REDUCE_CUDA_KERNELS_ARRAY_CUH

#include <algorithm>

#include "primitives/pipeline/aggregate_exchange.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/backend.h"
#include "primitives/reduce/cuda/paths.h"
#include "primitives/reduce/cuda/sums/chunk_parts.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"

namespace tcu
{

/*
 * Blocks are few in a cluster, and in a grid for up to half of the multiprocessors. A lane of few blocks has all of its
 * loads in flight at once, a lane of many half of them, in fewer registers.
 */
enum class array_blocks { one, few, many };

template <array_blocks Blocks>
constexpr int lane_vectors = Blocks == array_blocks::one ? TCUI_REDUCE_ARRAY_VECTORS : TCUI_REDUCE_CHUNK_VECTORS;

template <array_blocks Blocks>
constexpr int most_threads = Blocks == array_blocks::one ? TCUI_REDUCE_ARRAY_THREADS : TCUI_REDUCE_CHUNK_THREADS;

constexpr uint64_t array_block_bytes =
    static_cast<uint64_t>(TCUI_REDUCE_ARRAY_THREADS) * TCUI_REDUCE_ARRAY_VECTORS * 16;

/* Elements that are whole vectors, from the first multiple of 16 bytes on, and those that lie around them. (All of it
 * is parameters where the host knows n: what kernels compute takes registers.) */
struct array_extent {
    uint32_t n, vectors;
    uint32_t inside; /* elements of the vectors */
    uint32_t edges;  /* elements before and behind them */

    /* Of n elements, `head` of which lie before the vectors, if there are as many. */
    template <uint32_t V>
    __host__ __device__ static array_extent of(uint32_t n, uint32_t head)
    {
        const uint32_t vectors = n > head ? (n - head) / V : 0;
        return {n, vectors, vectors * V, n - vectors * V};
    }
};

template <class In>
struct array_cut {
    const In *in;
    const In *begin; /* of the vectors */
    array_extent extent;
    uint32_t head;          /* elements before the vectors */
    uint32_t block_step;    /* vectors from a block's first one to the next block's */
    uint32_t lane_step;     /* and from one of a lane to its next */
    bool in_cluster;        /* the grid is one */
    bool whole;             /* of no elements there is a result, too */
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */

    template <bool Counted>
    __device__ __forceinline__ array_extent extent_now() const
    {
        if (!Counted) {
            return extent;
        }
        return array_extent::of<vector_elements<In>>(static_cast<uint32_t>(length_now(extent.n, length)), head);
    }
};

/* Shared memory of the first block, which the cluster's blocks write to. */
template <class Acc>
struct array_storage {
    Acc warp_sum[TCUI_WARP_LANES], block_sum[exchange_cluster_blocks];
};

/* The sum over the cluster of the values that thread 0 of each block has; in thread 0 of the first block. */
template <class Operator, class Acc>
__device__ __forceinline__ Acc cluster_sum([[maybe_unused]] const Operator &op, Acc sum,
                                           [[maybe_unused]] array_storage<Acc> &shared)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0) {
        shared_of_block(shared, 0).block_sum[blockIdx.x] = sum;
    }
    cooperative_groups::this_cluster().sync();
    if (blockIdx.x == 0 && threadIdx.x < TCUI_WARP_LANES) {
        sum = total_of_first_lanes(op, threadIdx.x < gridDim.x ? shared.block_sum[threadIdx.x] : Acc(0), gridDim.x);
    }
#else
    __trap(); /* sm_80 has no clusters: cluster_blocks_for() returns 0 there */
#endif
    return sum;
}

/* Counted: the device knows how many elements there are. (Else numbers of elements are no registers of a thread.) */
template <class Operator, array_blocks Blocks, bool Counted>
__global__ void __launch_bounds__(most_threads<Blocks>)
    sum_array(const array_cut<typename Operator::in> cut, const Operator op, typename Operator::acc *parts)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    constexpr int V = vector_elements<In>, Vectors = lane_vectors<Blocks>;
    auto &shared = *reinterpret_cast<array_storage<Acc> *>(dynamic_shared_memory());
    const uint32_t block = Blocks == array_blocks::one ? 0 : blockIdx.x;
    const uint32_t first = block * cut.block_step + threadIdx.x;
    /* With one block, the next kernel may begin at once and wait, too. (With more blocks, waiting ones would take
     * room from working ones.) */
    if (Blocks == array_blocks::one) {
        let_next_kernel_begin();
    }
    wait_for_previous_kernel();
    if (Blocks != array_blocks::one) {
        let_next_kernel_begin();
    }
    const array_extent extent = cut.template extent_now<Counted>();
    In edge = In();
    if (block == 0 && threadIdx.x < extent.edges) {
        edge = cut.in[threadIdx.x < cut.head ? threadIdx.x : threadIdx.x + extent.inside];
    }
    element_vector<In> x[Vectors];
#pragma unroll
    for (int b = 0; b < Vectors; b++) {
        const uint32_t vector = first + b * cut.lane_step;
        x[b] = {};
        if (vector < extent.vectors) {
            x[b] = load_whole<V>(cut.begin + static_cast<uint64_t>(vector) * V);
        }
    }
    /* Cluster barrier: DSMEM writes need resident blocks. It does not wait for the loads. (The compiler moves no
     * load behind it, as few blocks need.) */
    if (Blocks == array_blocks::few && cut.in_cluster) {
        meet_cluster();
    }
    if constexpr (is_encoded<Operator>) {
        edge = block == 0 && threadIdx.x < extent.edges ? op.encode(edge) : In();
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            x[b] = first + b * cut.lane_step < extent.vectors ? op.encode(x[b]) : element_vector<In>{};
        }
    }
    lane_sum<Operator, false> lane;
    lane.add(op, x);
    Acc sum = block_total_once(op, op.combine(lane.total(op), op.of_element(edge)), shared.warp_sum);
    const bool in_cluster = Blocks == array_blocks::few && cut.in_cluster;
    if (in_cluster) {
        sum = cluster_sum(op, sum, shared);
    }
    if (threadIdx.x != 0) {
        return;
    }
    if (Blocks != array_blocks::one && !in_cluster) {
        parts[block] = sum;
    } else if (block == 0 && (!Counted || cut.whole || extent.n > 0)) {
        op.store(0, sum);
    }
}

template <class Operator, array_blocks Blocks>
auto sum_array_kernel(bool counted)
{
    return counted ? sum_array<Operator, Blocks, true> : sum_array<Operator, Blocks, false>;
}

template <class In>
array_cut<In> cut_of(const In *in, const tcui_segments &segments)
{
    constexpr uint32_t V = vector_elements<In>;
    const uint64_t to_boundary = (16 - reinterpret_cast<uintptr_t>(in) % 16) % 16 / sizeof(In);
    const uint32_t head = static_cast<uint32_t>(std::min(segments.n, to_boundary));
    array_cut<In> cut = {};
    cut.in = in;
    cut.begin = in + head;
    cut.extent = array_extent::of<V>(static_cast<uint32_t>(segments.n), head);
    cut.head = head;
    cut.whole = segments.whole;
    cut.length = segments.length;
    return cut;
}

/* Blocks of the cluster that sums `bytes`; 0 if none does. */
inline uint32_t cluster_blocks_for(const tcu_context *context, const tcui_resources &has, uint64_t bytes)
{
    const uint32_t most =
        context->has_bulk_copies ? std::min<uint32_t>(exchange_cluster_blocks, has.cluster_blocks) : 0;
    uint32_t blocks = 2;
    while (blocks * batch_bytes < bytes && blocks <= most) {
        blocks *= 2;
    }
    return blocks <= most ? blocks : 0;
}

template <class Operator>
tcu_status reduce_array(tcu_context *context, const tcui_reduce_task *task, const Operator &op, void *workspace)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    Acc *parts = static_cast<Acc *>(workspace);
    const bool counted = task->segments.length != nullptr;
    constexpr size_t shared_bytes = sizeof(array_storage<Acc>);
    array_cut<In> cut = cut_of(static_cast<const In *>(task->in), task->segments);
    const uint64_t bytes = static_cast<uint64_t>(cut.extent.vectors) * 16;
    if (bytes <= array_block_bytes) {
        constexpr uint32_t warp_vectors = TCUI_WARP_LANES * lane_vectors<array_blocks::one>;
        const uint32_t warps = std::max<uint32_t>(1, (cut.extent.vectors + warp_vectors - 1) / warp_vectors);
        cut.lane_step = warps * TCUI_WARP_LANES;
        return launch_as(launch_kind::overlapping, context, sum_array_kernel<Operator, array_blocks::one>(counted), 1,
                         static_cast<int>(cut.lane_step), shared_bytes, cut, op, parts);
    }
    if (const uint32_t blocks = cluster_blocks_for(context, tcui_stream_resources(context), bytes)) {
        cut.in_cluster = true;
        cut.block_step = TCUI_REDUCE_CHUNK_THREADS;
        cut.lane_step = blocks * TCUI_REDUCE_CHUNK_THREADS;
        return launch_as(launch_kind::clusters, context, sum_array_kernel<Operator, array_blocks::few>(counted),
                         launch_shape{blocks, TCUI_REDUCE_CHUNK_THREADS, shared_bytes, blocks}, cut, op, parts);
    }
    if (workspace == nullptr) {
        return tcui_reduce_chunks_execute(context, task, workspace);
    }
    const uint64_t chunks = chunks_of(bytes, 0, 1);
    cut.block_step = TCUI_REDUCE_CHUNK_VECTORS * TCUI_REDUCE_CHUNK_THREADS;
    cut.lane_step = TCUI_REDUCE_CHUNK_THREADS;
    const bool few = 2 * chunks <= static_cast<uint64_t>(context->properties.multiprocessors);
    const tcu_status status = launch_as(launch_kind::overlapping, context,
                                        few ? sum_array_kernel<Operator, array_blocks::few>(counted)
                                            : sum_array_kernel<Operator, array_blocks::many>(counted),
                                        chunks, TCUI_REDUCE_CHUNK_THREADS, shared_bytes, cut, op, parts);
    if (status != TCU_SUCCESS) {
        return status;
    }
    return launch_add_chunks(context, op, static_cast<const Acc *>(parts), task->segments,
                             static_cast<uint32_t>(chunks));
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_ARRAY_CUH */
