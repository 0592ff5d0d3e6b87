/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of a task as rows. Rows that follow each other without a gap are one row. */
#ifndef TCUI_HISTOGRAM_CUDA_ROWS_CUH
#define TCUI_HISTOGRAM_CUDA_ROWS_CUH

#include "algorithms/histogram/backend.h"
#include "primitives/tile/row_vectors.cuh"

namespace tcu
{

/* Elements are those of all channels. */
inline element_rows rows_of(const tcui_histogram_task *task)
{
    const uint64_t sample_bytes = tcu_type_size(task->sample_type), channels = task->num_channels;
    element_rows rows = {};
    rows.first = static_cast<const unsigned char *>(task->samples);
    if (task->n == 0) {
        return rows;
    }
    uint64_t columns = task->columns;
    if (task->row_stride_bytes == columns * channels * sample_bytes || columns > task->n) {
        columns = task->n;
    }
    rows.rows = (task->n - 1) / columns + 1;
    rows.elements = columns * channels;
    rows.last_elements = (task->n - (rows.rows - 1) * columns) * channels;
    rows.stride_bytes = task->row_stride_bytes;
    rows.row_vectors = rows.elements / (16 / sample_bytes) + 2;
    return rows;
}

/* How many of their pixels there are. */
inline pixel_count pixel_count_of(const tcui_histogram_task *task)
{
    return {task->n, static_cast<uint64_t>(task->num_channels), task->count};
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_ROWS_CUH */
