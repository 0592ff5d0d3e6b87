/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's convolution layers share. */
#ifndef TCUI_CONVOLUTION_LAYER_HOST_INTERNAL_H
#define TCUI_CONVOLUTION_LAYER_HOST_INTERNAL_H

#include "algorithms/convolution_layer/backend.h"
#include "primitives/threads/share.h"

static inline int tcui_layer_host_threads(const tcu_context *context, const tcui_convolution_layer_task *task)
{
    const double products = (double)task->batch * (double)task->out_channels * (double)task->axes[0].out *
                            (double)task->axes[1].out * (double)task->in_channels * (double)task->axes[0].kernel *
                            (double)task->axes[1].kernel;
    return tcui_threads_for_work(context, TCUI_PS_LAYER_PRODUCT * products);
}

/* Window by window. */
void tcui_layer_host_plain(const tcu_context *context, const tcui_convolution_layer_task *task);

/* As a product of matrices. Whether the buffer of a unit of work is small enough. */
bool tcui_layer_host_matrix_applies(const tcui_convolution_layer_task *task);
void tcui_layer_host_reserve_matrix(const tcu_context *context, const tcui_convolution_layer_task *task,
                                    tcui_layout *layout);
void tcui_layer_host_matrix(const tcu_context *context, const tcui_convolution_layer_task *task, void *workspace);

#endif /* TCUI_CONVOLUTION_LAYER_HOST_INTERNAL_H */
