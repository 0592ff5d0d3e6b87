/* SPDX-License-Identifier: Apache-2.0 */
/* Where samples and their weights are: pixels of several channels, in rows that may be apart. */
#ifndef TCUI_HISTOGRAM_REFERENCE_SAMPLES_H
#define TCUI_HISTOGRAM_REFERENCE_SAMPLES_H

#include "algorithms/histogram/backend.h"
#include "primitives/tile/reference/matrix.h"

/* Where pixel i begins, in rows of task->columns pixels. */
static inline const void *tcui_pixel_at(const tcui_histogram_task *task, const void *array, uint64_t i,
                                        uint64_t row_stride, size_t pixel_bytes)
{
    return (const char *)array + i / task->columns * row_stride + i % task->columns * pixel_bytes;
}

/* The sample of pixel i in channel c. */
static inline tcui_number tcui_sample_at(const tcui_histogram_task *task, uint64_t i, int c)
{
    const size_t pixel_bytes = (size_t)task->num_channels * tcu_type_size(task->sample_type);
    const void *pixel = tcui_pixel_at(task, task->samples, i, task->row_stride_bytes, pixel_bytes);
    return tcui_number_load(task->sample_type, pixel, (uint64_t)c);
}

/* The weight of pixel i; 1 where samples are counted. */
static inline tcui_number tcui_weight_at(const tcui_histogram_task *task, uint64_t i)
{
    if (!task->weighted) {
        return (tcui_number){.integer = 1};
    }
    const size_t bytes = tcu_type_size(task->weight_type);
    return tcui_number_load(task->weight_type,
                            tcui_pixel_at(task, task->weights, i, task->weights_row_stride_bytes, bytes), 0);
}

#endif /* TCUI_HISTOGRAM_REFERENCE_SAMPLES_H */
