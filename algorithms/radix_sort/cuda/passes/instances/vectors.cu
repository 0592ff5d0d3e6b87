/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of long arrays: keys with values of 16 bytes that go through shared memory, and keys with indices made here. */
#include "algorithms/radix_sort/cuda/passes/launch.cuh"

tcu_status tcu::run_vectors_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return launch_large_pass<16>(context, call, step);
}

tcu_status tcu::run_index_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return sort_register_bits(call.task) == 32 ? launch_pass_as<sort_index_shape<uint32_t>>(context, call, step)
                                               : launch_pass_as<sort_index_shape<uint64_t>>(context, call, step);
}
