/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of keys alone that are compared by all their bits. */
#include "algorithms/radix_sort/cuda/passes/launch.cuh"

tcu_status tcu::run_keys_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return launch_pass<0>(context, call, step);
}
