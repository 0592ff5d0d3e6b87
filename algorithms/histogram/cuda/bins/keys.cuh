/* SPDX-License-Identifier: Apache-2.0 */
/* The bins of a task as kernel parameters, and the keys of its levels in the workspace. */
#ifndef TCUI_HISTOGRAM_CUDA_BINS_KEYS_CUH
#define TCUI_HISTOGRAM_CUDA_BINS_KEYS_CUH

#include "algorithms/histogram/cuda/store.cuh"

namespace tcu
{

/* Places in the workspace. */
struct key_places {
    size_t keys[TCU_MAX_CHANNELS], num_keys, bad;
    bool any;
};

key_places reserve_keys(const tcui_histogram_task *task, tcui_layout *layout);

struct task_bins {
    int num_channels;
    channel_bins channels[TCU_MAX_CHANNELS];
    uint64_t first_slot[TCU_MAX_CHANNELS];
};

/* Slots as cuda/store.cuh has them. */
uint64_t slots_of(const tcui_histogram_task *task);
task_bins bins_of(const tcui_histogram_task *task, const key_places &places, void *workspace);
count_outputs outputs_of(const tcui_histogram_task *task);
level_verdicts verdicts_of(const tcui_histogram_task *task, const key_places &places, void *workspace);

/* Enqueues the keys of all levels, and verdicts on these. */
tcu_status enqueue_keys(tcu_context *context, const tcui_histogram_task *task, const key_places &places,
                        void *workspace);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BINS_KEYS_CUH */
