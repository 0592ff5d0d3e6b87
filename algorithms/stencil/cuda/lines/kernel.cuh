/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps along the line alone, however many. A warp goes over segments of lines, some of which are in flight to its
 * shared memory; each thread has neighbouring results, and a window that slides over the segment, as many taps at a
 * time. Results go out through the segment's place in shared memory, so that neighbouring threads store neighbouring
 * vectors.
 */
#ifndef TCUI_STENCIL_LINES_KERNEL_CUH
#define TCUI_STENCIL_LINES_KERNEL_CUH

#include "primitives/tile/vector_join.cuh"
#include "sums.cuh"

namespace tcu
{

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
