/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of a histogram in shared memory, and what decides which one a task has: sizes that a query knows. */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_SHAPES_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_SHAPES_CUH

#include "kernel.cuh"

namespace tcu
{

struct private_sizes {
    const tcu_context *context;
    const tcui_histogram_task *task;
    tcui_histogram_policy policy;
    uint64_t multiprocessors; /* of the device: by which shapes are chosen and copies reserved */
    tcui_resources stream;    /* by which blocks are launched */
    uint64_t sample_bytes, samples, vectors;
    uint64_t whole, half; /* shared memory of a block that is alone on its multiprocessor, and of one of two */
    uint64_t slots, parts, part_slots;
    bool is_byte, has_few_bins;
    bool shares; /* two blocks have room on a multiprocessor */

    bool is_one_part() const { return parts == 1 && (!is_byte || has_few_bins); }
    bool has_clusters() const { return context->cluster_blocks > 1 && 4 * slots * sizeof(uint32_t) <= half; }
};

private_sizes sizes_of(const tcu_context *context, const tcui_histogram_task *task);

/* Of a part; behind the counters of several parts there is one for the samples of the others. */
inline uint64_t counters_of_part(const private_sizes &s)
{
    return s.part_slots + (s.parts > 1 ? 1 : 0);
}

/* Blocks and threads by the first shape that applies; no parts and no shared memory yet. */
private_launch launch_of(const private_sizes &s);

/* Copies of a grid to reserve room for: not fewer than fewer samples need, as the workspace must not shrink with
 * growing n. */
uint64_t most_copies_of(const private_sizes &s);

/* Even bins of one channel of reals that f32 holds; and the edges of their table, or 0. */
bool is_real_in_f32(const private_sizes &s);
uint64_t edges_of(const private_sizes &s);

/* Even bins of 16-bit integers such as short_counter takes. */
inline bool has_short_bins(const tcui_histogram_task *task)
{
    const tcui_bins &bins = task->channels[0];
    return task->num_channels == 1 && bins.kind == TCU_BINS_EVEN && !bins.integers.none &&
           bins.integers.width <= 1u << 16 && bins.num_bins <= bins.integers.width;
}

/* As many replicas as have room, up to what is of use. */
uint32_t replicas_of(uint64_t slots, uint64_t most, uint64_t bytes);

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_SHAPES_CUH */
