/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass scan of 32- and 64-bit integer elements: a translation unit of its own, to build side by side. */
#include "primitives/scan/cuda/one_pass/launch.cuh"

namespace
{

template <class In>
using wide_integer = std::bool_constant<std::is_integral_v<In> && sizeof(In) >= 4>;

} // namespace

tcu_status tcui_scan_one_pass_wide(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    return tcu::scan_one_pass_execute<wide_integer>(context, task, workspace);
}
