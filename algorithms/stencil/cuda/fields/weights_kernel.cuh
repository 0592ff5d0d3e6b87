/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of single points of some fields: a warp takes a piece of a line, by vectors where all arrays have them. */
#ifndef TCUI_STENCIL_FIELDS_WEIGHTS_KERNEL_CUH
#define TCUI_STENCIL_FIELDS_WEIGHTS_KERNEL_CUH

#include "algorithms/stencil/cuda/bits.cuh"
#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/grid.cuh"
#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

constexpr int weights_warps = TCUI_STENCIL_WEIGHTS_THREADS / 32, weights_vectors = TCUI_STENCIL_WEIGHTS_VECTORS;

template <class T>
constexpr int weights_points = 16 / static_cast<int>(sizeof(T)); /* of a vector */
template <class T>
constexpr int weights_piece = 32 * weights_vectors * weights_points<T>;

template <class T>
struct weights_task {
    tcu::grid<T> grid; /* of lines that follow each other the first axes are of one point */
    int64_t line;      /* elements */
    int64_t pieces;    /* of a line */
    uint64_t all;      /* pieces of all lines */
    int32_t count;
    const T *in[TCUI_STENCIL_PASS_WEIGHTS];
    computed<T> weights[TCUI_STENCIL_PASS_WEIGHTS];
    const T *kept;
    bool adds_to_out, are_vectors;
};

/* Where a piece is: elements of its line, and where the line begins in `in` and in `out`. */
struct weights_place {
    int64_t i[TCUI_AXES - 1]; /* its line's coordinates */
    int64_t first, behind, in, out;
};

template <class T>
__device__ __forceinline__ weights_place place_of(const weights_task<T> &task, uint64_t piece)
{
    const grid<T> &g = task.grid;
    weights_place place;
    uint64_t rest = piece;
    place.first = take_coordinate_of_few(rest, task.pieces) * weights_piece<T>;
    place.behind = min(place.first + weights_piece<T>, task.line);
    place.i[1] = take_coordinate_of_few(rest, g.axes[1].out);
    place.i[0] = take_coordinate_of_few(rest, g.axes[0].out);
    const int64_t copy = take_coordinate_of_few(rest, g.copies), batch = static_cast<int64_t>(rest);
    place.in = batch * g.in_batch_stride + copy * g.in_copy_stride + place.i[0] * g.axes[0].in_stride +
               place.i[1] * g.axes[1].in_stride;
    place.out = batch * g.out_batch_stride + copy * g.out_copy_stride + place.i[0] * g.axes[0].out_stride +
                place.i[1] * g.axes[1].out_stride;
    return place;
}

/* A whole piece. (What `out` holds is not read by loads for data that no thread writes.) */
template <class T>
__device__ __forceinline__ void add_vectors(const weights_task<T> &task, const weights_place &place)
{
    constexpr int points = weights_points<T>;
    const int64_t first = place.first + static_cast<int64_t>(threadIdx.x % 32) * points;
    T *const out = task.grid.out + place.out + first;
    computed<T> sums[weights_vectors][points];
#pragma unroll
    for (int v = 0; v < weights_vectors; v++) {
        element_bits<T, points> held;
        held.clear();
        if (task.adds_to_out) {
            put_vector(held.words, 0, *reinterpret_cast<const uint4 *>(out + v * 32 * points));
        }
#pragma unroll
        for (int i = 0; i < points; i++) {
            sums[v][i] = to_computed(held.at(i));
        }
    }
#pragma unroll 1
    for (int k = 0; k < task.count; k++) {
        const T *const in = task.in[k] + place.in + first;
        element_bits<T, points> loaded[weights_vectors];
#pragma unroll
        for (int v = 0; v < weights_vectors; v++) {
            loaded[v] = load_bits<points>(in + v * 32 * points);
        }
#pragma unroll
        for (int v = 0; v < weights_vectors; v++) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                sums[v][i] += task.weights[k] * to_computed(loaded[v].at(i));
            }
        }
    }
#pragma unroll
    for (int v = 0; v < weights_vectors; v++) {
        element_bits<T, points> results;
        results.clear();
#pragma unroll
        for (int i = 0; i < points; i++) {
            results.put(i, from_computed<T>(sums[v][i]));
        }
        store_bits<points>(out + v * 32 * points, results);
    }
}

/* Whether an element's point keeps its value. */
template <class T>
__device__ __forceinline__ bool keeps_element(const weights_task<T> &task, const weights_place &place, int64_t element)
{
    const int64_t i[TCUI_AXES] = {place.i[0], place.i[1], element / task.grid.channels};
    return task.kept != nullptr && keeps(task.grid, i);
}

/* Any piece, element by element. */
template <class T>
__device__ __forceinline__ void add_elements(const weights_task<T> &task, const weights_place &place)
{
    T *const out = task.grid.out + place.out;
    for (int64_t element = place.first + threadIdx.x % 32; element < place.behind; element += 32) {
        if (keeps_element(task, place, element)) {
            out[element] = task.kept[place.in + element];
            continue;
        }
        computed<T> sum = task.adds_to_out ? to_computed(out[element]) : computed<T>(0);
        for (int k = 0; k < task.count; k++) {
            sum += task.weights[k] * to_computed(task.in[k][place.in + element]);
        }
        out[element] = from_computed<T>(sum);
    }
}

template <class T>
__global__ void __launch_bounds__(TCUI_STENCIL_WEIGHTS_THREADS)
    stencil_weights_kernel(const __grid_constant__ weights_task<T> task)
{
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * weights_warps;
    for (uint64_t piece = static_cast<uint64_t>(blockIdx.x) * weights_warps + threadIdx.x / 32; piece < task.all;
         piece += stride) {
        const weights_place place = place_of(task, piece);
        if (task.are_vectors && place.behind - place.first == weights_piece<T>) {
            add_vectors(task, place);
        } else {
            add_elements(task, place);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FIELDS_WEIGHTS_KERNEL_CUH */
