/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tile of an array in a block: 16-byte vectors, the sums of the vectors in shared memory, and sums of any stretch of
 * elements from them. Where stretches do not begin and end with vectors, the vectors are kept too, for their edges.
 */
#ifndef TCUI_REDUCE_CUDA_SUMS_VECTOR_TILE_CUH
#define TCUI_REDUCE_CUDA_SUMS_VECTOR_TILE_CUH

#include "primitives/pipeline/bulk_copy.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "vectors.cuh"

namespace tcu
{

constexpr int vectors_threads = TCUI_REDUCE_TILE_THREADS;
constexpr int vectors_batch = TCUI_REDUCE_TILE_VECTORS; /* of a thread, all in flight */
constexpr int tile_vectors = vectors_threads * vectors_batch;

/*
 * Where sums are: one behind the other, or spread such that lanes at distances of 2, 4, ... sums find them in different
 * banks. By offsets distances are any, and to find the places takes longer (f16, mean length 8: 68 % of reading,
 * dense 70; 64: 82, 84).
 */
enum class sum_places { dense, spread };

template <sum_places Places>
__device__ __forceinline__ constexpr int place_of_sum(int i)
{
    return Places == sum_places::spread ? i + i / TCUI_WARP_LANES : i;
}

/* What a tile keeps in shared memory; the vectors and the masks only where segments end anywhere. */
template <class In, class Acc, segment_ends Ends, sum_places Places = sum_places::spread>
struct vectors_storage {
    static constexpr int sums = Ends == segment_ends::quads ? tile_vectors / 4 : tile_vectors;
    Acc sum[place_of_sum<Places>(sums)];
};

template <class In, class Acc, sum_places Places>
struct vectors_storage<In, Acc, segment_ends::elements, Places> {
    static constexpr int V = vector_elements<In>;
    element_vector<In> vectors[tile_vectors + 1]; /* one more, to be read where a segment ends with the tile */
    element_vector<In> up_to[V + 1];              /* masks: all bits of the first i elements */
    barrier full;                                 /* the vectors are there */
    Acc sum[place_of_sum<Places>(tile_vectors)];
};

/* What a tile keeps of a vector in place of its sum where operators need elements' places: nothing. */
struct no_sum {
};
template <class Operator>
using tile_sum = std::conditional_t<is_located<Operator>, no_sum, typename Operator::acc>;

/* Sums of the thread's vectors, into shared memory. */
template <class Operator, class In, class Acc, segment_ends Ends, sum_places Places>
__device__ __forceinline__ void sum_vectors(const Operator &op, vectors_storage<In, Acc, Ends, Places> &shared,
                                            const element_vector<In> (&x)[vectors_batch])
{
#pragma unroll
    for (int b = 0; b < vectors_batch; b += 2) {
        const int vector = b * vectors_threads + threadIdx.x;
        if constexpr (Ends == segment_ends::quads) {
            Acc sum[2];
            quad_totals<In, Acc>(sum, x[b], x[b + 1]);
            if (threadIdx.x % 4 < 2) {
                shared.sum[place_of_sum<Places>((vector + threadIdx.x % 2 * vectors_threads) / 4)] =
                    sum[threadIdx.x % 2];
            }
        } else {
            shared.sum[place_of_sum<Places>(vector)] = op.of_vector(x[b]);
            shared.sum[place_of_sum<Places>(vector + vectors_threads)] = op.of_vector(x[b + 1]);
        }
    }
}

/*
 * Starts to load tile elements [first, first + length) of the array into shared memory: asynchronously, so loads in
 * flight hold neither registers nor lines of L1, and more tiles can be. wait() ends it, and encodes them.
 */
template <class Operator, sum_places Places>
class tile_copy
{
    using In = typename Operator::in;
    static constexpr int V = vector_elements<In>;
    using storage = vectors_storage<In, tile_sum<Operator>, segment_ends::elements, Places>;

  public:
    __device__ __forceinline__ tile_copy(const Operator &op, storage &shared, const In *in, int64_t first, int length,
                                         uint64_t n, cache_policy policy)
        : op(op), shared(shared), length(length),
          inside(length > 0 && first >= 0 && first + (length + V - 1) / V * V <= static_cast<int64_t>(n))
    {
        if (threadIdx.x <= V) {
#pragma unroll
            for (int w = 0; w < 4; w++) {
                shared.up_to[threadIdx.x].words[w] = word_mask(threadIdx.x * 8 * sizeof(In), w);
            }
        }
        if (inside) {
            start(in + first, policy);
        } else {
            for (int vector = threadIdx.x; vector * V < length; vector += vectors_threads) {
                shared.vectors[vector] = load_vector_inside(in, first + vector * V, n, policy, op);
            }
        }
    }

    /* The thread's vectors; zeros behind the tile's elements. Call by all threads. */
    __device__ __forceinline__ void wait(element_vector<In> (&x)[vectors_batch])
    {
        finish();
#pragma unroll
        for (int b = 0; b < vectors_batch; b++) {
            const int vector = b * vectors_threads + threadIdx.x;
            x[b] = {};
            if (vector * V < length) {
                x[b] = shared.vectors[vector];
            }
        }
        if constexpr (is_encoded<Operator>) {
            if (inside) {
                encode(x);
            }
        }
    }

  private:
    /* What was copied as it is. (Others read it behind a barrier of the caller's.) */
    __device__ __forceinline__ void encode(element_vector<In> (&x)[vectors_batch])
    {
#pragma unroll
        for (int b = 0; b < vectors_batch; b++) {
            const int vector = b * vectors_threads + threadIdx.x;
            if (vector * V < length) {
                shared.vectors[vector] = x[b] = op.encode(x[b]);
            }
        }
    }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    /* One bulk copy. */
    __device__ __forceinline__ void start(const In *from, cache_policy policy)
    {
        if (threadIdx.x == 0) {
            shared.full.init(1);
            fence_barrier_init();
            const unsigned bytes = (length + V - 1) / V * 16;
            shared.full.arrive_expect(bytes);
            bulk_load(shared.vectors, from, bytes, shared.full, policy);
        }
    }

    __device__ __forceinline__ void finish()
    {
        __syncthreads();
        if (inside) {
            shared.full.wait(0);
        }
    }
#else
    /* A vector a thread at a time. */
    __device__ __forceinline__ void start(const In *from, cache_policy)
    {
#pragma unroll
        for (int b = 0; b < vectors_batch; b++) {
            const int vector = b * vectors_threads + threadIdx.x;
            if (vector * V < length) {
                copy_vector_async(shared.vectors + vector, from + vector * V);
            }
        }
    }

    __device__ __forceinline__ void finish()
    {
        wait_for_vector_copies();
        __syncthreads();
    }
#endif

    const Operator op;
    storage &shared;
    const int length;
    const bool inside; /* whole vectors of the array */
};

/* Sum of every `step`-th vectors' sum from `first` up to `end`, in two chains: half as long, half the rounding. */
template <sum_places Places, class Operator, class Acc>
__device__ __forceinline__ Acc add_sums(const Operator &op, const Acc *sums, int first, int end, int step)
{
    Acc even = 0, odd = 0;
#pragma unroll 2
    for (int i = first; i < end; i += 2 * step) {
        combine_into(op, even, sums[place_of_sum<Places>(i)]);
        if (i + step < end) {
            combine_into(op, odd, sums[place_of_sum<Places>(i + step)]);
        }
    }
    return op.combine(even, odd);
}

/* Sum of elements [from, to) of a vector of the tile. */
template <class Operator, class In, class Acc, sum_places Places>
__device__ __forceinline__ Acc sum_part(const Operator &op,
                                        const vectors_storage<In, Acc, segment_ends::elements, Places> &shared,
                                        int vector, int from, int to)
{
    element_vector<In> x = shared.vectors[vector];
    const element_vector<In> before = shared.up_to[from], up_to = shared.up_to[to];
#pragma unroll
    for (int w = 0; w < 4; w++) {
        x.words[w] &= ~before.words[w] & up_to.words[w];
    }
    return op.of_vector(x);
}

/* The lane's share of the sum of elements [from, to) of the tile, as sum_elements(). */
template <class Operator, class In, class Acc, sum_places Places>
__device__ __forceinline__ Acc
sum_vectors_between(const Operator &op, const vectors_storage<In, Acc, segment_ends::elements, Places> &shared,
                    int from, int to, int lane, int lanes)
{
    constexpr int V = vector_elements<In>;
    const int first = from / V, last = to / V;
    const int end_of_first = first == last ? to % V : V, end_of_last = first == last ? 0 : to % V;
    Acc sum = 0;
    if (lane == 0) {
        sum = sum_part(op, shared, first, from % V, end_of_first);
    }
    if (lane == lanes - 1) {
        combine_into(op, sum, sum_part(op, shared, last, 0, end_of_last));
    }
    return op.combine(sum, add_sums<Places>(op, shared.sum, first + 1 + lane, last, lanes));
}

/*
 * The lane's share of the sum of elements [from, to) of the tile: what they have of their first and last vector, and
 * the sums of the vectors between. Not for an empty stretch.
 */
template <class Operator, class In, class Sum, sum_places Places>
__device__ __forceinline__ typename Operator::acc
sum_elements(const Operator &op, const vectors_storage<In, Sum, segment_ends::elements, Places> &shared, int from,
             int to, int lane, int lanes)
{
    if constexpr (is_located<Operator>) {
        return op.of_stretch(shared.vectors, from, to, lane, lanes);
    } else {
        return sum_vectors_between(op, shared, from, to, lane, lanes);
    }
}

/* The same where segments are whole vectors, or whole quads of them. */
template <class Operator, class In, class Acc, segment_ends Ends, sum_places Places>
__device__ __forceinline__ Acc sum_whole_vectors(const Operator &op,
                                                 const vectors_storage<In, Acc, Ends, Places> &shared, int from, int to,
                                                 int lane, int lanes)
{
    static_assert(Ends != segment_ends::elements, "vectors that are a segment's only in part need sum_elements()");
    constexpr int step = vector_elements<In> * (Ends == segment_ends::quads ? 4 : 1);
    return add_sums<Places>(op, shared.sum, from / step + lane, to / step, lanes);
}

/* Lanes for each of `segments` segments, such that the block sums them at one go, if a warp is enough for one. */
__host__ __device__ constexpr int lanes_for(uint64_t segments)
{
    int lanes = 1;
    while (lanes < TCUI_WARP_LANES && 2 * lanes * segments <= vectors_threads) {
        lanes *= 2;
    }
    return lanes;
}

/*
 * Lanes for each segment of so many vectors where operators need elements' places, so that each lane goes over vectors
 * in shared memory: few enough that shuffles are few, many enough that lanes find their vectors in different banks.
 */
__host__ __device__ constexpr int lanes_of_vectors(int vectors)
{
    constexpr int few_lanes = 4;
    int lanes = 1;
    while (lanes < TCUI_WARP_LANES && vectors >= lanes * (lanes < few_lanes ? 4 : 8)) {
        lanes *= 2;
    }
    return lanes;
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_VECTOR_TILE_CUH */
