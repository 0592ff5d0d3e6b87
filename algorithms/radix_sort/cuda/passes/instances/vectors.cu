/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of long arrays: keys with values of 16 bytes that go through shared memory. */
#include "algorithms/radix_sort/cuda/passes/launch.cuh"

tcu_status tcu::run_vectors_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return launch_pass_of_size<16, false>(context, call, step);
}
