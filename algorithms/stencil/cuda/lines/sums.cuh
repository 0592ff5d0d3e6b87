/* SPDX-License-Identifier: Apache-2.0 */
/* A segment of a line, and the sums of a thread's points in it: a window that slides over the segment, as many taps at a
 * time as a thread has points. */
#ifndef TCUI_STENCIL_LINES_SUMS_CUH
#define TCUI_STENCIL_LINES_SUMS_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/segment.cuh"
#include "algorithms/stencil/cuda/tuning.h"

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

} // namespace tcu

#endif /* TCUI_STENCIL_LINES_SUMS_CUH */
