/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps with taps along the last axis alone: signals, and derivatives along x. */
#include <algorithm>

#include "algorithms/stencil/cuda/line_strip.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/prepared.h"
#include "algorithms/stencil/cuda/tuning.h"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

/* Weights along the line, one for each offset, or NULL. */
const void *line_weights(const tcui_stencil &s)
{
    if (s.taps != nullptr) {
        return tcui_stencil_part_of(&s, TCUI_STENCIL_LINE_WEIGHTS);
    }
    if (s.shape != TCUI_STENCIL_BOX) {
        return nullptr;
    }
    if (s.weights != nullptr) {
        return s.weights;
    }
    /* (A convolution's axis of one offset has a factor too.) */
    return s.factors[0] == nullptr && s.factors[1] == nullptr ? s.factors[2] : nullptr;
}

/* Elements of a segment with its taps. Windows go by blocks of taps, with up to a vector of pad in front. */
template <class T>
int elements_of_lines(int count)
{
    constexpr int pad = segment_vector<T> - 1, points = lines_points<T>;
    return lines_segment<T> + (count + pad + points - 1) / points * points;
}

template <class T>
size_t shared_bytes_of_lines(int count)
{
    return static_cast<size_t>(lines_warps) * lines_stages * elements_of_lines<T>(count) * sizeof(T) +
           count * sizeof(computed<T>) + (divide_up(count, 32) + 2) * sizeof(uint32_t);
}

template <class T>
tcu_status launch_lines(tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    const tcui_axis &x = s.axes[2];
    lines_task<T> lines = {};
    lines.grid = grid_of<T>(task);
    lines.weights = static_cast<const computed<T> *>(line_weights(s));
    if (s.taps != nullptr) {
        lines.present = static_cast<const uint32_t *>(tcui_stencil_part_of(&s, TCUI_STENCIL_LINE_PRESENT));
    }
    lines.count = x.high - x.low + 1;
    lines.is_reversed = s.is_reversed;
    lines.has_keep = x.boundary == TCU_BOUNDARY_KEEP;
    lines.constant = element_of<T>(s.constant);
    lines.vectors_out = has_vectors_out<T>(task, segment_vector_bytes);

    lines.elements = elements_of_lines<T>(lines.count);
    lines.segments = static_cast<int64_t>(divide_up(x.out, lines_segment<T>));
    lines.all = static_cast<uint64_t>(lines.segments) * s.axes[1].out * count_planes(s);
    const uint64_t resident = resident_warps(context, TCUI_STENCIL_LINES_BLOCKS, TCUI_STENCIL_LINES_THREADS);
    const uint64_t share = divide_up(lines.all, resident * TCUI_STENCIL_LINES_WAVES);
    lines.a_warp = static_cast<int>(std::min<uint64_t>(share, TCUI_STENCIL_LINES_SEGMENTS));
    return launch(context, stencil_lines_kernel<T>,
                  blocks_for(divide_up(lines.all, lines.a_warp), TCUI_STENCIL_LINES_THREADS),
                  TCUI_STENCIL_LINES_THREADS, shared_bytes_of_lines<T>(lines.count), lines);
}

} // namespace

extern "C" bool tcui_stencil_lines_applies(const tcu_context *context, const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_SWEEP) {
        return false;
    }
    const tcui_stencil &s = *task->stencil;
    if (s.in_fields != 1 || s.out_fields != 1 || s.channels != 1 || s.axes[2].step != 1) {
        return false;
    }
    const int count = s.axes[2].high - s.axes[2].low + 1;
    if (!tcui_stencil_is_apart(&s.axes[0]) || !tcui_stencil_is_apart(&s.axes[1]) || count > TCUI_STENCIL_LINES_TAPS ||
        line_weights(s) == nullptr) {
        return false;
    }
    size_t shared = 0;
    dispatch_element(nullptr, task->type, [&](auto element) {
        shared = shared_bytes_of_lines<decltype(element)>(count);
        return TCU_SUCCESS;
    });
    return shared <= static_cast<size_t>(context->properties.shared_memory_per_block);
}

extern "C" bool tcui_stencil_lines_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    return task->stencil->axes[2].out >= tcui_stencil_policy_of(context).lines_points;
}

extern "C" tcu_status tcui_stencil_lines_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    return dispatch_element(context, task->type,
                            [&](auto element) { return launch_lines<decltype(element)>(context, task); });
}
