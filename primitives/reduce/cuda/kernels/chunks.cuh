/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long segments, and of large arrays as one (small ones: array.cuh), at the speed of reading them: a flat grid,
 * each block sums a chunk of one segment as 16-byte vectors, many in flight; a second kernel adds the chunks' sums of
 * each segment in a fixed order (sums/chunk_parts.cuh); a segment of one chunk is finished by its block. Nothing
 * carries across blocks, so a flat grid is faster than a persistent one.
 *
 * A segment is seen from the last multiple of 16 bytes at or before its first element; vectors that are not wholly
 * inside it are read by elements.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_CHUNKS_CUH
#define TCUI_REDUCE_CUDA_KERNELS_CHUNKS_CUH

#include <algorithm>

#include "primitives/reduce/backend.h"
#include "primitives/reduce/cuda/sums/chunk_parts.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"

namespace tcu
{

/* How segments are cut: `chunks` each, of `batches` batches. */
struct segment_chunks {
    uint64_t n;
    uint64_t size;
    uint32_t chunks;
    int batches;
    bool evict_first;       /* load the input such that L2 evicts it first */
    bool whole;             /* one segment, even of no elements */
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */
};

/* Block b sums chunk b mod chunks of segment b / chunks. Counted: the device knows how many elements there are. (Else n
 * is in no register of a thread: with more of them a multiprocessor would have room for one block less, of f16.) */
template <class Operator, bool Matrix, bool Counted>
__global__ void __launch_bounds__(TCUI_REDUCE_CHUNK_THREADS)
    sum_chunks(const typename Operator::in *in, const Operator op, typename Operator::acc *parts,
               const segment_chunks cut)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    constexpr int V = vector_elements<In>;
    __shared__ Acc warp_sum[TCUI_WARP_LANES];
    lane_sum<Operator, Matrix> sum;
    const cache_policy policy = evict_first_if(cut.evict_first);
    const uint32_t segment = blockIdx.x / cut.chunks, chunk = blockIdx.x - segment * cut.chunks;
    const uint64_t begin = segment * cut.size;
    in += begin;
    uint64_t length = min(cut.size, cut.n - begin);
    const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(in) % 16 / sizeof(In));
    constexpr int64_t batch_elements = static_cast<int64_t>(TCUI_REDUCE_CHUNK_THREADS) * TCUI_REDUCE_CHUNK_VECTORS * V;
    int64_t first = static_cast<int64_t>(chunk) * cut.batches * batch_elements - phase;
    [[maybe_unused]] const Operator placed = operator_at(op, static_cast<int64_t>(begin));
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (Counted) {
        const uint64_t n = length_now(cut.n, cut.length);
        if (begin >= n && !cut.whole) {
            return;
        }
        length = min(length, n - begin);
    }
    const int64_t end = static_cast<int64_t>(length);
    for (int batch = 0; batch < cut.batches && first < end; batch++, first += batch_elements) {
        element_vector<In> x[TCUI_REDUCE_CHUNK_VECTORS];
        const int left = static_cast<int>(min(batch_elements, end - first));
        load_vectors<TCUI_REDUCE_CHUNK_THREADS>(x, op, in, first, left, length, policy);
        if constexpr (is_located<Operator>) {
            sum.add_at(placed, x, first, end);
        } else if (left == batch_elements) {
            sum.add(op, x);
        } else {
            sum.add_first(op, x, (left + TCUI_REDUCE_CHUNK_THREADS * V - 1) / (TCUI_REDUCE_CHUNK_THREADS * V));
        }
    }
    Acc total;
    if constexpr (is_located<Operator>) {
        total = placed.finish(block_total_once(op, sum.total(op), warp_sum), in, end);
    } else {
        total = block_total_once(op, sum.total(op), warp_sum);
    }
    if (threadIdx.x == 0) {
        if (cut.chunks == 1) {
            op.store(segment, total);
        } else {
            parts[blockIdx.x] = total;
        }
    }
}

inline int batches_of(const tcu_context *context, const tcui_segments &segments, size_t element_bytes)
{
    if (segments.n * element_bytes <= few_batches_limit(context)) {
        return 1;
    }
    return static_cast<int>(std::min<uint64_t>(TCUI_REDUCE_CHUNK_BATCHES,
                                               chunks_of(std::min(segments.size, segments.n) * element_bytes, 0, 1)));
}

/* Enough for any alignment of the array and, where it is one segment, for every smaller array. */
inline uint64_t most_parts(const tcu_context *context, const tcui_segments &segments, size_t element_bytes)
{
    constexpr uint64_t most_before = 15;
    const uint64_t bytes = std::min(segments.size, segments.n) * element_bytes, limit = few_batches_limit(context);
    uint64_t chunks = chunks_of(bytes, most_before, batches_of(context, segments, element_bytes));
    if (segments.count == 1 && bytes > limit) {
        chunks = std::max(chunks, chunks_of(limit, most_before, 1));
    }
    return chunks > 1 ? segments.count * chunks : 0;
}

template <class Operator, bool Matrix>
tcu_status reduce_chunks(tcu_context *context, const tcui_reduce_task *task, const Operator &op, void *workspace)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    const tcui_segments &segments = task->segments;
    const uint64_t bytes = std::min(segments.size, segments.n) * sizeof(In);
    /* Segments of whole vectors all begin at the array's place modulo 16. */
    const uint64_t before = bytes % 16 == 0 ? reinterpret_cast<uintptr_t>(task->in) % 16 : 16 - sizeof(In);
    /* (Without memory for parts a segment is one chunk.) */
    const int least_batches = workspace == nullptr ? static_cast<int>(divide_up(bytes + before, batch_bytes)) : 1;
    segment_chunks cut = {
        segments.n,
        segments.size,
        1,
        std::max(batches_of(context, segments, sizeof(In)), least_batches),
        tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * tcu_type_size(task->out_type)),
        segments.whole,
        segments.length};
    const uint64_t chunks = chunks_of(bytes, before, cut.batches), blocks = segments.count * chunks;
    cut.chunks = static_cast<uint32_t>(chunks); /* if it does not fit, the launch fails */
    Acc *parts = static_cast<Acc *>(workspace);
    const tcu_status status =
        launch_as(launch_kind::overlapping, context,
                  segments.length != nullptr ? sum_chunks<Operator, Matrix, true> : sum_chunks<Operator, Matrix, false>,
                  blocks, TCUI_REDUCE_CHUNK_THREADS, 0, static_cast<const In *>(task->in), op, parts, cut);
    if (status != TCU_SUCCESS || chunks == 1) {
        return status;
    }
    return launch_add_chunks(context, op, static_cast<const Acc *>(parts), segments, cut.chunks);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_CHUNKS_CUH */
