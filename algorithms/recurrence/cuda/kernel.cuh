/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linear recurrences in one pass over memory. A block takes the next tile of the array, whose a and b stay in
 * registers:
 *
 *     load      vectors of 16 bytes; lines of a later tile, into L2 (prefetch_ahead.cuh); where there are segments, the
 *               bits of their heads, into shared memory
 *     compose   a lane's vectors to pairs, a warp's lanes, the block's warps; publish the tile's pair
 *     wait      for what comes before the tile (primitives/pipeline/tile_chain.cuh), unless it begins with a segment
 *     apply     from the x before each vector: x = a x + b, element by element, and store
 */
#ifndef TCUI_RECURRENCE_CUDA_KERNEL_CUH
#define TCUI_RECURRENCE_CUDA_KERNEL_CUH

#include "heads.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/prefetch_ahead.cuh"
#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"

namespace tcu
{

/* What is computed in. */
template <class In>
using recurrence_real = std::conditional_t<std::is_same_v<In, f64>, f64, f32>;

template <class In>
constexpr int recurrence_resident = std::is_same_v<In, f64> ? TCUI_RECURRENCE_RESIDENT_F64 : TCUI_RECURRENCE_RESIDENT;

template <class In>
struct recurrence_arrays {
    const In *a; /* nullptr: each is constant_a */
    const In *b, *initial;
    In *x;
    recurrence_real<In> constant_a, scale_b;
    tcui_segments segments;
    const uint64_t *first_segments; /* with offsets: the first one that begins in each tile or behind */
    bool evict_first;
};

/* A tile's part of one thread: vector v of its warp's row v. Counted: the device knows how many elements there are. (Else
 * their number is a parameter, which takes no register.) */
template <class In, bool Segmented, bool ConstantA, bool Counted>
class thread_part
{
    using Real = recurrence_real<In>;
    static constexpr int V = vector_elements<In>, vectors = TCUI_RECURRENCE_VECTORS;
    const recurrence_arrays<In> &arrays;
    const tile_heads<In> &heads;
    const In *befores;
    const uint64_t begin;   /* the tile's first element */
    const uint64_t counted; /* elements that there are, if Counted */
    element_vector<In> a[ConstantA ? 1 : vectors], b[vectors];
    run_pair<Real> before_vector[vectors]; /* from the warp's first element on */

    __device__ __forceinline__ static int place(int v)
    {
        const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
        return ((warp * vectors + v) * TCUI_WARP_LANES + lane) * V;
    }

    __device__ __forceinline__ uint32_t heads_of(int v) const { return Segmented ? heads.at(place(v), V) : 0u; }

    __device__ __forceinline__ Real factor(int v, int i) const
    {
        return ConstantA ? arrays.constant_a : to_accumulator<Real>(a[ConstantA ? 0 : v].at(i));
    }

    __device__ __forceinline__ Real term(int v, int i) const
    {
        return arrays.scale_b * to_accumulator<Real>(b[v].at(i));
    }

    __device__ __forceinline__ Real initial(int element) const
    {
        return arrays.initial != nullptr ? to_accumulator<Real>(befores[element]) : Real(0);
    }

    __device__ __forceinline__ uint64_t elements() const { return Counted ? counted : arrays.segments.n; }

    __device__ __forceinline__ void load(element_vector<In> (&to)[vectors], const In *from, cache_policy policy) const
    {
        const uint64_t n = elements();
        if (reinterpret_cast<uintptr_t>(from) % 16 == 0 && begin + recurrence_tile<In> <= n) {
#pragma unroll
            for (int v = 0; v < vectors; v++) {
                to[v] = load_vector(from + begin + place(v), policy);
            }
            return;
        }
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            to[v] = gather_inside<V>(from, static_cast<int64_t>(begin + place(v)), static_cast<int64_t>(n));
        }
    }

    __device__ __forceinline__ run_pair<Real> compose_vector(int v) const
    {
        const uint32_t bits = heads_of(v);
        run_pair<Real> pair = {factor(v, 0), term(v, 0), bits != 0};
#pragma unroll
        for (int i = 0; i < V; i++) {
            if (Segmented && bits >> i & 1u) {
                pair.b = fma(factor(v, i), initial(place(v) + i), term(v, i));
            } else if (i > 0) {
                pair.a *= factor(v, i);
                pair.b = fma(factor(v, i), pair.b, term(v, i));
            }
        }
        return pair;
    }

  public:
    __device__ __forceinline__ thread_part(const recurrence_arrays<In> &arrays, const tile_heads<In> &heads,
                                           const In *befores, uint64_t begin, uint64_t counted)
        : arrays(arrays), heads(heads), befores(befores), begin(begin), counted(counted)
    {
        const cache_policy policy = evict_first_if(arrays.evict_first);
        if constexpr (!ConstantA) {
            load(a, arrays.a, policy);
        }
        load(b, arrays.b, policy);
    }

    /* A later tile of both arrays, into L2. */
    __device__ __forceinline__ void prefetch(uint64_t tile) const
    {
        const uint64_t first = tile * recurrence_tile<In>, n = elements();
        if constexpr (!ConstantA) {
            prefetch_ahead<recurrence_threads>(arrays.a, sizeof(In), first, recurrence_tile<In>, n);
        }
        prefetch_ahead<recurrence_threads>(arrays.b, sizeof(In), first, recurrence_tile<In>, n);
    }

    /* The warp's pair. */
    __device__ __forceinline__ run_pair<Real> compose()
    {
        run_pair<Real> all = run_pair<Real>::of_nothing();
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            const warp_runs<Real> runs = scan_runs(compose_vector(v));
            before_vector[v] = all.then(runs.before);
            all = all.then(runs.all);
        }
        return all;
    }

    /* Elements from ... to - 1 of the array are stored. `before_warp` is the x before the warp's first element. */
    __device__ __forceinline__ void apply(Real before_warp, uint64_t from, uint64_t to) const
    {
        const bool is_whole =
            reinterpret_cast<uintptr_t>(arrays.x) % 16 == 0 && from <= begin && begin + recurrence_tile<In> <= to;
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            const uint32_t bits = heads_of(v);
            Real x = before_vector[v].behind(before_warp);
            In results[V];
#pragma unroll
            for (int i = 0; i < V; i++) {
                if (Segmented && bits >> i & 1u) {
                    x = initial(place(v) + i);
                }
                x = fma(factor(v, i), x, term(v, i));
                results[i] = from_accumulator<In>(x);
            }
            In *const out = arrays.x + begin + place(v);
            if (is_whole) {
                element_vector<In> y;
                memcpy(y.words, results, sizeof y.words);
                store_whole(out, y);
                continue;
            }
#pragma unroll
            for (int i = 0; i < V; i++) {
                const uint64_t element = begin + place(v) + i;
                if (element >= from && element < to) {
                    out[i] = results[i];
                }
            }
        }
    }
};

/* Of a call with a count how many elements there are. */
template <class In, bool Segmented>
__device__ __forceinline__ uint64_t elements_now(const recurrence_arrays<In> &arrays, uint64_t tiles)
{
    return Segmented && arrays.first_segments != nullptr
               ? searched_elements(arrays.segments, arrays.first_segments, tiles)
               : length_now(arrays.segments.n, arrays.segments.length);
}

template <class Real>
struct recurrence_shared {
    uint64_t tile;
    run_pair<Real> of_warps[recurrence_warps];
    typename tile_chain<recurrence_fold<Real>>::shared_parts chain;
};

/* From the pairs of the block's warps: those before this warp, and all. */
template <class Real>
__device__ __forceinline__ warp_runs<Real> join_warps(const run_pair<Real> (&of_warps)[recurrence_warps])
{
    const int warp = threadIdx.x / TCUI_WARP_LANES;
    warp_runs<Real> runs = {run_pair<Real>::of_nothing(), run_pair<Real>::of_nothing()};
#pragma unroll
    for (int w = 0; w < recurrence_warps; w++) {
        if (w == warp) {
            runs.before = runs.all;
        }
        runs.all = runs.all.then(of_warps[w]);
    }
    return runs;
}

template <class In, bool Segmented, bool ConstantA, bool Counted>
__global__ void __launch_bounds__(recurrence_threads, recurrence_resident<In>)
    recurrence_kernel(const __grid_constant__ recurrence_arrays<In> arrays,
                      const __grid_constant__ tile_chain<recurrence_fold<recurrence_real<In>>> chain)
{
    using Real = recurrence_real<In>;
    constexpr recurrence_fold<Real> fold;
    __shared__ recurrence_shared<Real> shared;
    __shared__ tile_heads<In> heads;
    In *const befores = reinterpret_cast<In *>(dynamic_shared_memory());
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (threadIdx.x == 0) {
        shared.tile = chain.tiles > 1 ? atomicAdd(chain.next_tile, 1u) : 0u;
    }
    if constexpr (Segmented) {
        heads.clear();
    }
    __syncthreads();
    const uint64_t tile = shared.tile, begin = tile * recurrence_tile<In>;
    const uint64_t n = Counted ? elements_now<In, Segmented>(arrays, chain.tiles) : arrays.segments.n;
    if (Counted && begin >= n) { /* and no tile that has elements is behind this one */
        return;
    }
    thread_part<In, Segmented, ConstantA, Counted> part(arrays, heads, befores, begin, Counted ? n : 0);
    part.prefetch(tile + chain.ahead);
    uint64_t from = 0, to = n;
    f64 first = 0;
    if constexpr (Segmented) {
        const uint64_t length = min(static_cast<uint64_t>(recurrence_tile<In>), n - begin);
        heads.write(arrays.segments, {arrays.segments, arrays.first_segments, tile, begin, length}, begin,
                    arrays.initial, befores);
        from = segment_begin(arrays.segments, 0);
        to = Counted ? min(segment_begin(arrays.segments, segment_count(arrays.segments)), n)
                     : segment_begin(arrays.segments, arrays.segments.count);
        __syncthreads();
    } else if (arrays.initial != nullptr) {
        first = static_cast<f64>(to_accumulator<Real>(arrays.initial[0]));
    }

    const run_pair<Real> of_warp = part.compose();
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        shared.of_warps[threadIdx.x / TCUI_WARP_LANES] = of_warp;
    }
    __syncthreads();
    const warp_runs<Real> runs = join_warps(shared.of_warps);
    if (threadIdx.x == 0) {
        chain.publish_part(tile, {runs.all.a, runs.all.b}, fold.tag_of(runs.all));
        if (runs.all.has_head && chain.is_last_of_group(tile)) {
            chain.publish_next_group(tile, runs.all.b);
        }
    }
    f64 before = first;
    if (tile > 0 && !(Segmented && heads.at(0, 1) != 0)) {
        before = chain.before(fold, tile, runs.all, runs.all.has_head, first, shared.chain);
    }
    part.apply(runs.before.behind(static_cast<Real>(before)), from, to);
}

} // namespace tcu

#endif /* TCUI_RECURRENCE_CUDA_KERNEL_CUH */
