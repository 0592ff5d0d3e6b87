/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass compaction of runs to their heads: a translation unit of its own, to build side by side. */
#include "algorithms/compact/cuda/one_pass/launch.cuh"

tcu_status tcui_compact_one_pass_heads(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    return tcu::compact_one_pass_execute<TCUI_SELECT_HEADS>(context, task, workspace);
}
