/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass kernels of one operator. */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_LAUNCH_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_LAUNCH_CUH

#include "dispatch.cuh"
#include "kernel.cuh"

namespace tcu
{

/* Tasks without a length have kernels of their own, which have no use for one. */
template <class Operator, bool Scan>
tcu_status launch_by_key(tcu_context *context, const by_key_arrays<Operator> &arrays, const Operator &op,
                         const tile_chain<by_key_fold<Operator>> &chain)
{
    const auto kernel =
        arrays.length == nullptr ? by_key_kernel<Operator, Scan, false> : by_key_kernel<Operator, Scan, true>;
    return launch_as(launch_kind::overlapping, context, kernel, chain.tiles, by_key_threads, 0, arrays, op, chain);
}

template <class Operator>
tcu_status by_key_one_pass(tcu_context *context, const tcui_by_key_task *task, void *workspace)
{
    tcui_layout layout = {};
    auto chain = place_by_key_chain<Operator>(task, &layout, workspace);
    chain.set_ahead(context, by_key_resident<Operator>,
                    by_key_tile * (task->key_bytes + sizeof(typename Operator::in)));
    const tcui_reduce_task reduction = values_by_key(task);
    by_key_arrays<Operator> arrays = {};
    arrays.keys = task->keys;
    arrays.key_bytes = static_cast<int>(task->key_bytes);
    arrays.runs = task->runs;
    arrays.n = task->n;
    arrays.length = task->length;
    if constexpr (has_values<Operator>) {
        arrays.values = static_cast<const typename Operator::in *>(task->values);
        arrays.out = task->out;
        arrays.out_bytes = static_cast<int>(tcu_type_size(task->out_type));
        arrays.is_exclusive = task->scan_kind == TCU_SCAN_EXCLUSIVE;
        arrays.evict_first = tcui_sum_evicts_input_first(task->n * sizeof(typename Operator::in), 0);
    } else if (task->kind == TCUI_BY_KEY_UNIQUE) {
        arrays.items = task->values;
        arrays.items_out = task->out;
        arrays.item_bytes = static_cast<int>(task->value_bytes);
    }
    const tcu_status status = launch_clear_chain(context, chain);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if constexpr (has_values<Operator>) {
        if (task->kind == TCUI_BY_KEY_SCAN) {
            return launch_by_key<Operator, true>(context, arrays, Operator(&reduction), chain);
        }
    }
    return launch_by_key<Operator, false>(context, arrays, Operator(&reduction), chain);
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_LAUNCH_CUH */
