/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass scan of floating-point elements: a translation unit of its own, to build side by side. */
#include "primitives/scan/cuda/one_pass/launch.cuh"

namespace
{

template <class In>
using real_element = std::bool_constant<!std::is_integral_v<In>>;

} // namespace

tcu_status tcui_scan_one_pass_reals(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    return tcu::scan_one_pass_execute<real_element>(context, task, workspace);
}
