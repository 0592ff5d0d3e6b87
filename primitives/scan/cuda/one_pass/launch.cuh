/* SPDX-License-Identifier: Apache-2.0 */
/* Launch of the one-pass scan for the element types of one translation unit. */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_LAUNCH_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_LAUNCH_CUH

#include <algorithm>

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/scan/cuda/operators/plain_sum.cuh"
#include "primitives/scan/cuda/paths.h"
#include "primitives/scan/cuda/tuning.h"

namespace tcu
{

template <class Operator, class Out, bool Matrix, head_places Heads>
tcu_status launch_one_pass(tcu_context *context, const tcui_scan_task *task, void *workspace, const Operator &op)
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    using layout = one_pass_layout<In, Out, Heads>;
    const uint64_t phase = reinterpret_cast<uintptr_t>(task->in) % 16 / sizeof(In);
    const tcui_segments &segments = task->segments;
    const uint64_t elements = segments.n + phase;
    tcui_layout places = {};
    one_pass_task<Operator, Out> work = {nullptr, nullptr, {}, 0, nullptr, nullptr, task->kind, op};
    work.in = static_cast<const In *>(task->in);
    work.out = static_cast<Out *>(task->out);
    work.segments = segments;
    work.tiles = divide_up(elements, layout::tile_elements);
    work.slots = static_cast<uint64_t *>(tcui_scan_one_pass_place_slots(context, &places, workspace, sizeof(Acc)));
    if (segments.offsets != nullptr) {
        uint64_t *first = tcui_scan_one_pass_place_first(&places, workspace, segments.n, layout::tile_elements);
        work.first_segments = first;
        const tcu_status status =
            tcui_scan_one_pass_find_first(context, &segments, phase, layout::tile_elements, work.tiles, first);
        if (status != TCU_SUCCESS) {
            return status;
        }
    }
    /* (One block needs no slots: for small arrays on streams without clusters, which have no workspace.) */
    const int most_blocks = work.slots != nullptr ? look_back_blocks(tcui_stream_multiprocessors(context)) : 1;
    const uint64_t blocks = std::min<uint64_t>(work.tiles, most_blocks);
    return launch_as(blocks > 1 ? launch_kind::cooperative : launch_kind::ordinary, context,
                     scan_one_pass_kernel<Operator, Out, Matrix, Heads>, blocks, layout::threads,
                     one_pass_block<Operator, Out, Matrix, Heads>::shared_bytes, work);
}

template <class Operator, class Out, bool Matrix>
tcu_status launch_one_pass(tcu_context *context, const tcui_scan_task *task, void *workspace, const Operator &op)
{
    return task->segments.size < task->segments.n
               ? launch_one_pass<Operator, Out, Matrix, head_places::elements>(context, task, workspace, op)
               : launch_one_pass<Operator, Out, Matrix, head_places::none>(context, task, workspace, op);
}

template <class In>
inline constexpr scan_elements scan_elements_of = !std::is_integral_v<In> ? scan_elements::reals
                                                  : sizeof(In) <= 2       ? scan_elements::narrow_integers
                                                                          : scan_elements::wide_integers;

/* Executes a plain sum of such elements; the kernels of others are not instantiated here. */
template <scan_elements Elements>
tcu_status scan_one_pass_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) -> tcu_status {
        using In = typename decltype(types)::in;
        using Acc = typename decltype(types)::acc;
        using Out = typename decltype(types)::out;
        if constexpr (scan_elements_of<In> == Elements) {
            using Operator = scan_sum<In, Acc>;
            const Operator op = {};
            if constexpr (has_matrix_slice<In, Acc>) {
                if (tcui_scan_uses_matrix(context, task->in_type)) {
                    return launch_one_pass<Operator, Out, true>(context, task, workspace, op);
                }
            }
            return launch_one_pass<Operator, Out, false>(context, task, workspace, op);
        }
        return tcui_fail_unreachable(context, "a scan by another type's kernels");
    });
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_LAUNCH_CUH */
