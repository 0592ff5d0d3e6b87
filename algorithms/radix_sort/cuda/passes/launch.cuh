/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses and launches the kernel of a pass. */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_LAUNCH_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_LAUNCH_CUH

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"
#include "steps.cuh"

namespace tcu
{

inline sort_carried sort_carried_of(const tcui_radix_sort_task *task, int value_room, bool is_first)
{
    switch (task->payload) {
    case TCUI_PAYLOAD_NONE:
        return sort_carried::nothing;
    case TCUI_PAYLOAD_INDICES:
        return is_first ? sort_carried::indices : sort_carried::values;
    default:
        return task->value_bytes > 8 && value_room <= 8 ? sort_carried::wide_values : sort_carried::values;
    }
}

template <class Key>
sort_pass<Key> describe_pass(const sort_call &call, const sort_step &step, int value_room)
{
    const tcui_radix_sort_task *task = call.task;
    const tcui_key_order order = tcui_key_order_of(task->key_type, task->descending);
    sort_pass<Key> pass = {};
    pass.tiles = call.tiles;
    pass.input = task->keys_in;
    pass.keys_in = step.keys_in;
    pass.keys_out = step.keys_out;
    pass.discards_keys = discards_keys(task);
    pass.input_values = task->values_in;
    pass.values_in = step.values_in;
    pass.values_out = step.values_out;
    pass.schedule = call.schedule;
    pass.step = sort_step_of(call.passes, step.pass, call.runs != nullptr ? sort_scope::runs : sort_scope::whole);
    pass.number = step.pass;
    pass.starts = call.starts;
    pass.starts_of_runs = call.starts_of_runs;
    pass.slots = call.slots[step.pass % 2];
    pass.next_slots = call.slots[(step.pass + 1) % 2];
    pass.slot_rows = call.slot_rows;
    pass.slot_rows_of_runs = call.slot_rows_of_runs;
    pass.order = sort_order<Key>::of(order);
    pass.key_bytes = static_cast<int>(tcu_type_size(task->key_type));
    pass.value_bytes = static_cast<int>(task->value_bytes);
    pass.carried_first = sort_carried_of(task, value_room, true);
    pass.carried = sort_carried_of(task, value_room, false);
    pass.documented = task->ranking == TCU_RANKING_DOCUMENTED;
    pass.is_wide = task->segments.n > UINT32_MAX;
    return pass;
}

/* Shared memory that the system reserves for itself in each block since sm_80
 * (cudaDevAttrReservedSharedMemoryPerBlock). */
constexpr size_t reserved_shared_bytes = 1024;

/* Blocks that a multiprocessor has room for, if the shape's registers are all that else counts: a multiprocessor's
 * shared memory is that of the largest block, and what is reserved of it. */
template <class Shape>
uint64_t pass_blocks(const tcu_context *context)
{
    const uint64_t fit = (context->properties.shared_memory_per_block + reserved_shared_bytes) /
                         (sizeof(pass_shared<Shape>) + reserved_shared_bytes);
    const uint64_t a_multiprocessor = fit < 1 ? 1 : fit < Shape::blocks ? fit : Shape::blocks;
    const uint64_t all = a_multiprocessor * static_cast<uint64_t>(tcui_stream_multiprocessors(context));
    constexpr uint64_t most = slot_count / Shape::items; /* or a slot could not hold what all blocks have */
    return all < most ? all : most;
}

template <class Shape>
tcu_status launch_pass_as(tcu_context *context, const sort_call &call, const sort_step &step)
{
    const uint64_t resident = pass_blocks<Shape>(context);
    const uint64_t blocks =
        call.runs == nullptr && call.tiles.whole_tiles < resident ? call.tiles.whole_tiles : resident;
    return launch_as(launch_kind::cooperative, context, sort_pass_kernel<Shape>, blocks, Shape::threads,
                     sizeof(pass_shared<Shape>),
                     describe_pass<typename Shape::key_type>(call, step, Shape::value_room));
}

template <int ValueRoom, bool IsSmall>
tcu_status launch_pass_of_size(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return sort_register_bits(call.task) == 32
               ? launch_pass_as<sort_shape<uint32_t, ValueRoom, IsSmall>>(context, call, step)
               : launch_pass_as<sort_shape<uint64_t, ValueRoom, IsSmall>>(context, call, step);
}

template <int ValueRoom>
tcu_status launch_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return call.is_small ? launch_pass_of_size<ValueRoom, true>(context, call, step)
                         : launch_pass_of_size<ValueRoom, false>(context, call, step);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_LAUNCH_CUH */
