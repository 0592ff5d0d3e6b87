/* SPDX-License-Identifier: Apache-2.0 */
/* The code paths of merges and searches on CUDA devices; paths.cu chooses. */
#ifndef TCUI_MERGE_CUDA_PATHS_H
#define TCUI_MERGE_CUDA_PATHS_H

#include "algorithms/merge/backend.h"

namespace tcu
{

enum class merge_path {
    narrow, /* merges of few keys alone, along the merge path in many short pieces */
    tiles,  /* other merges along the merge path */
    ranks,  /* sorted values, along the merge path */
    few,    /* few values in any order, by searches in memory */
    search  /* values in any order, by splitters in shared memory */
};

/* Bytes of workspace of the paths tiles and ranks, into the layout; and its kernels. Of keys of a width. */
template <class Key>
tcu_status reserve_merge(tcu_context *context, const tcui_merge_task *task, tcui_layout *layout);
template <class Key>
tcu_status launch_merge(tcu_context *context, const tcui_merge_task *task, merge_path path, void *workspace);

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_PATHS_H */
