/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the kernels' tasks, for one type; instances.cmake lists the types. */
#ifndef TCUI_STENCIL_SLIDING_LAUNCH_CUH
#define TCUI_STENCIL_SLIDING_LAUNCH_CUH

#include "algorithms/stencil/cuda/cut.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "footprint.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/*
 * Blocks of a multiprocessor, by the registers that sums, a row's values and loaded lines take. Two lines count, of
 * volumes one but with wide boxes: the compiler adds a line while the next one loads.
 */
template <class Addend, sliding_rows Rows, class T, class Shape>
constexpr int sliding_blocks()
{
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int words = sizeof(computed<T>) / 4, points = sliding_points<T>, window = points + 2 * Shape::radius;
    constexpr int lines = has_rows && !(Shape::is_box && Shape::radius > 1) ? 1 : 2;
    /* (Where rows begin anywhere the compiler spills more of these.) */
    constexpr bool has_many_rows =
        has_rows && (Shape::is_box ? Shape::radius == 1 : Shape::radius > 1 && sizeof(T) > 2);
    constexpr int join = Rows == sliding_rows::aligned ? 0
                         : has_many_rows               ? TCUI_STENCIL_SLIDING_REGISTERS_JOIN_ROWS
                                                       : TCUI_STENCIL_SLIDING_REGISTERS_JOIN;
    constexpr int registers = words * (Shape::width * Shape::rows_a_thread * points + window) +
                              lines * line_points<T, Shape, Rows>::words + join +
                              line_addends<Addend, Rows, T, Shape>::words +
                              (has_rows ? TCUI_STENCIL_SLIDING_REGISTERS_3D : TCUI_STENCIL_SLIDING_REGISTERS);
    constexpr int most = 65536 / TCUI_STENCIL_SLIDING_THREADS / ((registers + 7) / 8 * 8);
    return most < 1 ? 1 : most > TCUI_STENCIL_SLIDING_BLOCKS ? TCUI_STENCIL_SLIDING_BLOCKS : most;
}

template <bool IsDynamic, sliding_rows Rows, class Shape, class T, class Addend>
tcu_status launch_sliding_rows(tcu_context *context, const tcui_stencil_task *task,
                               const tcui_stencil_footprint &footprint, const Addend &addend, bool vectors_in,
                               bool vectors_out)
{
    const tcui_stencil &s = *task->stencil;
    constexpr bool has_rows = Shape::dimensions == 3;
    constexpr int down = Shape::down, points = sliding_points<T>, blocks = sliding_blocks<Addend, Rows, T, Shape>();
    sliding_task<T, Shape> sliding = {};
    sliding.grid = grid_of<T>(task);
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis &axis = s.axes[a];
        if (a >= down) {
            sliding.near[a] = near_axis_of(static_cast<int32_t>(axis.in), axis.boundary);
        }
        sliding.first[a] = footprint.first[a];
        sliding.has_keep |= axis.boundary == TCU_BOUNDARY_KEEP;
    }
    sliding.last_x = static_cast<int32_t>(s.axes[2].out) - 1 + sliding.first[2] + 2 * Shape::radius;
    sliding.last_y = static_cast<int32_t>(s.axes[1].out) - 1 + sliding.first[1] + 2 * Shape::radius;
    sliding.constant = element_of<T>(s.constant);

    const tcui_axis *axes = s.axes;
    sliding.vectors_in = vectors_in;
    sliding.vectors_out = vectors_out;

    sliding.strips_across = static_cast<int32_t>(divide_up(axes[2].out, sliding_lanes<Rows> * points));
    sliding.row_groups =
        has_rows ? static_cast<int32_t>(divide_up(axes[1].out, sliding_warps * Shape::rows_a_thread)) : 1;
    sliding.outer = has_rows ? 1 : static_cast<int64_t>(axes[0].out);
    const uint64_t beside = static_cast<uint64_t>(sliding.strips_across) * sliding.row_groups *
                            (has_rows ? sliding_warps : 1) * sliding.outer * s.copies * s.batch;
    const int32_t lines = static_cast<int32_t>(axes[down].out);
    const size_t shared_bytes = IsDynamic ? Shape::num_slots * sizeof(computed<T>) : 0;
    const auto kernel = stencil_sliding_kernel<IsDynamic, Rows, blocks, Addend, T, Shape>;
    uint64_t resident = 0;
    const tcu_status status =
        find_resident_warps(context, kernel, TCUI_STENCIL_SLIDING_THREADS, shared_bytes, &resident);
    if (status != TCU_SUCCESS) {
        return status;
    }
    constexpr uint64_t most_planes =
        Shape::radius == 1 ? uint64_t{TCUI_STENCIL_STRIP_MOST_PLANES_NEAR} : uint64_t{TCUI_STENCIL_STRIP_MOST_PLANES};
    const uint64_t most_lines = has_rows ? most_planes : axes[1].out;
    sliding.strips_down =
        static_cast<int32_t>(choose_strips(beside, resident, axes[down].out, Shape::width, most_lines));
    sliding.lines_a_strip = (lines + sliding.strips_down - 1) / sliding.strips_down;
    sliding.strips_down = (lines + sliding.lines_a_strip - 1) / sliding.lines_a_strip;
    sliding.strips = beside * sliding.strips_down;

    sliding.is_reversed = s.is_reversed;
    if constexpr (IsDynamic) {
        sliding.dynamic = static_cast<const computed<T> *>(s.weights);
    } else {
        for (uint64_t t = 0; t < s.num_taps; t++) {
            const int32_t *offset = s.taps[t].offset;
            const int slot = Shape::slot(offset[down] - sliding.first[down],
                                         has_rows ? offset[1] - sliding.first[1] : 0, offset[2] - sliding.first[2]);
            sliding.weights[slot] = static_cast<computed<T>>(s.taps[t].weight);
            if constexpr (Shape::has_holes) {
                sliding.slots |= 1u << slot;
            }
        }
    }
    return launch(context, kernel, blocks_for(sliding.strips, TCUI_STENCIL_SLIDING_THREADS),
                  TCUI_STENCIL_SLIDING_THREADS, shared_bytes, sliding, addend);
}

template <bool IsDynamic, class T, class Shape, class Addend>
tcu_status launch_sliding(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_footprint &footprint,
                          const Addend &addend)
{
    constexpr size_t vector = sliding_points<T> * sizeof(T);
    const bool vectors_in = has_vectors_in<T>(task, footprint.first[2] + Shape::radius, vector),
               vectors_out = has_vectors_out<T>(task, vector);
    if constexpr (vector == 16) {
        if (!vectors_in || !vectors_out) {
            return launch_sliding_rows<IsDynamic, sliding_rows::anywhere, Shape, T>(context, task, footprint, addend,
                                                                                    vectors_in, vectors_out);
        }
    }
    return launch_sliding_rows<IsDynamic, sliding_rows::aligned, Shape, T>(context, task, footprint, addend, vectors_in,
                                                                           vectors_out);
}

/* The kernel of a footprint that footprint.h lists; onto addends there are fewer of boxes. */
template <class T, int Dimensions, int Radius, class Addend>
tcu_status launch_sliding_of(tcu_context *context, const tcui_stencil_task *task,
                             const tcui_stencil_footprint &footprint, const Addend &addend)
{
    constexpr bool has_addend = !std::is_same_v<Addend, no_addend>;
    constexpr bool has_boxes = Radius <= (has_addend        ? TCUI_STENCIL_SLIDING_BOX_ONTO
                                          : Dimensions == 3 ? TCUI_STENCIL_SLIDING_BOX_3D
                                                            : TCUI_STENCIL_SLIDING_BOX_2D);
    constexpr bool has_stars = !std::is_same_v<T, u8>;
    if constexpr (has_boxes && Dimensions == 2 && !has_addend) {
        if (footprint.kind == TCUI_FOOTPRINT_BOX && task->stencil->taps == nullptr) {
            return launch_sliding<true, T, sliding_box<Dimensions, Radius>>(context, task, footprint, addend);
        }
    }
    if constexpr (has_boxes && (has_stars || Dimensions == 2)) {
        if (footprint.kind == TCUI_FOOTPRINT_BOX) {
            return launch_sliding<false, T, sliding_box<Dimensions, Radius>>(context, task, footprint, addend);
        }
    }
    if constexpr (has_stars) {
        if (footprint.kind == TCUI_FOOTPRINT_STAR) {
            return launch_sliding<false, T, sliding_star<Dimensions, Radius, false>>(context, task, footprint, addend);
        }
        if constexpr (Radius % 2 == 0) {
            return launch_sliding<false, T, sliding_star<Dimensions, Radius, true>>(context, task, footprint, addend);
        }
    }
    return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "the footprint has no kernel");
}

template <class T, int Dimensions, class Addend>
tcu_status launch_sliding_radius(tcu_context *context, const tcui_stencil_task *task, const Addend &addend)
{
    const tcui_stencil_footprint footprint = tcui_stencil_footprint_of(task);
    switch (footprint.radius) {
    case 1:
        return launch_sliding_of<T, Dimensions, 1>(context, task, footprint, addend);
    case 2:
        return launch_sliding_of<T, Dimensions, 2>(context, task, footprint, addend);
    case 3:
        return launch_sliding_of<T, Dimensions, 3>(context, task, footprint, addend);
    default:
        return launch_sliding_of<T, Dimensions, 4>(context, task, footprint, addend);
    }
}

template <class T, int Dimensions>
tcu_status launch_sliding_along(tcu_context *context, const tcui_stencil_task *task)
{
    return launch_sliding_radius<T, Dimensions>(context, task, no_addend());
}

/* The elements from one array to another, which are aligned to them, in whatever allocations. */
template <class T>
int64_t elements_between(const void *from, const void *to)
{
    return (static_cast<int64_t>(reinterpret_cast<intptr_t>(to)) -
            static_cast<int64_t>(reinterpret_cast<intptr_t>(from))) /
           static_cast<int64_t>(sizeof(T));
}

template <class T, int Dimensions>
tcu_status launch_sliding_onto(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_addend *addend)
{
    constexpr size_t vector = sliding_points<T> * sizeof(T);
    tcui_stencil_task as_in = *task;
    as_in.in = addend->from;
    sliding_addend<T> sliding = {};
    sliding.distance = elements_between<T>(addend->is_of_out ? task->out : task->in, addend->from);
    sliding.is_of_out = addend->is_of_out;
    sliding.are_vectors = addend->is_of_out ? has_vectors_out<T>(task, vector) : has_vectors_in<T>(&as_in, 0, vector);
    sliding.weight = static_cast<computed<T>>(addend->weight);
    return launch_sliding_radius<T, Dimensions>(context, task, sliding);
}

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_LAUNCH_CUH */
