/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the streaming kernels' tasks, for one type; instances.cmake lists the types. */
#ifndef TCUI_STENCIL_STREAM_LAUNCH_CUH
#define TCUI_STENCIL_STREAM_LAUNCH_CUH

#include "algorithms/stencil/cuda/cut.cuh"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "footprint.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/*
 * Blocks of a multiprocessor, by the registers that sums, a row's values and loaded lines take. Two lines count, of volumes
 * one but with wide boxes: the compiler adds a line while the next one loads.
 */
template <stream_rows Rows, class T, class Shape>
constexpr int stream_blocks()
{
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int words = sizeof(computed<T>) / 4, points = stream_points<T>, window = points + 2 * Shape::radius;
    constexpr int lines = has_rows && !(Shape::is_box && Shape::radius > 1) ? 1 : 2;
    /* (Where rows begin anywhere the compiler spills more of these.) */
    constexpr bool has_many_rows =
        has_rows && (Shape::is_box ? Shape::radius == 1 : Shape::radius > 1 && sizeof(T) > 2);
    constexpr int join = Rows == stream_rows::aligned ? 0
                         : has_many_rows              ? TCUI_STENCIL_STREAM_REGISTERS_JOIN_ROWS
                                                      : TCUI_STENCIL_STREAM_REGISTERS_JOIN;
    constexpr int registers = words * (Shape::width * Shape::rows_a_thread * points + window) +
                              lines * line_points<T, Shape, Rows>::words + join +
                              (has_rows ? TCUI_STENCIL_STREAM_REGISTERS_3D : TCUI_STENCIL_STREAM_REGISTERS);
    constexpr int most = 65536 / TCUI_STENCIL_STREAM_THREADS / ((registers + 7) / 8 * 8);
    return most < 1 ? 1 : most > TCUI_STENCIL_STREAM_BLOCKS ? TCUI_STENCIL_STREAM_BLOCKS : most;
}

template <bool IsDynamic, stream_rows Rows, class T, class Shape>
tcu_status launch_stream_rows(tcu_context *context, const tcui_stencil_task *task,
                              const tcui_stencil_footprint &footprint, bool vectors_in, bool vectors_out)
{
    const tcui_stencil &s = *task->stencil;
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int streamed = has_rows ? 0 : 1, points = stream_points<T>, blocks = stream_blocks<Rows, T, Shape>();
    stream_task<T, Shape> stream = {};
    stream.grid = grid_of<T>(task);
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis &axis = s.axes[a];
        if (a >= streamed) {
            stream.near[a] = near_axis_of(static_cast<int32_t>(axis.in), axis.boundary);
        }
        stream.first[a] = footprint.first[a];
        stream.has_keep |= axis.boundary == TCU_BOUNDARY_KEEP;
    }
    stream.last_x = static_cast<int32_t>(s.axes[2].out) - 1 + stream.first[2] + 2 * Shape::radius;
    stream.last_y = static_cast<int32_t>(s.axes[1].out) - 1 + stream.first[1] + 2 * Shape::radius;
    stream.constant = element_of<T>(s.constant);

    const tcui_axis *axes = s.axes;
    stream.vectors_in = vectors_in;
    stream.vectors_out = vectors_out;

    stream.chunks = static_cast<int32_t>(divide_up(axes[2].out, stream_lanes<Rows> * points));
    stream.row_groups =
        has_rows ? static_cast<int32_t>(divide_up(axes[1].out, stream_warps * Shape::rows_a_thread)) : 1;
    stream.outer = has_rows ? 1 : static_cast<int64_t>(axes[0].out);
    const uint64_t beside = static_cast<uint64_t>(stream.chunks) * stream.row_groups * (has_rows ? stream_warps : 1) *
                            stream.outer * s.copies * s.batch;
    const int32_t lines = static_cast<int32_t>(axes[streamed].out);
    const size_t shared_bytes = IsDynamic ? Shape::num_slots * sizeof(computed<T>) : 0;
    const auto kernel = stencil_stream_kernel<IsDynamic, Rows, blocks, T, Shape>;
    uint64_t resident = 0;
    const tcu_status status =
        find_resident_warps(context, kernel, TCUI_STENCIL_STREAM_THREADS, shared_bytes, &resident);
    if (status != TCU_SUCCESS) {
        return status;
    }
    constexpr uint64_t most_planes =
        Shape::radius == 1 ? uint64_t{TCUI_STENCIL_STRIP_MOST_PLANES_NEAR} : uint64_t{TCUI_STENCIL_STRIP_MOST_PLANES};
    const uint64_t most_lines = has_rows ? most_planes : axes[1].out;
    stream.strips = static_cast<int32_t>(choose_strips(beside, resident, axes[streamed].out, Shape::width, most_lines));
    stream.lines_a_strip = (lines + stream.strips - 1) / stream.strips;
    stream.strips = (lines + stream.lines_a_strip - 1) / stream.lines_a_strip;
    stream.works = beside * stream.strips;

    stream.is_reversed = s.is_reversed;
    if constexpr (IsDynamic) {
        stream.dynamic = static_cast<const computed<T> *>(s.weights);
    } else {
        for (uint64_t t = 0; t < s.num_taps; t++) {
            const int32_t *offset = s.taps[t].offset;
            const int slot = Shape::slot(offset[streamed] - stream.first[streamed],
                                         has_rows ? offset[1] - stream.first[1] : 0, offset[2] - stream.first[2]);
            stream.weights[slot] = static_cast<computed<T>>(s.taps[t].weight);
            if constexpr (Shape::has_holes) {
                stream.slots |= 1u << slot;
            }
        }
    }
    const uint64_t all = divide_up(stream.works, stream_warps), most = 0x7fffffff;
    return launch(context, kernel, all < most ? all : most, TCUI_STENCIL_STREAM_THREADS, shared_bytes, stream);
}

template <bool IsDynamic, class T, class Shape>
tcu_status launch_stream(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_footprint &footprint)
{
    constexpr size_t vector = stream_points<T> * sizeof(T);
    const bool vectors_in = has_vectors_in<T>(task, footprint.first[2] + Shape::radius, vector),
               vectors_out = has_vectors_out<T>(task, vector);
    if constexpr (vector == 16) {
        if (!vectors_in || !vectors_out) {
            return launch_stream_rows<IsDynamic, stream_rows::anywhere, T, Shape>(context, task, footprint, vectors_in,
                                                                                  vectors_out);
        }
    }
    return launch_stream_rows<IsDynamic, stream_rows::aligned, T, Shape>(context, task, footprint, vectors_in,
                                                                         vectors_out);
}

/* The kernel of a footprint that footprint.h lists. */
template <class T, int Dimensions, int Radius>
tcu_status launch_stream_of(tcu_context *context, const tcui_stencil_task *task,
                            const tcui_stencil_footprint &footprint)
{
    constexpr bool has_boxes = Radius <= (Dimensions == 3 ? TCUI_STENCIL_STREAM_BOX_3D : TCUI_STENCIL_STREAM_BOX_2D);
    constexpr bool has_stars = !std::is_same_v<T, u8>;
    if constexpr (has_boxes && Dimensions == 2) {
        if (footprint.kind == TCUI_FOOTPRINT_BOX && task->stencil->taps == nullptr) {
            return launch_stream<true, T, stream_box<Dimensions, Radius>>(context, task, footprint);
        }
    }
    if constexpr (has_boxes && (has_stars || Dimensions == 2)) {
        if (footprint.kind == TCUI_FOOTPRINT_BOX) {
            return launch_stream<false, T, stream_box<Dimensions, Radius>>(context, task, footprint);
        }
    }
    if constexpr (has_stars) {
        if (footprint.kind == TCUI_FOOTPRINT_STAR) {
            return launch_stream<false, T, stream_star<Dimensions, Radius, false>>(context, task, footprint);
        }
        if constexpr (Radius % 2 == 0) {
            return launch_stream<false, T, stream_star<Dimensions, Radius, true>>(context, task, footprint);
        }
    }
    return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "the footprint has no kernel");
}

template <class T, int Dimensions>
tcu_status launch_stream_along(tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil_footprint footprint = tcui_stencil_footprint_of(task);
    switch (footprint.radius) {
    case 1:
        return launch_stream_of<T, Dimensions, 1>(context, task, footprint);
    case 2:
        return launch_stream_of<T, Dimensions, 2>(context, task, footprint);
    case 3:
        return launch_stream_of<T, Dimensions, 3>(context, task, footprint);
    default:
        return launch_stream_of<T, Dimensions, 4>(context, task, footprint);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_STREAM_LAUNCH_CUH */
