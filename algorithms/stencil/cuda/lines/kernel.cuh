/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps along the line alone, however many. A warp goes over segments of lines, some of which are in flight to its
 * shared memory; each thread has neighbouring results, and a window that slides over the segment, as many taps at a
 * time. Results go out through the segment's place in shared memory, so that neighbouring threads store neighbouring
 * vectors.
 */
#ifndef TCUI_STENCIL_LINES_KERNEL_CUH
#define TCUI_STENCIL_LINES_KERNEL_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/segment.cuh"
#include "algorithms/stencil/cuda/tuning.h"
#include "primitives/tile/vector_join.cuh"

namespace tcu
{

constexpr int lines_warps = TCUI_STENCIL_LINES_THREADS / 32, lines_stages = TCUI_STENCIL_LINES_STAGES;

/* A thread's points, the vectors that hold them, and a warp's points. */
template <class T>
constexpr int lines_points = sizeof(T) == 8 ? TCUI_STENCIL_LINES_POINTS_F64 : TCUI_STENCIL_LINES_POINTS;

template <class T>
constexpr int lines_spread = lines_points<T> / segment_vector<T>;

template <class T>
constexpr int lines_segment = 32 * lines_points<T>;

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
    uint64_t all;     /* segments of all lines */
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
__device__ __forceinline__ lines_place<T> place_of(const lines_task<T> &task, uint64_t number)
{
    const grid<T> &g = task.grid;
    uint64_t rest = number;
    lines_place<T> place;
    place.x = take_coordinate_of_few(rest, task.segments) * lines_segment<T>;
    const int64_t y = take_coordinate_of_few(rest, g.axes[1].out), z = take_coordinate_of_few(rest, g.axes[0].out),
                  copy = take_coordinate_of_few(rest, g.copies);
    const int64_t batch = static_cast<int64_t>(rest);
    place.in =
        g.in + batch * g.in_batch_stride + copy * g.in_copy_stride + z * g.axes[0].in_stride + y * g.axes[1].in_stride;
    place.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + z * g.axes[0].out_stride +
                y * g.axes[1].out_stride;
    return place;
}

/* To the next segment, which is `number`. */
template <class T>
__device__ __forceinline__ void advance(lines_place<T> &place, const lines_task<T> &task, uint64_t number)
{
    place.x += lines_segment<T>;
    if (place.x >= task.grid.axes[2].out) {
        place = place_of(task, number);
    }
}

/* A thread's points of a stage, `block` times as many points further. */
template <class T>
__device__ __forceinline__ void load_points(const T *stage, int block, computed<T> *values)
{
    constexpr int S = lines_spread<T>;
    const int first = swizzled<S>((static_cast<int>(threadIdx.x % 32) + block) * S);
    element_bits<T, lines_points<T>> bits;
#pragma unroll
    for (int j = 0; j < S; j++) {
        put_vector(bits.words, j, reinterpret_cast<const uint4 *>(stage)[first ^ j]);
    }
#pragma unroll
    for (int i = 0; i < lines_points<T>; i++) {
        values[i] = to_computed(bits.at(i));
    }
}

/* Weights in the order of offsets, and a bit for each that is a tap: none of the 32 in front of the first one and behind. */
template <class T>
struct lines_taps {
    const computed<T> *weights;
    const uint32_t *present;

    __device__ __forceinline__ uint32_t bits(int first) const
    {
        const uint32_t at = static_cast<uint32_t>(first + 32);
        return __funnelshift_r(present[at / 32], present[at / 32 + 1], at % 32);
    }
};

/* The sums of a thread's points; tap k is that of element `pad` + k. */
template <class T>
__device__ __forceinline__ void sum_taps(const T *stage, int pad, int count, const lines_taps<T> &taps,
                                         computed<T> (&sums)[lines_points<T>])
{
    constexpr int P = lines_points<T>;
    constexpr uint32_t all = (1u << P) - 1;
    computed<T> values[2 * P];
    load_points(stage, 0, values);
#pragma unroll
    for (int i = 0; i < P; i++) {
        sums[i] = 0;
    }
    const auto add = [&](int j, computed<T> weight) {
#pragma unroll
        for (int i = 0; i < P; i++) {
            sums[i] += weight * values[i + j];
        }
    };
#pragma unroll 1
    for (int first = -pad, block = 1; first < count; first += P, block++) {
        load_points(stage, block, values + P);
        const computed<T> *const weights = taps.weights + first;
        const uint32_t bits = taps.bits(first) & all;
        if (bits == all) {
#pragma unroll
            for (int j = 0; j < P; j++) {
                add(j, weights[j]);
            }
        } else {
            /* (What is no tap may not be multiplied by 0 either: it may be infinite.) */
#pragma unroll
            for (int group = 0; group < P; group += 4) {
                if ((bits >> group & 15u) != 0) {
#pragma unroll
                    for (int j = group; j < group + 4; j++) {
                        if ((bits >> j & 1u) != 0) {
                            add(j, weights[j]);
                        }
                    }
                }
            }
        }
#pragma unroll
        for (int i = 0; i < P; i++) {
            values[i] = values[i + P];
        }
    }
}

/* `count` elements of a stage, to where no vector need begin: as aligned vectors, those at both ends element by element. */
template <class T>
__device__ __forceinline__ void store_some(T *out, const T *stage, int count)
{
    constexpr int S = lines_spread<T>, V = segment_vector<T>;
    const int behind = static_cast<int>(reinterpret_cast<uintptr_t>(out) % segment_vector_bytes);
    const int before = behind / static_cast<int>(sizeof(T)); /* elements of the first vector that are others' */
    for (int q = static_cast<int>(threadIdx.x % 32); q * V < count + before; q += 32) {
        const int first = q * V - before;
        if (first >= 0 && first + V <= count) {
            const uint4 *const vectors = reinterpret_cast<const uint4 *>(stage);
            const uint4 left = vectors[swizzled<S>(q > 0 ? q - 1 : 0)], right = vectors[swizzled<S>(q)];
            *reinterpret_cast<uint4 *>(out + first) =
                join_vectors({left.x, left.y, left.z, left.w}, {right.x, right.y, right.z, right.w}, behind);
            continue;
        }
#pragma unroll 1
        for (int i = max(first, 0); i < min(first + V, count); i++) {
            out[i] = stage[swizzled_element<S, T>(i)];
        }
    }
}

/* The results of a segment, through its stage. */
template <class T>
__device__ __forceinline__ void store_points(T *stage, const lines_task<T> &task, const lines_place<T> &place,
                                             const computed<T> (&sums)[lines_points<T>])
{
    constexpr int S = lines_spread<T>;
    const int lane = static_cast<int>(threadIdx.x % 32);
    element_bits<T, lines_points<T>> results;
    results.clear();
#pragma unroll
    for (int i = 0; i < lines_points<T>; i++) {
        results.put(i, from_computed<T>(sums[i]));
    }
    __syncwarp();
    uint4 *const vectors = reinterpret_cast<uint4 *>(stage);
#pragma unroll
    for (int j = 0; j < S; j++) {
        vectors[swizzled<S>(lane * S) ^ j] = vector_of(results, j);
    }
    __syncwarp();
    const grid_axis &axis = task.grid.axes[2];
    T *const out = place.out + place.x;
    const int64_t left = axis.out - place.x;
    const bool some_keep = task.has_keep && (keeps(axis, place.x) || keeps(axis, place.x + lines_segment<T> - 1));
    if (task.vectors_out && left >= lines_segment<T> && !some_keep) {
#pragma unroll
        for (int j = 0; j < S; j++) {
            reinterpret_cast<uint4 *>(out)[32 * j + lane] = vectors[swizzled<S>(32 * j + lane)];
        }
    } else if (sizeof(T) < 4 && !some_keep) {
        store_some<T>(out, stage, left < lines_segment<T> ? static_cast<int>(left) : lines_segment<T>);
    } else {
        for (int i = lane; i < lines_segment<T> && i < left; i += 32) {
            out[i] = some_keep && keeps(axis, place.x + i) ? place.in[place.x + i] : stage[swizzled_element<S, T>(i)];
        }
    }
}

/* Taps in the order of offsets, behind the stages. */
template <class T>
__device__ __forceinline__ lines_taps<T> stage_line_taps(const lines_task<T> &task, computed<T> *weights)
{
    uint32_t *const present = reinterpret_cast<uint32_t *>(weights + task.count);
    const int words = (task.count + 31) / 32;
    for (int i = threadIdx.x; i < task.count; i += TCUI_STENCIL_LINES_THREADS) {
        weights[i] = task.weights[task.is_reversed ? task.count - 1 - i : i];
    }
    for (int i = threadIdx.x; i < words + 2; i += TCUI_STENCIL_LINES_THREADS) {
        const int left = task.count - 32 * (i - 1);
        const uint32_t offsets = i == 0 || left <= 0 ? 0 : left < 32 ? (1u << left) - 1 : ~0u;
        present[i] = task.present != nullptr && offsets != 0 ? task.present[i - 1] & offsets : offsets;
    }
    __syncthreads();
    return {weights, present};
}

template <class T>
__global__ void __launch_bounds__(TCUI_STENCIL_LINES_THREADS, TCUI_STENCIL_LINES_BLOCKS)
    stencil_lines_kernel(lines_task<T> task)
{
    constexpr int S = lines_spread<T>;
    T *const stages = reinterpret_cast<T *>(dynamic_shared_memory());
    const lines_taps<T> taps =
        stage_line_taps(task, reinterpret_cast<computed<T> *>(stages + lines_warps * lines_stages * task.elements));

    const grid_axis &axis = task.grid.axes[2];
    const int warp = static_cast<int>(threadIdx.x / 32);
    T *const own = stages + warp * lines_stages * task.elements;
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * lines_warps * task.a_warp;
    for (uint64_t begin = (static_cast<uint64_t>(blockIdx.x) * lines_warps + warp) * task.a_warp; begin < task.all;
         begin += stride) {
        const uint64_t left = task.all - begin;
        const int segments = left < static_cast<uint64_t>(task.a_warp) ? static_cast<int>(left) : task.a_warp;
        lines_place<T> here = place_of(task, begin), ahead = here;
        int to = 0, from = 0;
        static_assert(lines_stages <= 4, "a byte each");
        uint32_t pads = 0; /* of the segments in flight, the latest one's in the lowest byte */
#pragma unroll 1
        for (int next = 0; next < segments + lines_stages - 1; next++) {
            pads <<= 8;
            if (next < segments) {
                if (next > 0) {
                    advance(ahead, task, begin + next);
                }
                const segment<T> s = segment_at(ahead.in, ahead.x + axis.low, task.elements, axis.in, T());
                copy_segment<S>(own + to * task.elements, s, task.elements, axis, 1, axis.out - 1 + axis.high,
                                task.constant);
                pads |= static_cast<uint32_t>(s.pad);
                to = to + 1 < lines_stages ? to + 1 : 0;
            }
            commit_vector_copies();
            const int i = next - (lines_stages - 1);
            if (i < 0) {
                continue;
            }
            wait_for_vector_groups<lines_stages - 1>();
            __syncwarp();
            if (i > 0) {
                advance(here, task, begin + i);
            }
            T *const stage = own + from * task.elements;
            computed<T> sums[lines_points<T>];
            sum_taps(stage, static_cast<int>(pads >> 8 * (lines_stages - 1) & 255), task.count, taps, sums);
            store_points(stage, task, here, sums);
            from = from + 1 < lines_stages ? from + 1 : 0;
            __syncwarp();
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_LINES_KERNEL_CUH */
