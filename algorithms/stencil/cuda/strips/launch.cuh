/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the kernels of strips, for one type; instances.cmake lists the types. */
#ifndef TCUI_STENCIL_STRIPS_LAUNCH_CUH
#define TCUI_STENCIL_STRIPS_LAUNCH_CUH

#include "algorithms/stencil/cuda/cut.cuh"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/* Blocks of a multiprocessor, by the registers that sums and a window take. */
template <class T, int Lines>
constexpr int strips_blocks()
{
    constexpr int words = sizeof(computed<T>) / 4, points = strips_points<T>;
    constexpr int registers = words * (Lines * points + points + Lines) + TCUI_STENCIL_STRIPS_REGISTERS;
    constexpr int most = 65536 / TCUI_STENCIL_STRIPS_THREADS / ((registers + 7) / 8 * 8);
    return most < 1 ? 1 : most > TCUI_STENCIL_STRIPS_BLOCKS ? TCUI_STENCIL_STRIPS_BLOCKS : most;
}

template <int Lines, strips_form Form, class T>
tcu_status launch_strips_of(tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    const tcui_axis &y = s.axes[1], &x = s.axes[2];
    constexpr int blocks = strips_blocks<T, Lines>(), points = strips_points<T>, vector = segment_vector<T>;
    strips_task<T> strips = {};
    strips.grid = grid_of<T>(task);
    strips.weights = static_cast<const computed<T> *>(s.weights);
    strips.column = static_cast<const computed<T> *>(s.factors[1]);
    strips.row = static_cast<const computed<T> *>(s.factors[2]);
    strips.count_y = y.high - y.low + 1;
    strips.count_x = x.high - x.low + 1;
    strips.is_reversed = s.is_reversed;
    strips.vectors_out = has_vectors_out<T>(task, points * sizeof(T));
    strips.has_keep = y.boundary == TCU_BOUNDARY_KEEP || x.boundary == TCU_BOUNDARY_KEEP;
    strips.constant = element_of<T>(s.constant);

    const int channels = static_cast<int>(s.channels);
    strips.elements = (32 * points + (strips.count_x - 1) * channels + 2 * vector - 2) / vector * vector;
    /* (Windows are read in whole vectors, behind what is copied too.) */
    const int window = 32 * points + Lines + 3 * points + vector;
    strips.stage = (strips.elements > window ? strips.elements : window) / vector * vector + vector;
    strips.chunks = static_cast<int64_t>(divide_up(x.out * s.channels, 32 * points));
    const uint64_t beside = static_cast<uint64_t>(strips.chunks) * s.axes[0].out * s.copies * s.batch;
    const uint64_t resident = static_cast<uint64_t>(context->properties.multiprocessors) * blocks * strips_warps;
    const uint64_t cut = choose_strips(beside, resident, y.out, static_cast<uint64_t>(strips.count_y));
    strips.lines_a_strip = static_cast<int64_t>(divide_up(y.out, cut));
    strips.strips = static_cast<int64_t>(divide_up(y.out, static_cast<uint64_t>(strips.lines_a_strip)));
    strips.works = beside * static_cast<uint64_t>(strips.strips);

    const size_t numbers = Form == strips_form::dense ? static_cast<size_t>(strips.count_x) * strips_column<Lines>
                                                      : static_cast<size_t>(strips.count_x) + strips_column<Lines> + 3;
    const size_t shared =
        static_cast<size_t>(strips_warps) * strips_stages * strips.stage * sizeof(T) + numbers * sizeof(computed<T>);
    const uint64_t all = divide_up(strips.works, strips_warps), most = 0x7fffffff;
    return launch(context, stencil_strips_kernel<Lines, Form, blocks, T>, all < most ? all : most,
                  TCUI_STENCIL_STRIPS_THREADS, shared, strips);
}

template <int Lines, class T>
tcu_status launch_strips_with(tcu_context *context, const tcui_stencil_task *task, bool is_product)
{
    if (!is_product) {
        return launch_strips_of<Lines, strips_form::dense, T>(context, task);
    }
    const tcui_stencil &s = *task->stencil;
    if (s.channels == 1 && s.axes[2].high - s.axes[2].low < Lines) {
        return launch_strips_of<Lines, strips_form::window, T>(context, task);
    }
    return launch_strips_of<Lines, strips_form::product, T>(context, task);
}

template <class T>
tcu_status launch_strips(tcu_context *context, const tcui_stencil_task *task, bool is_product)
{
    const tcui_axis &y = task->stencil->axes[1], &x = task->stencil->axes[2];
    const int height = y.high - y.low + 1, width = x.high - x.low + 1;
    /* (A window takes as many offsets along the line as lines.) */
    const int most = is_product && task->stencil->channels == 1 && width <= TCUI_STENCIL_STRIPS_LINES && width > height
                         ? width
                         : height;
    if (most <= 1) {
        return launch_strips_with<1, T>(context, task, is_product);
    }
    if (most <= 5) {
        return launch_strips_with<5, T>(context, task, is_product);
    }
    if (most <= 9) {
        return launch_strips_with<9, T>(context, task, is_product);
    }
    if (most <= 13) {
        return launch_strips_with<13, T>(context, task, is_product);
    }
    return launch_strips_with<TCUI_STENCIL_STRIPS_LINES, T>(context, task, is_product);
}

} // namespace tcu

#endif /* TCUI_STENCIL_STRIPS_LAUNCH_CUH */
