/* SPDX-License-Identifier: Apache-2.0 */
/* Launches the count of digits before the passes (count.cuh). */
#include "count.cuh"

#include "algorithms/radix_sort/cuda/passes/steps.cuh"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

namespace
{

template <class Key, int Copies, int Threads>
tcu_status count_digits_as(tcu_context *context, const sort_call &call, const sort_counted &counted, uint64_t blocks)
{
    sort_digits<Key> digits = {};
    digits.tiles = call.tiles;
    if (counted.of_runs) {
        digits.runs = *call.runs;
    }
    digits.tile_list = call.tile_list;
    digits.tiles_listed = call.tiles_listed;
    digits.starts = call.starts;
    digits.starts_of_runs = call.starts_of_runs;
    digits.slots = call.slots[counted.next_pass % 2];
    digits.other_slots = call.slots[(counted.next_pass + 1) % 2];
    digits.slot_rows = call.slot_rows.count;
    digits.keys = counted.keys;
    digits.key_bytes = static_cast<int>(tcu_type_size(call.task->key_type));
    digits.order = sort_order<Key>::of(tcui_key_order_of(call.task->key_type, call.task->descending));
    digits.passes = call.passes;
    digits.digits = counted_digits<Key>::of(call.passes);
    digits.schedule = call.schedule;
    digits.number = counted.number;
    const auto launch = [&](auto kernel) {
        return launch_as(launch_kind::cooperative, context, kernel, blocks, Threads,
                         digit_counters<Key, Copies, Threads, false>::shared_bytes, digits);
    };
    return call.schedule != nullptr ? launch(sort_digits_kernel<Key, Copies, Threads, true>)
                                    : launch(sort_digits_kernel<Key, Copies, Threads, false>);
}

template <class Key>
tcu_status count_digits_of(tcu_context *context, const sort_call &call, const sort_counted &counted)
{
    const uint64_t multiprocessors = static_cast<uint64_t>(tcui_stream_multiprocessors(context));
    const uint64_t tiles = counted.of_runs ? multiprocessors : call.tiles.whole_tiles;
    const uint64_t blocks = tiles < multiprocessors ? tiles : multiprocessors;
    if (call.is_small || call.tiles.n < tcui_radix_sort_policy_of(context).many_copies_from) {
        return count_digits_as<Key, TCUI_SORT_FEW_COPIES, TCUI_SORT_FEW_COPIES_THREADS>(context, call, counted, blocks);
    }
    return count_digits_as<Key, TCUI_SORT_COPIES_BYTES / static_cast<int>(sizeof(Key)), TCUI_SORT_DIGIT_THREADS>(
        context, call, counted, blocks);
}

} // namespace

tcu_status count_digits(tcu_context *context, const sort_call &call, const sort_counted &counted)
{
    return sort_register_bits(call.task) == 32 ? count_digits_of<uint32_t>(context, call, counted)
                                               : count_digits_of<uint64_t>(context, call, counted);
}

} // namespace tcu
