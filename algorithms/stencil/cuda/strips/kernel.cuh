/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes of any width in a plane, dense or products of two factors, of interleaved channels too. A warp goes over the
 * lines of its strip; the next ones are in flight to its shared memory. Each line is added to a ring of sums in
 * registers, one for each line of out that the box takes it to; of a product the line is summed along x once for all of
 * these.
 */
#ifndef TCUI_STENCIL_STRIPS_KERNEL_CUH
#define TCUI_STENCIL_STRIPS_KERNEL_CUH

#include "algorithms/stencil/cuda/unaligned.cuh"
#include "sums.cuh"

namespace tcu
{

/* Results of line y of out. */
template <strips_form Form, class T>
__device__ __forceinline__ void store_line(const strips_task<T> &task, const line_strip<T> &strip, int64_t y,
                                           const computed<T> (&sums)[strips_points<T>])
{
    constexpr int points = strips_points<T>;
    constexpr bool is_window = Form == strips_form::window;
    const grid<T> &g = task.grid;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int64_t first = strip.first + (is_window ? lane * points : lane), n = g.axes[2].out * g.channels;
    T *const out = strip.out + y * g.axes[1].out_stride;
    constexpr bool joins = std::is_same_v<T, f32>; /* rows that are no whole vectors into vectors */
    if constexpr (is_window && points * sizeof(T) >= 8) {
        if ((task.vectors_out ? first + points <= n : joins) && !task.has_keep) {
            element_bits<T, points> results;
            results.clear();
#pragma unroll
            for (int i = 0; i < points; i++) {
                results.put(i, from_computed<T>(sums[i]));
            }
            if constexpr (joins) {
                if (!task.vectors_out) {
                    const int64_t valid = n - first, lanes = (n - strip.first + points - 1) / points;
                    store_unaligned(out + first, vector_of(results), valid < points ? static_cast<int>(valid) : points,
                                    lanes < 32 ? static_cast<int>(lanes) : 32);
                    return;
                }
            }
            store_bits<points>(out + first, results);
            return;
        }
    }
#pragma unroll
    for (int i = 0; i < points; i++) {
        const int64_t element = first + i * (is_window ? 1 : 32);
        if (element < n) {
            out[element] = task.has_keep && keeps_element(task, y, element)
                               ? strip.in[y * g.axes[1].in_stride + element]
                               : from_computed<T>(sums[i]);
        }
    }
}

template <int Lines, strips_form Form, class T>
__device__ __forceinline__ void sum_strip(const strips_task<T> &task, const line_strip<T> &strip, T *stages,
                                          const computed<T> *weights)
{
    constexpr int points = strips_points<T>;
    const grid<T> &g = task.grid;
    const int64_t begin = strip.y + g.axes[1].low, end = strip.y_end + g.axes[1].high;
    strips_sums<Lines, T> sums;
#pragma unroll
    for (int e = 0; e < Lines; e++) {
#pragma unroll
        for (int i = 0; i < points; i++) {
            sums[e][i] = 0;
        }
    }

    int64_t next = begin;
    int to = 0, from = 0;
    static_assert(strips_stages <= 4, "a byte each");
    uint32_t pads = 0; /* of the lines in flight, the latest one's in the lowest byte */
    const auto start = [&] {
        if (next < end) {
            const segment<T> line = line_segment(task, strip, next);
            copy_segment<1>(stages + to * task.stage, line, task.elements, g.axes[2], g.channels,
                            g.axes[2].out - 1 + g.axes[2].high, task.constant);
            pads = pads << 8 | static_cast<uint32_t>(line.pad);
        } else {
            pads <<= 8;
        }
        commit_vector_copies();
        next++;
        to = to + 1 < strips_stages ? to + 1 : 0;
    };
    for (int i = 0; i < strips_stages - 1; i++) {
        start();
    }
#pragma unroll 1
    for (int64_t line = begin; line < end; line++) {
        start();
        wait_for_vector_groups<strips_stages - 1>();
        __syncwarp();
        const T *const stage = stages + from * task.stage;
        const int pad = static_cast<int>(pads >> 8 * (strips_stages - 1) & 255);
        if constexpr (Form == strips_form::window) {
            add_window<Lines>(task, stage, pad, weights, sums);
        } else {
            add_line<Lines, Form == strips_form::product>(task, stage + pad, weights, sums);
        }
        const int64_t y = line - g.axes[1].high;
        if (y >= strip.y) {
            store_line<Form>(task, strip, y, sums[0]);
        }
#pragma unroll
        for (int e = 0; e < Lines; e++) {
#pragma unroll
            for (int i = 0; i < points; i++) {
                sums[e][i] = e + 1 < Lines ? sums[e + 1][i] : computed<T>(0);
            }
        }
        from = from + 1 < strips_stages ? from + 1 : 0;
        __syncwarp();
    }
}

template <int Lines, strips_form Form, int Blocks, class T>
__global__ void __launch_bounds__(TCUI_STENCIL_STRIPS_THREADS, Blocks) stencil_strips_kernel(strips_task<T> task)
{
    T *const stages = reinterpret_cast<T *>(dynamic_shared_memory());
    computed<T> *const weights = reinterpret_cast<computed<T> *>(stages + strips_warps * strips_stages * task.stage);
    stage_strip_weights<Lines, Form>(task, weights);
    const int warp = static_cast<int>(threadIdx.x / 32);
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * strips_warps;
    for (uint64_t number = static_cast<uint64_t>(blockIdx.x) * strips_warps + warp; number < task.cut.strips;
         number += stride) {
        sum_strip<Lines, Form>(task, strip_of<32 * strips_points<T>>(task.grid, task.cut, number),
                               stages + warp * strips_stages * task.stage, weights);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_STRIPS_KERNEL_CUH */
