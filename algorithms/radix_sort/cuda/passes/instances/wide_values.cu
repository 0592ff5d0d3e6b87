/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of keys with values of 8 or 16 bytes. */
#include "algorithms/radix_sort/cuda/passes/launch.cuh"

tcu_status tcu::run_wide_values_pass(tcu_context *context, const sort_call &call, const sort_step &step)
{
    return launch_pass<8>(context, call, step);
}
