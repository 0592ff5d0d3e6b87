/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of keys with values of up to 4 bytes, and of keys alone that have to stay in order. */
#include "algorithms/radix_sort/cuda/passes/launch.cuh"

tcu_status tcu::run_values_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return launch_pass<4>(context, call, step);
}
