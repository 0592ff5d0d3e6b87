/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of segments of a power of two of bytes, up to what a warp loads at once, in registers: no shared memory and no
 * barrier, so there is little latency between a load and its store. A flat grid.
 *
 *     sum_parts:   segments within a vector: a thread sums all segments of its vectors and stores neighbours together
 *     sum_lanes:   segments of 2 ... 32 vectors: a lane has one vector of several segments. In each step it gives the
 *                  sums of half of them to its partner and adds what it is given of the others, so that in the end
 *                  lanes have different segments, and a warp stores its results in their order
 *
 * Only for arrays that begin at multiples of 16 bytes; others are summed through shared memory (threads.cu, lanes.cu).
 */
#include <algorithm>

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

constexpr int lanes_threads = 256;
constexpr int lanes_warps = lanes_threads / TCUI_WARP_LANES;
constexpr int lanes_batch = 8; /* vectors of a lane in flight, in sum_lanes */

/* ---- segments within a vector ---- */

/* Sum of elements [First, First + Size) of a vector, pairwise. */
template <class Acc, int First, int Size, class In, int V>
__device__ __forceinline__ Acc sum_of_part(const element_vector<In, V> &x)
{
    if constexpr (Size == 1) {
        return to_accumulator<Acc>(x.at(First));
    } else if constexpr (sizeof(In) == 1 && Size % 4 == 0) {
        element_vector<In, Size> part;
#pragma unroll
        for (int w = 0; w < Size / 4; w++) {
            part.words[w] = x.words[First / 4 + w];
        }
        return sum_of<Acc>(part);
    } else {
        return sum_of_part<Acc, First, Size / 2>(x) + sum_of_part<Acc, First + Size / 2, Size / 2>(x);
    }
}

/*
 * A thread loads `elements` of 4 to 16 bytes at a time, such that it stores 16 bytes if it can, and `batch` times:
 * small blocks where results are no shorter than the input (tuning.h).
 */
template <class In, class Out, int Size>
struct parts_shape {
    static constexpr int wanted = 16 / static_cast<int>(sizeof(Out)) * Size;
    static constexpr int elements = std::min(std::max(wanted, 4 / static_cast<int>(sizeof(In))), vector_elements<In>);
    static constexpr int batch = sizeof(Out) >= Size * sizeof(In) ? 1 : 2;
    static constexpr uint64_t per_block = static_cast<uint64_t>(lanes_threads) * batch * elements;
};

template <class Out, int Count>
struct alignas(std::min<size_t>(sizeof(Out) * Count, 16)) neighbours {
    Out result[Count];
};

template <class Acc, int Size, int First, class In, int V, class Out>
__device__ __forceinline__ void sum_parts_of(neighbours<Out, V / Size> &y, const element_vector<In, V> &x)
{
    if constexpr (First < V) {
        y.result[First / Size] = from_accumulator<Out>(sum_of_part<Acc, First, Size>(x));
        sum_parts_of<Acc, Size, First + Size>(y, x);
    }
}

template <class Vector>
__device__ __forceinline__ Vector load_part(const void *from, cache_policy policy)
{
    if constexpr (sizeof(Vector) == 16) {
        const uint4 loaded = load_vector_by(policy, from);
        return {{loaded.x, loaded.y, loaded.z, loaded.w}};
    } else {
        return *static_cast<const Vector *>(from); /* (Results are larger and fill L2 anyway.) */
    }
}

/* Together as 16 bytes or less; more than that in several. */
template <class Out, int Count>
__device__ __forceinline__ void store_neighbours(Out *out, const neighbours<Out, Count> &y)
{
    constexpr int bytes = sizeof(y);
    using word = std::conditional_t<
        bytes % 16 == 0, uint4,
        std::conditional_t<bytes == 8, uint64_t,
                           std::conditional_t<bytes == 4, uint32_t, std::conditional_t<bytes == 2, uint16_t, Out>>>>;
#pragma unroll
    for (int i = 0; i < bytes / static_cast<int>(sizeof(word)); i++) {
        store_result(reinterpret_cast<word *>(out) + i, reinterpret_cast<const word *>(&y)[i]);
    }
}

template <class In, class Acc, class Out, int Size>
__global__ void __launch_bounds__(lanes_threads)
    sum_parts(const In *in, Out *out, uint64_t n, uint64_t count, bool evict_first)
{
    using shape = parts_shape<In, Out, Size>;
    constexpr int V = shape::elements;
    const uint64_t begin = blockIdx.x * shape::per_block;
    if (begin + shape::per_block <= n) {
        const cache_policy policy = evict_first_if(evict_first);
        in += begin + threadIdx.x * V;
        out += begin / Size + threadIdx.x * (V / Size);
        element_vector<In, V> x[shape::batch];
#pragma unroll
        for (int b = 0; b < shape::batch; b++) {
            x[b] = load_part<element_vector<In, V>>(in + b * lanes_threads * V, policy);
        }
#pragma unroll
        for (int b = 0; b < shape::batch; b++) {
            neighbours<Out, V / Size> y;
            sum_parts_of<Acc, Size, 0>(y, x[b]);
            store_neighbours(out + b * lanes_threads * (V / Size), y);
        }
    } else {
        for (uint64_t k = begin / Size + threadIdx.x; k < count; k += lanes_threads) {
            Acc sum = to_accumulator<Acc>(in[k * Size]);
            for (uint64_t i = k * Size + 1; i < min(k * Size + Size, n); i++) {
                sum += to_accumulator<Acc>(in[i]);
            }
            store_result(out + k, from_accumulator<Out>(sum));
        }
    }
}

/* ---- segments of several vectors ---- */

template <class In, class Acc, class Out, int Lanes>
__global__ void __launch_bounds__(lanes_threads)
    sum_lanes(const In *in, Out *out, uint64_t n, uint64_t count, bool evict_first)
{
    constexpr int V = vector_elements<In>;
    constexpr int per_vectors = TCUI_WARP_LANES / Lanes; /* segments in one vector of each lane */
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const uint64_t warp = static_cast<uint64_t>(blockIdx.x) * lanes_warps + threadIdx.x / TCUI_WARP_LANES;
    const int64_t first = static_cast<int64_t>(warp * (lanes_batch * TCUI_WARP_LANES) + lane) * V;
    const cache_policy policy = evict_first_if(evict_first);
    element_vector<In> x[lanes_batch];
#pragma unroll
    for (int b = 0; b < lanes_batch; b++) {
        x[b] = load_vector_inside(in, first + b * TCUI_WARP_LANES * V, n, policy);
    }
    Acc sum[lanes_batch];
#pragma unroll
    for (int b = 0; b < lanes_batch; b++) {
        sum[b] = sum_of<Acc>(x[b]);
    }
    /* After the step of a distance the lane has of each pair of sums the one that its bit of the distance names. */
#pragma unroll
    for (int distance = 1, left = lanes_batch; distance < Lanes; distance *= 2, left /= 2) {
        if (left > 1) {
            const bool odd = (lane & distance) != 0;
#pragma unroll
            for (int i = 0; i < left / 2; i++) {
                const Acc kept = odd ? sum[2 * i + 1] : sum[2 * i], given = odd ? sum[2 * i] : sum[2 * i + 1];
                sum[i] = kept + __shfl_xor_sync(all_lanes, given, distance);
            }
        } else {
            sum[0] += __shfl_xor_sync(all_lanes, sum[0], distance);
        }
    }
    constexpr int spread = Lanes < lanes_batch ? Lanes : lanes_batch; /* lanes with different sums */
#pragma unroll
    for (int i = 0; i < lanes_batch / spread; i++) {
        const int b = i * spread + lane % spread;
        const uint64_t k = (warp * lanes_batch + b) * per_vectors + lane / Lanes;
        if (lane % Lanes < spread && k < count) {
            store_result(out + k, from_accumulator<Out>(sum[i]));
        }
    }
}

template <class In, class Acc, class Out, int Size>
tcu_status reduce_lanes(tcu_context *context, const tcui_reduce_task *task)
{
    constexpr int V = vector_elements<In>;
    const tcui_segments &segments = task->segments;
    if (segments.size != Size) {
        if constexpr (Size < TCUI_WARP_LANES * V) {
            return reduce_lanes<In, Acc, Out, 2 * Size>(context, task);
        }
        return tcui_fail_unreachable(context, "segments of a size that is summed otherwise");
    }
    const bool evict_first = tcui_sum_evicts_input_first(segments.n * sizeof(In), segments.count * sizeof(Out));
    const auto run = [&](auto kernel, uint64_t per_block) {
        return launch(context, kernel, segments.n / per_block + (segments.n % per_block != 0), lanes_threads, 0,
                      static_cast<const In *>(task->in), static_cast<Out *>(task->out), segments.n, segments.count,
                      evict_first);
    };
    if constexpr (Size <= V) {
        return run(sum_parts<In, Acc, Out, Size>, parts_shape<In, Out, Size>::per_block);
    } else {
        return run(sum_lanes<In, Acc, Out, Size / V>, static_cast<uint64_t>(lanes_threads) * lanes_batch * V);
    }
}

} // namespace

tcu_status tcui_reduce_registers_execute(tcu_context *context, const tcui_reduce_task *task)
{
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        return reduce_lanes<typename type::in, typename type::acc, typename type::out, 1>(context, task);
    });
}
