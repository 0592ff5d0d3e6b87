/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of long segments, and of large arrays as one (small ones: array.cu), at the speed of reading them: a flat grid,
 * each block sums a chunk of one segment as 16-byte vectors, many in flight; a second kernel adds the chunks' sums of
 * each segment in a fixed order (sums/chunk_parts.cuh); a segment of one chunk is finished by its block. Nothing
 * carries across blocks, so a flat grid is faster than a persistent one.
 *
 * A segment is seen from the last multiple of 16 bytes at or before its first element; vectors that are not wholly
 * inside it are read by elements.
 */
#include <algorithm>

#include "dispatch.cuh"
#include "primitives/reduce/cuda/sums/chunk_parts.cuh"

namespace
{

using namespace tcu;

/* How segments are cut: `chunks` each, of `batches` batches. */
struct segment_chunks {
    uint64_t n;
    uint64_t size;
    uint32_t chunks;
    int batches;
    bool evict_first; /* load the input such that L2 evicts it first */
};

/* Block b sums chunk b mod chunks of segment b / chunks. */
template <class In, class Acc, class Out, bool Matrix>
__global__ void __launch_bounds__(TCUI_REDUCE_CHUNK_THREADS)
    sum_chunks(const In *in, Out *out, Acc *parts, const segment_chunks cut)
{
    constexpr int V = vector_elements<In>;
    __shared__ Acc warp_sum[TCUI_WARP_LANES];
    lane_sum<In, Acc, Matrix> sum;
    const cache_policy policy = evict_first_if(cut.evict_first);
    const uint32_t segment = blockIdx.x / cut.chunks, chunk = blockIdx.x - segment * cut.chunks;
    in += segment * cut.size;
    const uint64_t length = min(cut.size, cut.n - segment * cut.size);
    const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(in) % 16 / sizeof(In));
    constexpr int64_t batch_elements = static_cast<int64_t>(TCUI_REDUCE_CHUNK_THREADS) * TCUI_REDUCE_CHUNK_VECTORS * V;
    const int64_t end = static_cast<int64_t>(length);
    int64_t first = static_cast<int64_t>(chunk) * cut.batches * batch_elements - phase;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    for (int batch = 0; batch < cut.batches && first < end; batch++, first += batch_elements) {
        element_vector<In> x[TCUI_REDUCE_CHUNK_VECTORS];
        const int left = static_cast<int>(min(batch_elements, end - first));
        load_vectors<TCUI_REDUCE_CHUNK_THREADS>(x, in, first, left, length, policy);
        if (left == batch_elements) {
            sum.add(x);
        } else {
            sum.add_first(x, (left + TCUI_REDUCE_CHUNK_THREADS * V - 1) / (TCUI_REDUCE_CHUNK_THREADS * V));
        }
    }
    const Acc total = block_sum_once(sum.total(), warp_sum);
    if (threadIdx.x == 0) {
        if (cut.chunks == 1) {
            out[segment] = from_accumulator<Out>(total);
        } else {
            parts[blockIdx.x] = total;
        }
    }
}

int batches_of(const tcu_context *context, const tcui_segments &segments, size_t element_bytes)
{
    if (segments.n * element_bytes <= few_batches_limit(context)) {
        return 1;
    }
    return static_cast<int>(std::min<uint64_t>(TCUI_REDUCE_CHUNK_BATCHES,
                                               chunks_of(std::min(segments.size, segments.n) * element_bytes, 0, 1)));
}

/* Enough for any alignment of the array and, where it is one segment, for every smaller array. */
uint64_t most_parts(const tcu_context *context, const tcui_segments &segments, size_t element_bytes)
{
    constexpr uint64_t most_before = 15;
    const uint64_t bytes = std::min(segments.size, segments.n) * element_bytes, limit = few_batches_limit(context);
    uint64_t chunks = chunks_of(bytes, most_before, batches_of(context, segments, element_bytes));
    if (segments.count == 1 && bytes > limit) {
        chunks = std::max(chunks, chunks_of(limit, most_before, 1));
    }
    return chunks > 1 ? segments.count * chunks : 0;
}

template <class In, class Acc, class Out, bool Matrix>
tcu_status reduce_chunks(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const tcui_segments &segments = task->segments;
    const uint64_t bytes = std::min(segments.size, segments.n) * sizeof(In);
    /* Segments of whole vectors all begin at the array's place modulo 16. */
    const uint64_t before = bytes % 16 == 0 ? reinterpret_cast<uintptr_t>(task->in) % 16 : 16 - sizeof(In);
    segment_chunks cut = {segments.n, segments.size, 1, batches_of(context, segments, sizeof(In)),
                          tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * sizeof(Out))};
    const uint64_t chunks = chunks_of(bytes, before, cut.batches), blocks = segments.count * chunks;
    cut.chunks = static_cast<uint32_t>(chunks); /* if it does not fit, the launch fails */
    Acc *parts = static_cast<Acc *>(workspace);
    Out *out = static_cast<Out *>(task->out);
    const tcu_status status =
        launch_as(launch_kind::overlapping, context, sum_chunks<In, Acc, Out, Matrix>, blocks,
                  TCUI_REDUCE_CHUNK_THREADS, 0, static_cast<const In *>(task->in), out, parts, cut);
    if (status != TCU_SUCCESS || chunks == 1) {
        return status;
    }
    return launch_add_chunks(context, out, static_cast<const Acc *>(parts), segments.count, cut.chunks);
}

} // namespace

tcu_status tcui_reduce_chunks_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        const uint64_t parts = most_parts(context, task->segments, sizeof(typename decltype(types)::in));
        if (parts > 0) {
            tcui_layout_reserve(layout, parts, sizeof(typename decltype(types)::acc));
        }
        return TCU_SUCCESS;
    });
}

tcu_status tcui_reduce_chunks_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const bool one_batch = batches_of(context, task->segments, tcu_type_size(task->in_type)) == 1;
    const tcu_arithmetic policy = one_batch ? TCU_ARITHMETIC_PLAIN : tcui_sum_policy_of(task->in_type).chunks;
    return dispatch_reduce(context, task, policy, [&](auto types, auto matrix) {
        using type = decltype(types);
        return reduce_chunks<typename type::in, typename type::acc, typename type::out, decltype(matrix)::value>(
            context, task, workspace);
    });
}
