/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies of pieces of a row to a warp's shared memory: 16 bytes at a time, asynchronously, where these are inside the
 * row; else element by element with mapped coordinates, asynchronously too where an element is a word.
 */
#ifndef TCUI_STENCIL_SEGMENT_CUH
#define TCUI_STENCIL_SEGMENT_CUH

#include "grid.cuh"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr int segment_vector_bytes = 16;

template <class T>
constexpr int segment_vector = segment_vector_bytes / static_cast<int>(sizeof(T));

/* Where vector q of a piece lies: lanes that read S neighbouring vectors each meet in no bank. */
template <int S>
__device__ __forceinline__ int swizzled(int q)
{
    return q ^ (q >> 3 & (S - 1));
}

template <int S, class T>
__device__ __forceinline__ int swizzled_element(int i)
{
    constexpr int V = segment_vector<T>;
    return S == 1 ? i : swizzled<S>(i / V) * V + i % V;
}

/* Elements of a row that a warp needs. */
template <class T>
struct segment {
    const T *row;  /* element 0 of the row; NULL: all is `value` */
    int64_t first; /* the first wanted element, in front of which `pad` others make vectors aligned */
    int pad;
    bool is_whole; /* all are inside of the row */
    T value;
};

/* The segment of `elements` whole vectors, in a row of n. */
template <class T>
__device__ __forceinline__ segment<T> segment_at(const T *row, int64_t first, int elements, int64_t n, T value)
{
    segment<T> s = {row, first, 0, false, value};
    if (row == nullptr) {
        return s;
    }
    s.pad = static_cast<int>((reinterpret_cast<uintptr_t>(row + first) & (segment_vector_bytes - 1)) / sizeof(T));
    s.is_whole = first - s.pad >= 0 && first - s.pad + elements <= n;
    return s;
}

/* One element that is there. */
template <class T>
__device__ __forceinline__ void copy_inside(T *to, const T *from)
{
    if constexpr (sizeof(T) >= 4) {
        copy_element_async<static_cast<int>(sizeof(T))>(to, from);
    } else {
        *to = *from;
    }
}

/* Starts the copy of an element that may be outside of the row. */
template <class T>
__device__ __forceinline__ void copy_mapped(T *to, const T *row, int64_t element, const grid_axis &axis,
                                            int64_t channels, int64_t last, T constant)
{
    if (element >= 0 && element < axis.in * channels) {
        copy_inside(to, row + element);
        return;
    }
    const int64_t channel = channels == 1 ? 0 : tcui_modulo(element, channels);
    const int64_t point = min((element - channel) / channels, last);
    const int64_t mapped = tcui_map_coordinate(point, axis.in, axis.boundary);
    if (mapped >= 0) {
        copy_inside(to, row + mapped * channels + channel);
    } else {
        *to = mapped == TCUI_OUTSIDE_CONSTANT ? constant : T();
    }
}

/* Starts the copy of a segment; by a whole warp. Points behind `last` are not wanted. Vectors that are inside of the row
 * are copied as such, and the elements before and behind them are shared out among lanes, since mapping a coordinate
 * takes long. */
template <int S, class T>
__device__ __forceinline__ void copy_segment(T *to, const segment<T> &s, int elements, const grid_axis &axis,
                                             int64_t channels, int64_t last, T constant)
{
    constexpr int V = segment_vector<T>;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int64_t first = s.first - s.pad;
    uint4 *const vectors = reinterpret_cast<uint4 *>(to);
    const uint4 *const from = reinterpret_cast<const uint4 *>(s.row + first);
    if (s.is_whole) {
        for (int q = lane; q < elements / V; q += 32) {
            copy_vector_async(vectors + swizzled<S>(q), from + q);
        }
        return;
    }
    if (s.row == nullptr) {
        for (int i = lane; i < elements; i += 32) {
            to[i] = s.value;
        }
        return;
    }
    const int64_t all = elements, behind = axis.in * channels - first, wanted = (last + 1) * channels - first;
    const int before = static_cast<int>(min(max((V - 1 - first) / V, int64_t{0}) * V, all)),
              end = static_cast<int>(max(min(behind / V * V, all), int64_t{before}));
    for (int q = before / V + lane; q < end / V; q += 32) {
        copy_vector_async(vectors + swizzled<S>(q), from + q);
    }
    const int others = before + max(static_cast<int>(min(wanted, all)) - end, 0);
    for (int k = lane; k < others; k += 32) {
        const int i = k < before ? k : end + k - before;
        copy_mapped(to + swizzled_element<S, T>(i), s.row, first + i, axis, channels, last, constant);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_SEGMENT_CUH */
