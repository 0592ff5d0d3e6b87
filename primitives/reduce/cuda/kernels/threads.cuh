/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments of a few elements each: a block loads a run of whole segments into shared memory, 16 bytes a lane,
 * then each thread sums segments of its own and neighbouring threads store neighbouring results. A flat grid.
 *
 * The size is known where the sum is unrolled. Elements of 1 and 2 bytes are read as words, moved into place by funnel
 * shifts: far fewer accesses, and sums of bytes take four elements at a time.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_THREADS_CUH
#define TCUI_REDUCE_CUDA_KERNELS_THREADS_CUH

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/backend.h"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/reduce/cuda/tuning.h"

namespace tcu
{

constexpr int small_threads = TCUI_REDUCE_THREADS_THREADS;
constexpr int small_batch = TCUI_REDUCE_THREADS_VECTORS;
constexpr int small_bytes = small_threads * small_batch * 16;
constexpr int small_words = small_bytes / 4;
static_assert(16 * TCUI_REDUCE_MOST_THREAD_BYTES <= small_bytes, "a block has 16 segments or more");

/* Sizes with code of their own. */
template <class In>
constexpr int small_unrolled = sizeof(In) <= 2   ? 15
                               : sizeof(In) == 4 ? 7
                                                 : 3;

/* Segments of a block: whole vectors of them, so that every block begins at the same place modulo 16 bytes. */
template <class In>
uint64_t segments_of_block(uint64_t size)
{
    return small_bytes / (size * sizeof(In)) / 16 * 16;
}

/* Sum of the `Size` elements that begin at byte `at` of shared memory. */
template <class Operator, int Size>
__device__ __forceinline__ auto sum_segment(const Operator &op, const uint32_t *words, int at)
{
    using In = typename Operator::in;
    if constexpr (sizeof(In) < 4) {
        constexpr int bytes = Size * static_cast<int>(sizeof(In)), used = (bytes + 3) / 4;
        element_vector<In, used * 4 / static_cast<int>(sizeof(In))> x;
        uint32_t low = words[at / 4];
#pragma unroll
        for (int w = 0; w < used; w++) {
            const uint32_t high = words[at / 4 + w + 1];
            x.words[w] = __funnelshift_r(low, high, 8 * (at % 4));
            low = high;
        }
        if constexpr (bytes % 4 != 0) {
            x.words[used - 1] &= (1u << (8 * (bytes % 4))) - 1u;
        }
        return op.of_vector(x);
    } else {
        const In *x = reinterpret_cast<const In *>(words) + at / sizeof(In);
        auto sum = op.of_element(x[0]);
#pragma unroll
        for (int i = 1; i < Size; i++) {
            combine_into(op, sum, op.of_element(x[i]));
        }
        return sum;
    }
}

/* The same for any size, a vector at a time. */
template <class Operator>
__device__ __forceinline__ auto sum_segment_by_vectors(const Operator &op, const uint32_t *words, int at, int size)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    constexpr int V = vector_elements<In>;
    Acc sum = 0;
    if constexpr (sizeof(In) < 4) {
        words += at / 4;
        uint32_t low = words[0];
        for (int left = size; left > 0; left -= V, words += 4) {
            element_vector<In> x;
#pragma unroll
            for (int w = 0; w < 4; w++) {
                const uint32_t high = words[w + 1];
                x.words[w] = __funnelshift_r(low, high, 8 * (at % 4));
                low = high;
            }
            if (left < V) {
#pragma unroll
                for (int w = 0; w < 4; w++) {
                    x.words[w] &= word_mask(left * 8 * static_cast<int>(sizeof(In)), w);
                }
            }
            combine_into(op, sum, op.of_vector(x));
        }
    } else {
        const In *x = reinterpret_cast<const In *>(words) + at / sizeof(In);
        /* Four chains: rounding grows with a chain's length. */
        Acc part[4] = {};
        for (int i = 0; i < size; i += 4) {
#pragma unroll
            for (int j = 0; j < 4; j++) {
                if (i + j < size) {
                    combine_into(op, part[j], op.of_element(x[i + j]));
                }
            }
        }
        sum = op.combine(op.combine(part[0], part[1]), op.combine(part[2], part[3]));
    }
    return sum;
}

template <class Operator, int Size>
__device__ __forceinline__ void sum_segments(const Operator &op, const uint32_t *words, int phase_bytes, int segments)
{
    constexpr int bytes = Size * static_cast<int>(sizeof(typename Operator::in));
#pragma unroll 2
    for (int k = threadIdx.x; k < segments; k += small_threads) {
        op.store_streaming(k, sum_segment<Operator, Size>(op, words, phase_bytes + k * bytes));
    }
}

/* The switch over the size, once a block. Larger ones than `small_unrolled` are not worth code of their own. */
template <class Operator, int Size>
__device__ __forceinline__ void sum_segments_of(const Operator &op, int size, const uint32_t *words, int phase_bytes,
                                                int segments)
{
    using In = typename Operator::in;
    if (size == Size) {
        sum_segments<Operator, Size>(op, words, phase_bytes, segments);
    } else if constexpr (Size < small_unrolled<In>) {
        sum_segments_of<Operator, Size + 1>(op, size, words, phase_bytes, segments);
    } else {
        for (int k = threadIdx.x; k < segments; k += small_threads) {
            op.store_streaming(
                k, sum_segment_by_vectors(op, words, phase_bytes + k * size * static_cast<int>(sizeof(In)), size));
        }
    }
}

/* Counted: `length` says how many of the n elements there are. (Else n is no register of a thread.) */
template <class Operator, bool Counted>
__global__ void __launch_bounds__(small_threads)
    sum_small(const typename Operator::in *in, const Operator op, uint64_t all, uint64_t count, int size, int per_block,
              int phase, bool evict_first, const uint64_t *length)
{
    using In = typename Operator::in;
    constexpr int V = vector_elements<In>;
    /* A vector more for the phase, and what the sums read behind a segment before they cut it off. */
    __shared__ __align__(16) uint32_t words[small_words + 12];
    const uint64_t first_segment = static_cast<uint64_t>(blockIdx.x) * per_block;
    const uint64_t n = length_now<Counted>(all, length);
    int segments = static_cast<int>(min(static_cast<uint64_t>(per_block), count - first_segment));
    if (Counted) {
        segments = segments_before(n, first_segment * size, size, segments);
        if (segments == 0) {
            return;
        }
    }
    const int64_t first = static_cast<int64_t>(first_segment * size) - phase;
    const int end = phase + segments * size; /* zeros from n on: they complete the array's last segment */
    element_vector<In> x[small_batch + 1];
    load_vectors<small_threads>(x, op, in, first, end, n, evict_first_if(evict_first));
#pragma unroll
    for (int b = 0; b <= small_batch; b++) {
        const int vector = b * small_threads + threadIdx.x;
        if (vector * V < end) {
            reinterpret_cast<element_vector<In> *>(words)[vector] = x[b];
        }
    }
    __syncthreads();
    sum_segments_of<Operator, 1>(op.from(first_segment), size, words, phase * static_cast<int>(sizeof(In)), segments);
}

template <class Operator>
tcu_status reduce_threads(tcu_context *context, const tcui_reduce_task *task, const Operator &op)
{
    using In = typename Operator::in;
    const tcui_segments &segments = task->segments;
    const uint64_t per_block = segments_of_block<In>(segments.size);
    return launch(context, segments.length != nullptr ? sum_small<Operator, true> : sum_small<Operator, false>,
                  segments.count / per_block + (segments.count % per_block != 0), small_threads, 0,
                  static_cast<const In *>(task->in), op, segments.n, segments.count, static_cast<int>(segments.size),
                  static_cast<int>(per_block),
                  static_cast<int>(reinterpret_cast<uintptr_t>(task->in) % 16 / sizeof(In)),
                  tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * tcu_type_size(task->out_type)),
                  segments.length);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_THREADS_CUH */
