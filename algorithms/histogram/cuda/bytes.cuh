/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram for other algorithms to make: how often each value of a byte occurs. */
#ifndef TCUI_HISTOGRAM_CUDA_BYTES_CUH
#define TCUI_HISTOGRAM_CUDA_BYTES_CUH

#include "algorithms/histogram/backend.h"

namespace tcu
{

/* counts[x] = bytes of value x, 256 of them. */
inline tcui_histogram_task histogram_of_bytes(const void *bytes, uint64_t n, uint64_t *counts)
{
    constexpr uint64_t values = 256;
    tcui_histogram_task task = {};
    task.samples = bytes;
    task.sample_type = TCU_TYPE_U8;
    task.num_channels = 1;
    task.out_type = TCU_TYPE_U64;
    task.n = task.columns = n;
    tcui_bins &bins = task.channels[0];
    bins.num_bins = values;
    bins.kind = TCU_BINS_EVEN;
    bins.level_type = TCU_TYPE_U8;
    bins.integers.width = values;
    bins.integers.span = values - 1;
    bins.counts = counts;
    return task;
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BYTES_CUH */
