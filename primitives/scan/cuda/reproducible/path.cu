/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible scans of arrays: workspace and launch. */
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/reduce/elements.h"
#include "primitives/scan/cuda/paths.h"

using namespace tcu;

namespace
{

template <class Acc>
scan_slots<Acc> place_slots(const tcui_scan_task *task, tcui_layout *layout, void *base, uint32_t **next_chunk,
                            uint64_t *words)
{
    scan_slots<Acc> slots = {nullptr, divide_up(task->segments.n, TCUI_SCAN_CHUNK), 1};
    *next_chunk = nullptr;
    *words = 0;
    if (slots.chunks > 1) {
        *words = scan_slots<Acc>::count_of(slots.chunks, &slots.levels) * scan_slots<Acc>::words;
        slots.at = place<uint64_t>(layout, base, *words);
        *next_chunk = place<uint32_t>(layout, base, 1);
    }
    return slots;
}

bool is_at_vector(const void *array)
{
    return reinterpret_cast<uintptr_t>(array) % 16 == 0;
}

template <class Out>
Out element_of(uint64_t bits)
{
    Out element;
    memcpy(&element, &bits, sizeof element);
    return element;
}

template <class In, class Acc, class Out>
tcu_status scan(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    uint32_t *next_chunk;
    uint64_t words;
    tcui_layout layout = {};
    const scan_slots<Acc> slots = place_slots<Acc>(task, &layout, workspace, &next_chunk, &words);
    scan_arrays<In, Out> arrays = {};
    arrays.in = static_cast<const In *>(task->in);
    arrays.out = static_cast<Out *>(task->out);
    arrays.n = task->segments.n;
    arrays.length = task->segments.length;
    arrays.has_whole_vectors = is_at_vector(task->in);
    arrays.stores_whole_vectors = is_at_vector(task->out);
    arrays.is_exclusive = task->kind == TCU_SCAN_EXCLUSIVE;
    arrays.has_initial = task->reduction.has_initial;
    arrays.initial = element_of<Out>(task->reduction.initial);
    arrays.nan = element_of<Out>(tcui_quiet_nan_bits(task->out_type));
    arrays.ahead = tiles_ahead(context, TCUI_SCAN_REPRODUCIBLE_BLOCKS, TCUI_SCAN_CHUNK * sizeof(In));
    tcu_status status = TCU_SUCCESS;
    if (slots.chunks > 1) {
        status = launch_clear_slots(context, slots.at, words, next_chunk);
    }
    return status == TCU_SUCCESS ? launch_as(launch_kind::overlapping, context, scan_chunks<In, Acc, Out>, slots.chunks,
                                             reproducible_scan_threads, 0, arrays, slots, next_chunk)
                                 : status;
}

/* function(sum_types<...>()) of a sum of reals. */
template <class Function>
tcu_status dispatch_reals(tcu_context *context, const tcui_scan_task *task, Function function)
{
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        if constexpr (std::is_integral_v<typename decltype(types)::in>) {
            return tcui_fail_unreachable(context, "a reproducible sum of integers");
        } else {
            return function(types);
        }
    });
}

} // namespace

bool tcui_scan_is_reproducible(const tcu_context *, const tcui_scan_task *task)
{
    return task->reproducible;
}

tcu_status tcui_scan_reproducible_reserve(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout)
{
    return dispatch_reals(context, task, [&](auto types) {
        uint32_t *next_chunk;
        uint64_t words;
        place_slots<typename decltype(types)::acc>(task, layout, nullptr, &next_chunk, &words);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_scan_reproducible_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    return dispatch_reals(context, task, [&](auto types) {
        using type = decltype(types);
        return scan<typename type::in, typename type::acc, typename type::out>(context, task, workspace);
    });
}
