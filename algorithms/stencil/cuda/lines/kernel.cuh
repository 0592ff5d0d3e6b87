/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps along the line alone, however many. A warp goes over segments of lines, some of which are on their way to its shared
 * memory; each thread has 8 neighbouring results, and a window that slides over the segment, 8 taps at a time.
 */
#ifndef TCUI_STENCIL_LINES_KERNEL_CUH
#define TCUI_STENCIL_LINES_KERNEL_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "algorithms/stencil/cuda/segment.cuh"
#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

constexpr int lines_points = 8, lines_segment = 32 * lines_points;
constexpr int lines_warps = TCUI_STENCIL_LINES_THREADS / 32, lines_stages = TCUI_STENCIL_LINES_STAGES;

template <class T>
constexpr int lines_blocks = sizeof(T) == 8 ? TCUI_STENCIL_LINES_BLOCKS_F64 : TCUI_STENCIL_LINES_BLOCKS;

/* Vectors that hold a thread's points. */
template <class T>
constexpr int lines_spread = lines_points *static_cast<int>(sizeof(T)) < segment_vector_bytes
                                 ? 1
                                 : lines_points *static_cast<int>(sizeof(T)) / segment_vector_bytes;

template <class T>
struct lines_task {
    tcu::grid<T> grid;
    const computed<T> *weights;
    const uint32_t *present; /* a bit for each offset that is a tap; NULL: all are */
    int count;               /* offsets, from the axis's low to its high */
    bool is_reversed, vectors_out, has_keep;
    T constant;
    int elements;     /* of a stage */
    int64_t segments; /* of a line */
    uint64_t works;   /* segments of all lines */
    int a_warp;       /* those that follow each other */
};

/* A segment's place. */
template <class T>
struct lines_place {
    const T *in; /* the line */
    T *out;
    int64_t x; /* the segment's first point */
};

template <class T>
__device__ __forceinline__ lines_place<T> place_of(const lines_task<T> &task, uint64_t work)
{
    const grid<T> &g = task.grid;
    uint64_t rest = work;
    const auto next = [&](int64_t n) {
        const uint64_t whole = rest;
        rest = n == 1 ? whole : whole / static_cast<uint64_t>(n);
        return static_cast<int64_t>(n == 1 ? 0 : whole - rest * static_cast<uint64_t>(n));
    };
    lines_place<T> place;
    place.x = next(task.segments) * lines_segment;
    const int64_t y = next(g.axes[1].out), z = next(g.axes[0].out), copy = next(g.copies);
    const int64_t batch = static_cast<int64_t>(rest);
    place.in =
        g.in + batch * g.in_batch_stride + copy * g.in_copy_stride + z * g.axes[0].in_stride + y * g.axes[1].in_stride;
    place.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + z * g.axes[0].out_stride +
                y * g.axes[1].out_stride;
    return place;
}

/* To the next segment, which is `work`. */
template <class T>
__device__ __forceinline__ void advance(lines_place<T> &place, const lines_task<T> &task, uint64_t work)
{
    place.x += lines_segment;
    if (place.x >= task.grid.axes[2].out)
        place = place_of(task, work);
}

/* A thread's 8 neighbours number `block` of a stage. */
template <class T>
__device__ __forceinline__ void load_points(const T *stage, int block, computed<T> *values)
{
    constexpr int S = lines_spread<T>, V = lines_points / S;
#pragma unroll
    for (int j = 0; j < S; ++j) {
        const int q = (static_cast<int>(threadIdx.x % 32) + block) * S + j;
        element_bits<T, V> bits;
        if constexpr (V * sizeof(T) == 16) {
            const uint4 four = reinterpret_cast<const uint4 *>(stage)[swizzled<S>(q)];
            bits.words[0] = four.x, bits.words[1] = four.y, bits.words[2] = four.z, bits.words[3] = four.w;
        } else {
            const unsigned long long two = reinterpret_cast<const unsigned long long *>(stage)[q];
            bits.words[0] = static_cast<uint32_t>(two);
            bits.words[1] = static_cast<uint32_t>(two >> 32);
        }
#pragma unroll
        for (int i = 0; i < V; ++i)
            values[j * V + i] = to_computed(bits.at(i));
    }
}

/* The sums of a thread's points; tap k is that of element `pad` + k. */
template <class T>
__device__ __forceinline__ void sum_taps(const T *stage, int pad, const lines_task<T> &task, const computed<T> *weights,
                                         const uint32_t *present, computed<T> (&sums)[lines_points])
{
    computed<T> values[2 * lines_points];
    load_points(stage, 0, values);
#pragma unroll
    for (int i = 0; i < lines_points; ++i)
        sums[i] = 0;
    const int end = pad + task.count;
#pragma unroll 1
    for (int k = 0; k < end; k += lines_points) {
        load_points(stage, k / lines_points + 1, values + lines_points);
        const bool is_whole = present == nullptr && k >= pad && k + lines_points <= end;
#pragma unroll
        for (int j = 0; j < lines_points; ++j) {
            const int tap = k + j - pad;
            const bool is_tap = is_whole || (tap >= 0 && tap < task.count &&
                                             (present == nullptr || (present[tap / 32] >> tap % 32 & 1u) != 0));
            if (is_tap) {
                const computed<T> weight = weights[tap];
#pragma unroll
                for (int i = 0; i < lines_points; ++i)
                    sums[i] += weight * values[i + j];
            }
        }
#pragma unroll
        for (int i = 0; i < lines_points; ++i)
            values[i] = values[i + lines_points];
    }
}

template <class T>
__device__ __forceinline__ void store_points(const lines_task<T> &task, const lines_place<T> &place,
                                             const computed<T> (&sums)[lines_points])
{
    const grid_axis &axis = task.grid.axes[2];
    const int64_t x = place.x + static_cast<int>(threadIdx.x % 32) * lines_points;
    const bool some_keep = task.has_keep && (keeps(axis, x) || keeps(axis, x + lines_points - 1));
    if (task.vectors_out && x + lines_points <= axis.out && !some_keep) {
        element_bits<T, lines_points> results;
        results.clear();
#pragma unroll
        for (int i = 0; i < lines_points; ++i)
            results.put(i, from_computed<T>(sums[i]));
        store_bits<lines_points>(place.out + x, results);
        return;
    }
#pragma unroll
    for (int i = 0; i < lines_points; ++i)
        if (x + i < axis.out)
            place.out[x + i] = some_keep && keeps(axis, x + i) ? place.in[x + i] : from_computed<T>(sums[i]);
}

/* Weights in the order of offsets, behind the stages. */
template <class T>
__device__ __forceinline__ void stage_line_weights(const lines_task<T> &task, computed<T> *weights, uint32_t *present)
{
    for (int i = threadIdx.x; i < task.count; i += TCUI_STENCIL_LINES_THREADS)
        weights[i] = task.weights[task.is_reversed ? task.count - 1 - i : i];
    for (int i = threadIdx.x; task.present != nullptr && i < (task.count + 31) / 32; i += TCUI_STENCIL_LINES_THREADS)
        present[i] = task.present[i];
    __syncthreads();
}

template <class T>
__global__ void __launch_bounds__(TCUI_STENCIL_LINES_THREADS, lines_blocks<T>) stencil_lines_kernel(lines_task<T> task)
{
    constexpr int S = lines_spread<T>;
    T *const stages = reinterpret_cast<T *>(dynamic_shared_memory());
    computed<T> *const weights = reinterpret_cast<computed<T> *>(stages + lines_warps * lines_stages * task.elements);
    uint32_t *const present = task.present == nullptr ? nullptr : reinterpret_cast<uint32_t *>(weights + task.count);
    stage_line_weights(task, weights, present);

    const grid_axis &axis = task.grid.axes[2];
    const int warp = static_cast<int>(threadIdx.x / 32);
    T *const own = stages + warp * lines_stages * task.elements;
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * lines_warps * task.a_warp;
    for (uint64_t begin = (static_cast<uint64_t>(blockIdx.x) * lines_warps + warp) * task.a_warp; begin < task.works;
         begin += stride) {
        const uint64_t left = task.works - begin;
        const int segments = left < static_cast<uint64_t>(task.a_warp) ? static_cast<int>(left) : task.a_warp;
        lines_place<T> here = place_of(task, begin), ahead = here;
        int to = 0, from = 0, next = 0;
        static_assert(lines_stages <= 4, "a byte each");
        uint32_t pads = 0; /* of the segments on their way, the latest one's in the lowest byte */
        const auto start = [&] {
            if (next < segments) {
                if (next > 0)
                    advance(ahead, task, begin + next);
                const segment<T> s = segment_at(ahead.in, ahead.x + axis.low, task.elements, axis.in, T());
                copy_segment<S>(own + to * task.elements, s, task.elements, axis, 1, axis.out - 1 + axis.high,
                                task.constant);
                pads = pads << 8 | static_cast<uint32_t>(s.pad);
            } else {
                pads <<= 8;
            }
            commit_vector_copies();
            ++next;
            to = to + 1 < lines_stages ? to + 1 : 0;
        };
        for (int i = 0; i < lines_stages - 1; ++i)
            start();
#pragma unroll 1
        for (int i = 0; i < segments; ++i) {
            start();
            wait_for_vector_groups<lines_stages - 1>();
            __syncwarp();
            if (i > 0)
                advance(here, task, begin + i);
            computed<T> sums[lines_points];
            sum_taps(own + from * task.elements, static_cast<int>(pads >> 8 * (lines_stages - 1) & 255), task, weights,
                     present, sums);
            store_points(task, here, sums);
            from = from + 1 < lines_stages ? from + 1 : 0;
            __syncwarp();
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_LINES_KERNEL_CUH */
