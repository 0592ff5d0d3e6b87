/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A selection from a whole array: its steps (steps.cuh), a sort of the results of top-k, and what is written where the
 * caller wants it. Short arrays, and those of which many quantiles are wanted, are sorted, and ranks are places in them.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_LAUNCH_CUH
#define TCUI_SELECTION_CUDA_ARRAY_LAUNCH_CUH

#include "algorithms/gather/backend.h"
#include "outputs.cuh"
#include "path.h"
#include "primitives/reduce/elements.h"
#include "steps.cuh"

namespace tcu::array_selection
{

template <class Key>
struct selection_run : selection_steps<Key> {
    using steps = selection_steps<Key>;
    using steps::arrays, steps::call, steps::context, steps::follow, steps::schedule, steps::sort, steps::task;

    using steps::selection_steps;

    template <class Index>
    tcu_status write(const Key *keys, const Index *positions) const
    {
        const selection_outputs<Key> to = {
            static_cast<Key *>(task->keys_out),     task->indices_out, task->index_type == TCU_TYPE_U64,
            reinterpret_cast<u64 *>(task->num_out), task->first_index, task->segments.whole};
        tcu_status status =
            follow(write_results<Key, Index>, selection_blocks(tcui_stream_multiprocessors(context), call.most_taken),
                   0, call, keys, positions, schedule.sorts, to);
        if (status == TCU_SUCCESS && task->value_bytes > 0 && call.most_taken > 0) {
            tcui_gather_task gather = {};
            gather.kind = TCUI_GATHER_ITEMS;
            gather.from = task->values;
            gather.to = task->values_out;
            gather.item_bytes = task->value_bytes;
            gather.indices = positions;
            gather.index_type = sizeof(Index) == sizeof(u64) ? TCU_TYPE_U64 : TCU_TYPE_U32;
            gather.places = task->segments.n;
            gather.n = call.most_taken;
            gather.count = &arrays.state->results;
            status = tcui_execute(context, steps::operation(TCUI_GATHER), &gather, nullptr);
        }
        return status;
    }

    /* Top-k and nth. */
    template <class Index>
    tcu_status select() const
    {
        tcu_status status = schedule.sorts ? steps::sort_all() : steps::begin();
        if (status == TCU_SUCCESS && !schedule.sorts) {
            status = steps::template take<Index>();
            status = status == TCU_SUCCESS && has_sort(task, schedule) ? sort(call.taken) : status;
        }
        const bool is_sorted = has_sort(task, schedule);
        const void *positions = is_sorted ? arrays.sorted_positions : arrays.taken_positions;
        return status == TCU_SUCCESS
                   ? write(is_sorted ? arrays.sorted : arrays.taken, static_cast<const Index *>(positions))
                   : status;
    }

    quantile_outputs quantile_output() const
    {
        return {
            task->key_type, task->out_type, tcui_is_real(task->out_type),           tcui_quiet_nan_bits(task->out_type),
            task->nan_mode, task->out,      reinterpret_cast<u64 *>(task->num_nans)};
    }

    /* Few quantiles, in rising order. */
    tcu_status find_quantiles()
    {
        quantile_places places = {}; /* of the call's quantiles */
        call.quantiles = static_cast<int>(task->num_q);
        u64 *const end = places.at + call.quantiles;
        for (int i = 0; i < call.quantiles; i++) {
            places.at[i] = static_cast<u64>(i);
        }
        std::sort(places.at, end, [&](u64 a, u64 b) { return task->q[a] < task->q[b]; });
        for (int i = 0; i < call.quantiles; i++) {
            call.q[i] = task->q[places.at[i]];
        }
        tcu_status status = steps::begin();
        if (status == TCU_SUCCESS && call.n > 0 && call.quantiles > 0) {
            status = steps::find_keys(searched::keys);
        }
        return status == TCU_SUCCESS ? launch_as(launch_kind::overlapping, context, write_quantiles<Key>, 1,
                                                 TCUI_WARP_LANES, 0, call, quantile_output(), places)
                                     : status;
    }

    /* From all keys in order, up to Most by a kernel. */
    template <int Most>
    tcu_status pick() const
    {
        tcu_status status = TCU_SUCCESS;
        quantile_picks<Most> picks = {};
        for (; picks.first < task->num_q && status == TCU_SUCCESS; picks.first += Most) {
            picks.count = static_cast<int>(std::min<uint64_t>(Most, task->num_q - picks.first));
            std::copy_n(task->q + picks.first, picks.count, picks.q);
            status = follow(pick_quantiles<Key, Most>, divide_up(static_cast<uint64_t>(picks.count), selection_threads),
                            0, call, static_cast<const Key *>(arrays.sorted), quantile_output(), picks);
        }
        return status;
    }

    tcu_status sort_for_quantiles() const
    {
        tcu_status status = steps::sort_all();
        if (status == TCU_SUCCESS) {
            status = launch_as(launch_kind::overlapping, context, find_nans<Key>, 1, TCUI_WARP_LANES, 0, call,
                               static_cast<const Key *>(arrays.sorted), quantile_output().num_nans);
        }
        if (status != TCU_SUCCESS) {
            return status;
        }
#if CUDART_VERSION >= TCUI_SELECTION_LONG_PARAMETERS
        int driver = 0;
        if (task->num_q > TCUI_SELECTION_PICKS && cudaDriverGetVersion(&driver) == cudaSuccess &&
            driver >= TCUI_SELECTION_LONG_PARAMETERS) {
            return pick<TCUI_SELECTION_MANY_PICKS>();
        }
#endif
        return pick<TCUI_SELECTION_PICKS>();
    }
};

} // namespace tcu::array_selection

namespace tcu
{

template <class Key>
tcu_status launch_selection(tcu_context *context, const tcui_selection_task *task, void *workspace)
{
    array_selection::selection_run<Key> run(context, task, workspace);
    if (task->kind != TCUI_SELECTION_QUANTILES) {
        return array_selection::has_wide_positions(task) ? run.template select<u64>() : run.template select<u32>();
    }
    return run.schedule.sorts ? run.sort_for_quantiles() : run.find_quantiles();
}

template <class Key>
tcu_status reserve_selection(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout)
{
    using namespace array_selection;
    const selection_schedule schedule = selection_schedule::of(context, task, Key());
    const selection_arrays<Key> arrays(context, task, schedule, layout, nullptr);
    if (!has_sort(task, schedule)) {
        return TCU_SUCCESS;
    }
    const tcui_radix_sort_task sort = sort_of_keys<Key>(task, schedule, arrays, nullptr);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, layout);
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_ARRAY_LAUNCH_CUH */
