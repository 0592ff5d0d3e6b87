/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments of a few to some hundred vectors, any size and alignment: two levels in a block, a flat grid.
 *
 *     vectors:   each thread loads 16-byte vectors of the block's run of whole segments and stores their sums
 *     segments:  a few lanes for each segment add the sums of the vectors inside it
 *
 * Where segments are not whole vectors, the vectors themselves are kept too, and a segment takes the elements that it
 * has of its first and last vector from there. Where they are whole numbers of four vectors, the matrix unit gives
 * sums of four vectors at once.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_LANES_CUH
#define TCUI_REDUCE_CUDA_KERNELS_LANES_CUH

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/backend.h"
#include "primitives/reduce/cuda/sums/vector_tile.cuh"

namespace tcu
{

static_assert(TCUI_REDUCE_MOST_LANES_BYTES <= tile_vectors * 16 - 15, "a block has a segment or more");

/* Each block sums `per_block` segments with `lanes` lanes each; `phase`: the array's elements modulo a vector. */
struct segment_run {
    uint64_t n;
    uint64_t count;
    int size;
    int per_block;
    int lanes;
    int phase;
    bool evict_first;       /* load the input such that L2 evicts it first */
    bool whole;             /* one segment, even of no elements */
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */
};

/* Counted: the device knows how many elements there are. (Else n is no register of a thread.) */
template <class Operator, segment_ends Ends, bool Counted>
__global__ void __launch_bounds__(vectors_threads, TCUI_REDUCE_LANES_BLOCKS)
    sum_segments(const typename Operator::in *in, const Operator op, const segment_run run)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    constexpr int V = vector_elements<In>;
    __shared__ vectors_storage<In, tile_sum<Operator>, Ends> shared;
    const uint64_t first_segment = static_cast<uint64_t>(blockIdx.x) * run.per_block;
    const uint64_t begin = first_segment * run.size;
    const uint64_t n = length_now<Counted>(run.n, run.length);
    int segments = static_cast<int>(min(static_cast<uint64_t>(run.per_block), run.count - first_segment));
    if (Counted && !run.whole) {
        segments = segments_before(n, begin, run.size, segments);
        if (segments == 0) {
            return;
        }
    }
    const int phase = Ends == segment_ends::elements ? static_cast<int>((begin + run.phase) % V) : 0;
    const int64_t first = static_cast<int64_t>(begin) - phase;
    const int length = phase + segments * run.size; /* zeros from n on complete the array's last segment */
    const cache_policy policy = evict_first_if(run.evict_first);
    element_vector<In> x[vectors_batch];
    if constexpr (Ends == segment_ends::elements) {
        tile_copy<Operator, sum_places::spread>(op, shared, in, first, length, n, policy).wait(x);
    } else {
        load_vectors<vectors_threads>(x, op, in, first, length, n, policy);
    }
    if constexpr (!is_located<Operator>) {
        sum_vectors(op, shared, x);
    }
    __syncthreads();
    [[maybe_unused]] const int in_array =
        static_cast<int>(min(static_cast<int64_t>(length), static_cast<int64_t>(n) - first));
    const int lane = threadIdx.x % run.lanes, at_once = vectors_threads / run.lanes;
    /* All lanes of a warp take part in every shuffle. */
    for (int k = threadIdx.x / run.lanes; k - static_cast<int>(threadIdx.x) / run.lanes < segments; k += at_once) {
        const int from = phase + min(k, segments - 1) * run.size;
        if constexpr (stores_stretches<Operator>) {
            const int end = min(from + run.size, in_array);
            operator_at(op, first)
                .from(first_segment)
                .store_stretch(k, k < segments, shared.vectors, from, end, lane, run.lanes);
        } else {
            Acc sum;
            if constexpr (Ends == segment_ends::elements) {
                const int end = is_located<Operator> ? min(from + run.size, in_array) : from + run.size;
                sum = sum_elements(operator_at(op, first), shared, from, end, lane, run.lanes);
            } else {
                sum = sum_whole_vectors(op, shared, from, from + run.size, lane, run.lanes);
            }
            for (int distance = run.lanes / 2; distance > 0; distance /= 2) {
                combine_into(op, sum, shuffle_xor(sum, distance));
            }
            if (lane == 0 && k < segments) {
                op.from(first_segment).store_streaming(k, sum);
            }
        }
    }
}

/*
 * Lanes for each segment, of operators that look elements up: as many as load vectors side by side in shared memory at
 * once, or as many as fill the block. Elements of 1 or 2 bytes take more instructions a byte, most of them a lane's
 * for shuffles and look-ups, whatever it has read: then half as many lanes.
 */
template <class In>
constexpr int lanes_that_look_up(int vectors, int per_block)
{
    const int lanes = std::min(lanes_of_vectors(vectors), static_cast<int>(TCUI_REDUCE_LOOK_UP_LANES));
    return std::max(lanes_for(per_block), sizeof(In) < 4 ? std::max(lanes / 2, 1) : lanes);
}

template <class Operator, bool Matrix>
tcu_status reduce_lanes(tcu_context *context, const tcui_reduce_task *task, const Operator &op)
{
    using In = typename Operator::in;
    constexpr int V = vector_elements<In>;
    const tcui_segments &segments = task->segments;
    segment_run run = {};
    run.n = segments.n;
    run.count = segments.count;
    run.whole = segments.whole;
    run.length = segments.length;
    run.size = static_cast<int>(segments.size);
    run.phase = static_cast<int>(reinterpret_cast<uintptr_t>(task->in) % 16 / sizeof(In));
    run.evict_first =
        tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * tcu_type_size(task->out_type));
    const bool aligned = run.phase == 0 && run.size % V == 0;
    const auto launch_sums = [&](auto kernel, auto counted_kernel, int elements) {
        run.per_block = elements / run.size;
        const int vectors = aligned ? run.size / V : run.size / V + 1;
        run.lanes = stores_stretches<Operator> ? lanes_that_look_up<In>(vectors, run.per_block)
                    : is_located<Operator>     ? lanes_of_vectors(run.size / V + 1)
                                               : lanes_for(run.per_block);
        const uint64_t blocks = segments.count / run.per_block + (segments.count % run.per_block != 0);
        return launch(context, segments.length != nullptr ? counted_kernel : kernel, blocks, vectors_threads, 0,
                      static_cast<const In *>(task->in), op, run);
    };
    if constexpr (is_located<Operator>) {
        return launch_sums(sum_segments<Operator, segment_ends::elements, false>,
                           sum_segments<Operator, segment_ends::elements, true>,
                           tile_vectors * V - (aligned ? 0 : V - 1));
    } else {
        if (!aligned) {
            return launch_sums(sum_segments<Operator, segment_ends::elements, false>,
                               sum_segments<Operator, segment_ends::elements, true>, tile_vectors * V - (V - 1));
        }
        if constexpr (Matrix) {
            if (run.size % (4 * V) == 0) {
                return launch_sums(sum_segments<Operator, segment_ends::quads, false>,
                                   sum_segments<Operator, segment_ends::quads, true>, tile_vectors * V);
            }
        }
        return launch_sums(sum_segments<Operator, segment_ends::vectors, false>,
                           sum_segments<Operator, segment_ends::vectors, true>, tile_vectors * V);
    }
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_LANES_CUH */
