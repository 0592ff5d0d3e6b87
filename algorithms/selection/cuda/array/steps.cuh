/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps of a selection, from the keys to those that are selected, in the workspace:
 *
 *     of a long array   sample, its digits, mark, collect: candidates, among which the ranks are
 *     of others         NaNs are counted
 *     then              digits of the candidates, or of all keys if there are none: the keys of the ranks
 *     top-k, nth        count, take: keys and positions in the array's order
 *
 * What each kernel works on is said by what the ones before it left in memory, so the sequence is always the same.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_STEPS_CUH
#define TCUI_SELECTION_CUDA_ARRAY_STEPS_CUH

#include "algorithms/selection/results.h"
#include "mark.cuh"
#include "quantiles.cuh"
#include "schedule.cuh"
#include "take.cuh"

namespace tcu::array_selection
{

/* What the kernels of a call are told, and its steps. */
template <class Key>
struct selection_steps {
    tcu_context *context;
    const tcui_selection_task *task;
    selection_schedule schedule;
    selection_arrays<Key> arrays;
    selection_call<Key> call;
    uint64_t blocks; /* of kernels that go over all keys */

    selection_steps(tcu_context *context, const tcui_selection_task *task, void *workspace, tcui_layout layout = {})
        : context(context), task(task), schedule(selection_schedule::of(context, task, Key())),
          arrays(context, task, schedule, &layout, workspace), call(),
          blocks(array_blocks<Key>(tcui_stream_multiprocessors(context), task))
    {
        const tcui_key_order order = tcui_key_order_of(task->key_type, task->descending);
        call.keys = static_cast<const Key *>(task->keys);
        call.n = task->segments.n;
        call.count = task->segments.length;
        call.order = sort_order<key_register<Key>>::of(order);
        call.kind = task->kind;
        call.k = task->k;
        call.method = task->method;
        call.may_have_nans = task->kind == TCUI_SELECTION_QUANTILES && tcui_is_real(task->key_type);
        if (call.may_have_nans) {
            const tcui_selection_infinities infinities = tcui_selection_infinities_of(task->key_type);
            call.first_number = static_cast<key_register<Key>>(infinities.negative);
            call.last_number = static_cast<key_register<Key>>(infinities.positive);
        } else {
            call.first_number = 0;
            call.last_number = static_cast<key_register<Key>>(last_order_bits<Key>);
        }
        call.state = arrays.state;
        call.digit_counts = arrays.digit_counts;
        call.sample = arrays.sample;
        call.sample_bits = schedule.sample_bits;
        call.candidates = arrays.candidates;
        call.candidate_positions = arrays.candidate_positions;
        call.most_candidates = schedule.most_candidates;
        call.marks = arrays.marks;
        call.tile_counts = arrays.tile_counts;
        call.block_counts = arrays.block_counts;
        call.sorts_candidates = schedule.sorts_candidates;
        call.taken = schedule.sorts_candidates ? arrays.candidates : arrays.taken;
        call.taken_positions = schedule.sorts_candidates ? arrays.candidate_positions : arrays.taken_positions;
        call.most_taken = most_results(task);
    }

    /* A kernel that follows another one of the call. */
    template <class... Parameters, class... Arguments>
    tcu_status follow(void (*kernel)(Parameters...), uint64_t grid, size_t shared_bytes, Arguments... arguments) const
    {
        return launch_as(launch_kind::overlapping, context, kernel, grid, selection_threads, shared_bytes,
                         arguments...);
    }

    const tcui_operation *operation(tcui_operation_id id) const { return tcui_operation_of(context, id); }

    tcu_status find_keys(searched which) const
    {
        const uint64_t lanes = (UINT64_C(1) << schedule.sample_bits) / lane_keys;
        const uint64_t grid =
            which == searched::sample ? selection_blocks(tcui_stream_multiprocessors(context), lanes) : blocks;
        const size_t bytes = sizeof(u32) * selection_digits * static_cast<size_t>(selection_search_ranks(task));
        tcu_status status = TCU_SUCCESS;
        for (int shift = 8 * static_cast<int>(sizeof(Key)); shift > 0 && status == TCU_SUCCESS;) {
            shift -= selection_digit_bits;
            status = follow(count_digits<Key>, grid, bytes, call, which, shift);
        }
        return status;
    }

    tcu_status mark() const
    {
        if (task->kind != TCUI_SELECTION_QUANTILES) {
            return follow(mark_keys<Key, 1, false>, blocks, 0, call);
        }
        return call.quantiles <= 1 ? follow(mark_keys<Key, 1, true>, blocks, 0, call)
               : call.quantiles <= TCUI_SELECTION_FEW
                   ? follow(mark_keys<Key, TCUI_SELECTION_FEW, true>, blocks, 0, call)
               : call.quantiles <= TCUI_SELECTION_SOME
                   ? follow(mark_keys<Key, TCUI_SELECTION_SOME, true>, blocks, 0, call)
                   : follow(mark_keys<Key, selection_quantiles, true>, blocks, 0, call);
    }

    tcu_status collect() const
    {
        return has_wide_positions(task) ? follow(collect_candidates<Key, u64>, blocks, 0, call)
                                        : follow(collect_candidates<Key, u32>, blocks, 0, call);
    }

    /* The keys among which ranks are sought, and which ranks. */
    tcu_status begin() const
    {
        tcu_status status = context->backend->clear(context, arrays.state, arrays.zeroed_bytes);
        if (status != TCU_SUCCESS) {
            return status;
        }
        if constexpr (sizeof(Key) >= 4) {
            if (schedule.samples) {
                const uint64_t samples = UINT64_C(1) << schedule.sample_bits;
                status = launch(context, take_sample<Key>, divide_up(samples, selection_threads), selection_threads, 0,
                                call);
                status = status == TCU_SUCCESS ? find_keys(searched::sample) : status;
                status = status == TCU_SUCCESS ? mark() : status;
                return status == TCU_SUCCESS ? collect() : status;
            }
        }
        return launch(context, begin_with_all_keys<Key>, call.may_have_nans ? blocks : 1, selection_threads, 0, call);
    }

    template <class Index>
    tcu_status take() const
    {
        tcu_status status = TCU_SUCCESS;
        if (call.most_taken > 0) {
            status = find_keys(searched::keys);
            status = status == TCU_SUCCESS ? follow(count_taken<Key>, blocks, 0, call) : status;
            status = status == TCU_SUCCESS ? follow(take_keys<Key, Index>, blocks, 0, call) : status;
        }
        return status;
    }

    tcu_status sort(const void *from) const
    {
        const tcui_radix_sort_task of = sort_of_keys(task, schedule, arrays, from);
        return tcui_execute(context, operation(TCUI_RADIX_SORT), &of, arrays.rest);
    }

    tcu_status sort_all() const { return call.n == 0 ? TCU_SUCCESS : sort(task->keys); }
};

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_STEPS_CUH */
