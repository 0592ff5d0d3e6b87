/* SPDX-License-Identifier: Apache-2.0 */
/* What the searches for values in any order share. */
#ifndef TCUI_MERGE_CUDA_SEARCH_TASK_CUH
#define TCUI_MERGE_CUDA_SEARCH_TASK_CUH

#include "merge_path.cuh"

namespace tcu
{

template <class Key, class Position>
struct search_task {
    merge_inputs<Key> in;
    Position *positions;
};

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_SEARCH_TASK_CUH */
