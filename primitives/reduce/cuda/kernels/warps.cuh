/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments of one medium size: each warp sums a run of whole segments, a flat grid of them, so nothing carries
 * from warp to warp and nothing is written but results.
 *
 * A run is read as aligned 16-byte vectors, a group of 32 at a time, batches of groups in flight. A segment is at least
 * a vector long, so at most one ends in a lane's vector:
 *
 *     lane:   `before` = sum of the vector up to that end, `after` = sum behind it
 *     warp:   segmented scan of `after` over the lanes, cut at ends: what the lanes to the left add to `before`
 *     result: carry of the groups before + that + `before`, stored by the lane where the segment ends
 *
 * Pairs of groups in which no segment ends are summed in the lanes alone, on the matrix unit where that is wanted.
 * Where segments are whole numbers of vectors, `after` is zero in a lane with an end.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_WARPS_CUH
#define TCUI_REDUCE_CUDA_KERNELS_WARPS_CUH

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/backend.h"
#include "primitives/reduce/cuda/sums/block.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/reduce/cuda/tuning.h"

namespace tcu
{

constexpr int runs_threads = TCUI_REDUCE_WARPS_THREADS;
constexpr int runs_warps = runs_threads / TCUI_WARP_LANES;
constexpr int runs_batch = TCUI_REDUCE_WARPS_VECTORS;
constexpr uint64_t run_bytes = TCUI_REDUCE_WARPS_RUN_BYTES;

/* Runs of `per_warp` segments. The first element's place modulo 16 bytes is what `phase` says, in elements. */
struct segment_runs {
    uint64_t n;
    uint64_t count;
    uint32_t size;
    uint32_t per_warp;
    uint32_t phase;
    bool evict_first;       /* load the input such that L2 evicts it first */
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */
};

/* Counted: the device knows how many elements there are. (Else n is no register of a thread: with more of them a
 * multiprocessor has room for fewer warps.) */
template <class Operator, bool Matrix, segment_ends Ends, bool Counted>
class run_sum
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    static constexpr int V = vector_elements<In>;
    static constexpr int group = V * TCUI_WARP_LANES;
    static constexpr int batch = group * runs_batch;
    using vector = element_vector<In>;

  public:
    __device__ run_sum(const In *in, const Operator &op, const segment_runs &runs, uint64_t run)
        : in(in), op(op), n(length_now<Counted>(runs.n, runs.length)), size(static_cast<int>(runs.size)),
          lane(threadIdx.x % TCUI_WARP_LANES), policy(evict_first_if(runs.evict_first))
    {
        const uint64_t first_segment = run * runs.per_warp;
        segments = static_cast<int>(min(static_cast<uint64_t>(runs.per_warp), runs.count - first_segment));
        this->op = op.from(first_segment);
        const uint64_t begin = first_segment * runs.size;
        if (Counted) {
            segments = segments_before(n, begin, size, segments);
        }
        const uint64_t end = min(begin + static_cast<uint64_t>(segments) * runs.size, n);
        const int phase = static_cast<int>((begin + runs.phase) % V);
        first = static_cast<int64_t>(begin) - phase;
        length = phase + static_cast<int>(end - begin);
        segment = phase > 0 ? -1 : 0;
        span = Ends == segment_ends::elements ? (size + 2 * V - 2) / V : size / V;
        advance_by = group % size;
        to_end = distance_to_end(lane * V - phase);
        group_to_end = distance_to_end(-phase);
    }

    __device__ __forceinline__ void run()
    {
#pragma unroll 1
        for (int at = 0; at < length; at += batch) {
            vector x[runs_batch];
            load(x, at);
            if (group_to_end > batch) {
                free.add(op, x);
                has_free = true;
                advance(batch);
            } else {
                add_groups(x, at);
            }
        }
        /* The array's last segment may end before its time. */
        if (segment < segments) {
            take_free();
            if (lane == 0) {
                op.store(segment, carry);
            }
        }
    }

  private:
    /* Distance from `place` elements behind the run's begin to the nearest end of a segment behind it: 1 ... size. */
    __device__ __forceinline__ int distance_to_end(int place) const { return place < 0 ? -place : size - place % size; }

    __device__ __forceinline__ void advance(int elements)
    {
        to_end -= elements;
        if (to_end <= 0) {
            to_end += size;
        }
        group_to_end -= elements;
        if (group_to_end <= 0) {
            group_to_end += size;
        }
    }

    __device__ __forceinline__ void load(vector (&x)[runs_batch], int at) const
    {
        const int64_t begin = first + at;
        if (at + batch <= length && begin >= 0 && begin + batch <= static_cast<int64_t>(n)) {
#pragma unroll
            for (int g = 0; g < runs_batch; g++) {
                x[g] = load_vector(in + begin + g * group + lane * V, policy);
            }
            if constexpr (is_encoded<Operator>) {
                __syncwarp(); /* which no compiler moves loads across: all are in flight before the first is encoded */
#pragma unroll
                for (int g = 0; g < runs_batch; g++) {
                    x[g] = op.encode(x[g]);
                }
            }
        } else {
#pragma unroll
            for (int g = 0; g < runs_batch; g++) {
                const int place = g * group + lane * V;
                x[g] = at + place < length ? load_vector_inside(in, begin + place, n, policy, op) : vector{};
            }
        }
    }

    /* Moves what the lanes hold of groups without an end into the carry. */
    __device__ __forceinline__ void take_free()
    {
        if (!has_free) {
            return;
        }
        combine_into(op, carry, op.total(free.total(op)));
        free = {};
        has_free = false;
    }

    __device__ __forceinline__ void add_groups(const vector (&x)[runs_batch], int at)
    {
#pragma unroll
        for (int g = 0; g < runs_batch; g += 2) {
            if (at + g * group >= length) {
                break;
            }
            const vector pair[2] = {x[g], x[g + 1]};
            if (group_to_end > 2 * group) {
                free.add(op, pair);
                has_free = true;
                advance(2 * group);
                continue;
            }
            take_free();
#pragma unroll
            for (int h = 0; h < 2; h++) {
                const bool ends = to_end <= V;
                Acc before, after;
                if constexpr (Ends == segment_ends::elements) {
                    split(before, after, pair[h]);
                } else {
                    before = op.of_vector(pair[h]);
                    after = ends ? Acc(0) : before;
                }
                add_group(before, after, ends);
                advance(advance_by);
            }
        }
    }

    /* The vector's sums up to the end of a segment and behind it; without an end all of it is behind. */
    __device__ __forceinline__ void split(Acc &before, Acc &after, const vector &x) const
    {
        if (!__any_sync(all_lanes, to_end < V)) {
            before = op.of_vector(x);
            after = to_end == V ? Acc(0) : before;
        } else if constexpr (!Operator::is_plain) {
            before = op.of_vector(elements_of(x, 0, min(to_end, V)));
            after = to_end > V ? before : op.of_vector(elements_of(x, to_end, V));
        } else if constexpr (sizeof(In) == 1) {
            using word = std::conditional_t<std::is_signed_v<In>, int, unsigned>;
            word up_to = 0, all = 0;
#pragma unroll
            for (int w = 0; w < 4; w++) {
                const int bytes = min(max(to_end - 4 * w, 0), 4);
                const unsigned ones = __funnelshift_lc(0x01010101u, 0u, 8 * bytes);
                up_to = __dp4a(static_cast<word>(x.words[w]), static_cast<word>(ones), up_to);
                all = __dp4a(static_cast<word>(x.words[w]), static_cast<word>(0x01010101), all);
            }
            before = static_cast<Acc>(up_to);
            after = to_end > V ? static_cast<Acc>(all) : static_cast<Acc>(all - up_to);
        } else {
            before = after = Acc(0);
#pragma unroll
            for (int i = 0; i < V; i++) {
                const Acc value = to_accumulator<Acc>(x.at(i));
                if (i < to_end) {
                    before += value;
                } else {
                    after += value;
                }
            }
            after = to_end > V ? before : after;
        }
    }

    __device__ __forceinline__ void add_group(Acc before, Acc after, bool ends)
    {
        const unsigned end_lanes = __ballot_sync(all_lanes, ends);
        const unsigned left_ends = end_lanes & ((1u << lane) - 1u), up_to = end_lanes & ((2u << lane) - 1u);
        const int start = up_to != 0 ? 31 - __clz(up_to) : 0;
        Acc sum = after;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            if (distance < span) {
                const Acc left = __shfl_up_sync(all_lanes, sum, distance);
                if (lane - distance >= start) {
                    sum = op.combine(left, sum);
                }
            }
        }
        Acc left = __shfl_up_sync(all_lanes, sum, 1);
        if (lane == 0) {
            left = Acc(0);
        }
        if (left_ends == 0) {
            left = op.combine(carry, left);
        }
        const int mine = segment + __popc(left_ends);
        if (ends && mine >= 0 && mine < segments) {
            op.store(mine, op.combine(left, before));
        }
        segment += __popc(end_lanes);
        const Acc last = __shfl_sync(all_lanes, sum, TCUI_WARP_LANES - 1);
        carry = end_lanes != 0 ? last : op.combine(carry, last);
    }

    const In *in;
    Operator op; /* from the run's first segment on */
    uint64_t n;
    int64_t first; /* element of the run's first vector; negative where the array begins within it */
    int length;    /* elements from there to the run's end */
    int size;
    const int lane;
    const cache_policy policy;
    int segments;     /* of the run */
    int segment;      /* the next to end */
    int span;         /* lanes that a segment can touch */
    int advance_by;   /* elements of a group, modulo the size */
    int to_end;       /* from the lane's vector, of the next group, to the nearest end of a segment */
    int group_to_end; /* the same from the group's first element */
    Acc carry = 0;    /* of the segment that goes on, from the groups before */
    lane_sum<Operator, Matrix> free;
    bool has_free = false;
};

template <class Operator, bool Matrix, segment_ends Ends, bool Counted>
__global__ void __launch_bounds__(runs_threads)
    sum_runs(const typename Operator::in *in, const Operator op, const segment_runs runs)
{
    const uint64_t run = static_cast<uint64_t>(blockIdx.x) * runs_warps + threadIdx.x / TCUI_WARP_LANES;
    const uint64_t first_segment = run * runs.per_warp;
    if (first_segment < runs.count && (!Counted || first_segment * runs.size < *runs.length)) {
        run_sum<Operator, Matrix, Ends, Counted>(in, op, runs, run).run();
    }
}

template <class Operator, bool Matrix>
tcu_status reduce_warps(tcu_context *context, const tcui_reduce_task *task, const Operator &op)
{
    using In = typename Operator::in;
    constexpr int V = vector_elements<In>;
    const tcui_segments &segments = task->segments;
    const uint64_t segment_bytes = segments.size * sizeof(In);
    segment_runs runs = {};
    runs.n = segments.n;
    runs.count = segments.count;
    runs.length = segments.length;
    runs.size = static_cast<uint32_t>(segments.size);
    const uint64_t exchange_warps =
        TCUI_REDUCE_RESIDENT_WARPS * static_cast<uint64_t>(context->properties.multiprocessors);
    const uint64_t least = segments.count >= 2 * exchange_warps ? 2 : 1;
    runs.per_warp = static_cast<uint32_t>(std::max(least, run_bytes / segment_bytes));
    runs.phase = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(task->in) % 16 / sizeof(In));
    runs.evict_first =
        tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * tcu_type_size(task->out_type));
    const uint64_t per_block = static_cast<uint64_t>(runs.per_warp) * runs_warps;
    const uint64_t blocks = segments.count / per_block + (segments.count % per_block != 0);
    const auto run = [&](auto kernel, auto counted_kernel) {
        return launch(context, segments.length != nullptr ? counted_kernel : kernel, blocks, runs_threads, 0,
                      static_cast<const In *>(task->in), op, runs);
    };
    if (runs.phase != 0 || segments.size % V != 0) {
        return run(sum_runs<Operator, Matrix, segment_ends::elements, false>,
                   sum_runs<Operator, Matrix, segment_ends::elements, true>);
    }
    return run(sum_runs<Operator, Matrix, segment_ends::vectors, false>,
               sum_runs<Operator, Matrix, segment_ends::vectors, true>);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_WARPS_CUH */
