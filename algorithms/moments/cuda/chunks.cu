/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of long segments of one size, at the speed of reading them: a flat grid, each block has a chunk of one segment; a
 * second kernel joins the chunks' moments of each segment in their order. A segment of one chunk is finished by its block.
 */
#include <algorithm>

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "range_moments.cuh"

namespace
{

using namespace tcu;

constexpr int chunk_threads = TCUI_MOMENTS_CHUNK_THREADS, join_threads = TCUI_MOMENTS_JOIN_THREADS;
constexpr uint64_t batch_bytes = static_cast<uint64_t>(chunk_threads) * TCUI_MOMENTS_VECTORS * 16;

struct segment_chunks {
    uint64_t n;
    uint64_t size;
    uint64_t chunk;  /* elements of one */
    uint32_t chunks; /* of a segment */
    bool evict_first;
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */
};

/* Block b has chunk b mod chunks of segment b / chunks. Counted: the device knows how many elements there are. */
template <class In, class Real, class Out, bool Counted>
__global__ void __launch_bounds__(chunk_threads, resident_blocks<In, Real>)
    chunk_moments(const In *in, const moment_results<Out> results, moments *parts, const segment_chunks cut)
{
    __shared__ moments of_warps[chunk_threads / TCUI_WARP_LANES];
    const uint32_t segment = blockIdx.x / cut.chunks, chunk = blockIdx.x - segment * cut.chunks;
    const uint64_t begin = segment * cut.size;
    uint64_t n = cut.n, length = min(cut.size, n - begin);
    uint64_t from = min(chunk * cut.chunk, length), to = min(from + cut.chunk, length);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (Counted) {
        n = length_now(n, cut.length);
        if (begin >= n) {
            return;
        }
        length = min(length, n - begin);
        from = min(from, length);
        to = min(to, length);
    }
    const array_range<In> range = {in, n, static_cast<int64_t>(begin + from), static_cast<int64_t>(begin + to)};
    const moments of = block_moments<In, Real, chunk_threads>(range, evict_first_if(cut.evict_first), of_warps);
    if (threadIdx.x == 0) {
        if (cut.chunks == 1) {
            results.store(segment, length, of);
        } else {
            parts[blockIdx.x] = of;
        }
    }
}

/* By a warp or a block for each segment. */
template <class Out, bool Counted>
__global__ void __launch_bounds__(join_threads) join_chunks(const moment_results<Out> results, const moments *parts,
                                                            const segment_chunks cut, uint64_t count, bool by_warp)
{
    __shared__ moments of_warps[join_threads / TCUI_WARP_LANES];
    const int thread = by_warp ? threadIdx.x % TCUI_WARP_LANES : threadIdx.x;
    const int threads = by_warp ? TCUI_WARP_LANES : join_threads;
    const uint64_t segment = (static_cast<uint64_t>(blockIdx.x) * join_threads + threadIdx.x) / threads;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const uint64_t n = length_now<Counted>(cut.n, cut.length);
    const bool exists = segment < count && (!Counted || segment * cut.size < n);
    moments all = {};
    if (exists) {
        all = join_parts(parts, segment * cut.chunks, (segment + 1) * cut.chunks, thread, threads);
    }
    all = join_warp(all);
    if (!by_warp) {
        all = join_block<join_threads>(all, of_warps);
    }
    if (exists && thread == 0) {
        results.store(segment, min(cut.size, n - segment * cut.size), all);
    }
}

/* How segments are cut into chunks. */
segment_chunks cut_of(const tcu_context *context, const tcui_segments &segments, size_t element_bytes)
{
    const uint64_t run_bytes = TCUI_MOMENTS_RUN_BATCHES * batch_bytes;
    const bool has_few = segments.n <= 2 * run_bytes / element_bytes * context->properties.multiprocessors;
    segment_chunks cut = {};
    cut.n = segments.n;
    cut.size = segments.size;
    cut.length = segments.length;
    cut.chunk = (has_few ? batch_bytes : run_bytes) / element_bytes;
    const uint64_t chunks = divide_up(std::min(segments.size, segments.n), cut.chunk);
    /* (More than the grid can have: the launch fails.) */
    cut.chunks = static_cast<uint32_t>(std::min<uint64_t>(std::max<uint64_t>(chunks, 1), UINT32_MAX));
    cut.evict_first = tcui_sum_evicts_input_first(segments.n * element_bytes, segments.count * sizeof(f64));
    return cut;
}

template <class In, class Real, class Out>
tcu_status by_chunks(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    const tcui_segments &segments = task->segments;
    const segment_chunks cut = cut_of(context, segments, sizeof(In));
    const moment_results<Out> results = results_of<Out>(task, segments.size);
    moments *const parts = static_cast<moments *>(workspace);
    const bool counted = cut.length != nullptr;
    const tcu_status status = launch_as(
        launch_kind::overlapping, context,
        counted ? chunk_moments<In, Real, Out, true> : chunk_moments<In, Real, Out, false>, segments.count * cut.chunks,
        chunk_threads, 0, static_cast<const In *>(task->in), results, parts, cut);
    if (status != TCU_SUCCESS || cut.chunks == 1) {
        return status;
    }
    const bool by_warp = cut.chunks <= TCUI_MOMENTS_JOIN_BY_WARP_UP_TO;
    const uint64_t blocks = by_warp ? divide_up(segments.count, join_threads / TCUI_WARP_LANES) : segments.count;
    return launch_as(launch_kind::overlapping, context, counted ? join_chunks<Out, true> : join_chunks<Out, false>,
                     blocks, join_threads, 0, results, static_cast<const moments *>(parts), cut, segments.count,
                     by_warp);
}

} // namespace

tcu_status tcui_moments_chunks_reserve(tcu_context *context, const tcui_moments_task *task, tcui_layout *layout)
{
    const segment_chunks cut = cut_of(context, task->segments, tcu_type_size(task->in_type));
    if (cut.chunks > 1) {
        tcui_layout_reserve(layout, task->segments.count * cut.chunks, sizeof(moments));
    }
    return TCU_SUCCESS;
}

tcu_status tcui_moments_chunks_execute(tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    return dispatch_moments(context, task, [&](auto types) {
        using type = decltype(types);
        return by_chunks<typename type::in, typename type::real, typename type::out>(context, task, workspace);
    });
}
