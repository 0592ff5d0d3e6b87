/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differences of neighbours. A block has a tile of whole vectors of `out`, one a thread: a vector's elements minus the same
 * moved by one, whose first is the last of the lane before. Where `in` lies otherwise modulo 16 bytes, lanes load its
 * aligned vectors and join each with the one before. (Many small blocks: more vectors a thread are slower.)
 *
 * In place a block reads no element of another tile: the last one of each tile is saved by a kernel that runs before.
 */
#ifndef TCUI_STENCIL_DIFFERENCE_KERNEL_CUH
#define TCUI_STENCIL_DIFFERENCE_KERNEL_CUH

#include "primitives/pipeline/length.cuh"
#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/lanes.h"
#include "primitives/tile/vector_join.cuh"
#include "tuning.h"

namespace tcu
{

template <class T>
constexpr int64_t difference_tile = int64_t{TCUI_DIFFERENCE_THREADS} * vector_elements<T>;

template <class T>
struct difference_task {
    const T *in;
    T *out;
    int64_t n;      /* of a call with a count the most that there can be */
    int head;       /* elements from the vector that out begins in to out */
    int behind;     /* bytes by which the aligned vectors of `in` end behind those of `out`, 0 to 15 */
    const T *saved; /* in place: of each tile the element before it; else NULL */
};

template <class T>
struct counted_difference : difference_task<T> {
    const uint64_t *count;
};

/* What kernels get. Counted: the device knows how many elements there are. */
template <class T, bool Counted>
using difference_call = std::conditional_t<Counted, counted_difference<T>, difference_task<T>>;

/* The task of the elements that there are. */
template <class T>
__device__ __forceinline__ difference_task<T> task_now(const counted_difference<T> &call)
{
    difference_task<T> task = call;
    task.n = static_cast<int64_t>(length_now(static_cast<uint64_t>(task.n), call.count));
    return task;
}

/* Without a count all. (A copy, which takes no register: of a reference the compiler makes more instructions.) */
template <class T>
__device__ __forceinline__ difference_task<T> task_now(const difference_task<T> &call)
{
    return call;
}

/* Elements [first, first + V) of `in`, of which those outside the array are 0; Whole: there are none. */
template <bool Whole, class T>
__device__ __forceinline__ element_vector<T> load_inside(const difference_task<T> &task, int64_t first)
{
    constexpr int V = vector_elements<T>;
    if (!Whole && (first < 0 || first + V > task.n)) {
        return gather_inside<V>(task.in, first, task.n);
    }
    const uint4 words = *reinterpret_cast<const uint4 *>(task.in + first);
    return {{words.x, words.y, words.z, words.w}};
}

/* The same where vectors of `in` begin elsewhere; all lanes call it for neighbouring vectors. */
template <bool Whole, class T>
__device__ __forceinline__ element_vector<T> load_joined(const difference_task<T> &task, int64_t first)
{
    constexpr int V = vector_elements<T>;
    const int64_t aligned = first + task.behind / static_cast<int>(sizeof(T));
    const element_vector<T> own = load_inside<Whole>(task, aligned);
    element_vector<T> before = {};
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        before = load_inside<Whole>(task, aligned - V);
    }
#pragma unroll
    for (int w = 0; w < 4; w++) {
        const uint32_t word = __shfl_up_sync(all_lanes, own.words[w], 1);
        if (threadIdx.x % TCUI_WARP_LANES != 0) {
            before.words[w] = word;
        }
    }
    const uint4 words = join_vectors(before.words, own.words, task.behind);
    return {{words.x, words.y, words.z, words.w}};
}

/* The words that end in the element before each lane's vector. */
template <class T>
constexpr int edge_words = sizeof(T) == 8 ? 2 : 1;

/* Those of an element. */
template <class T>
__device__ __forceinline__ void edge_of(uint32_t (&edge)[edge_words<T>], T element)
{
    constexpr size_t unused = sizeof(edge) - sizeof(T);
    edge[0] = 0;
    memcpy(reinterpret_cast<unsigned char *>(edge) + unused, &element, sizeof(T));
}

/* The vector moved by one element. */
template <class T>
__device__ __forceinline__ element_vector<T> moved_by_one(const uint32_t (&edge)[edge_words<T>],
                                                          const element_vector<T> &x)
{
    constexpr int E = edge_words<T>;
    element_vector<T> y;
#pragma unroll
    for (int w = 0; w < 4; w++) {
        const uint32_t before = w < E ? edge[w < E ? w : 0] : x.words[w < E ? 0 : w - E];
        y.words[w] = sizeof(T) < 4 ? __funnelshift_l(before, x.words[w], 8 * static_cast<int>(sizeof(T) % 4)) : before;
    }
    return y;
}

/* x - y modulo 2^8 or 2^16 in each part of a word: what a part would borrow is kept apart in its highest bit. */
template <class T>
__device__ __forceinline__ uint32_t subtract_parts(uint32_t x, uint32_t y)
{
    constexpr uint32_t highest = sizeof(T) == 1 ? 0x80808080u : 0x80008000u;
    return ((x | highest) - (y & ~highest)) ^ ((x ^ ~y) & highest);
}

template <class T>
__device__ __forceinline__ element_vector<T> subtract(const element_vector<T> &x, const element_vector<T> &y)
{
    element_vector<T> z;
    if constexpr (std::is_integral_v<T> && sizeof(T) < 4) {
#pragma unroll
        for (int w = 0; w < 4; w++) {
            z.words[w] = subtract_parts<T>(x.words[w], y.words[w]);
        }
    } else {
        using compute = std::conditional_t<sizeof(T) == 2, f32, T>;
        T elements[vector_elements<T>];
#pragma unroll
        for (int i = 0; i < vector_elements<T>; i++) {
            elements[i] = from_accumulator<T>(to_accumulator<compute>(x.at(i)) - to_accumulator<compute>(y.at(i)));
        }
        memcpy(z.words, elements, sizeof z.words);
    }
    return z;
}

/* Whole: all that the tile reads and writes is inside the arrays. */
template <class T, bool Joined, bool Whole>
__device__ __forceinline__ void form_tile(const difference_task<T> &task, int64_t tile, int64_t begin)
{
    constexpr int V = vector_elements<T>, E = edge_words<T>;
    const int64_t first = begin + static_cast<int>(threadIdx.x) * V;
    const element_vector<T> x = Joined ? load_joined<Whole>(task, first) : load_inside<Whole>(task, first);
    uint32_t edge[E] = {};
    if (threadIdx.x % TCUI_WARP_LANES == 0 && (Whole || (first > 0 && first <= task.n))) {
        const bool is_saved = task.saved != nullptr && threadIdx.x == 0 && tile > 0;
        edge_of(edge, is_saved ? task.saved[tile] : task.in[first - 1]);
    }
    if (task.saved != nullptr) {
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < E; e++) {
        const uint32_t word = __shfl_up_sync(all_lanes, x.words[4 - E + e], 1);
        if (threadIdx.x % TCUI_WARP_LANES != 0) {
            edge[e] = word;
        }
    }
    const element_vector<T> y = subtract(x, moved_by_one(edge, x));
    if (!Whole && (first < 0 || first + V > task.n)) {
        scatter_inside(task.out, y, first, task.n);
    } else {
        __stcs(reinterpret_cast<uint4 *>(task.out + first), make_uint4(y.words[0], y.words[1], y.words[2], y.words[3]));
    }
}

/* The tile of a block. */
template <class T, bool Joined>
__device__ __forceinline__ void form_tile_of_block(const difference_task<T> &task)
{
    constexpr int V = vector_elements<T>;
    const int64_t tile = blockIdx.x, begin = tile * difference_tile<T> - task.head;
    if (begin >= V && begin + difference_tile<T> + V <= task.n) {
        form_tile<T, Joined, true>(task, tile, begin);
    } else {
        form_tile<T, Joined, false>(task, tile, begin);
    }
}

/* T: u8 to u64 for the integers. Joined: `in` and `out` differ modulo 16 bytes. */
template <class T, bool Joined, bool Counted>
__global__ void __launch_bounds__(TCUI_DIFFERENCE_THREADS, TCUI_DIFFERENCE_BLOCKS)
    difference_kernel(difference_call<T, Counted> call)
{
    form_tile_of_block<T, Joined>(task_now<T>(call));
}

/* saved[tile] for tiles from 1 on. */
template <class T, bool Counted>
__global__ void __launch_bounds__(TCUI_DIFFERENCE_THREADS) save_tile_ends(difference_call<T, Counted> call, T *saved)
{
    const difference_task<T> &task = task_now<T>(call);
    const int64_t tile = static_cast<int64_t>(blockIdx.x) * TCUI_DIFFERENCE_THREADS + threadIdx.x + 1;
    const int64_t first = tile * difference_tile<T> - task.head;
    if (first < task.n) {
        saved[tile] = task.in[first - 1];
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_DIFFERENCE_KERNEL_CUH */
