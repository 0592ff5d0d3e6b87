/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass compaction by bits of flags: a translation unit of its own, to build side by side. */
#include "algorithms/compact/cuda/one_pass/launch.cuh"

tcu_status tcui_compact_one_pass_bits(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    return tcu::compact_one_pass_execute<TCUI_SELECT_BITS>(context, task, workspace);
}
