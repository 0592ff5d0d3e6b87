/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/polynomial/cuda/plain/launch.cuh"

tcu_status tcui_polynomial_plain_f64(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    return tcu::launch_plain<tcu::f64, tcu::f64>(context, task, workspace);
}
