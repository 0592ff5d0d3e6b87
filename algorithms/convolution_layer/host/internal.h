/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's convolution layers share. */
#ifndef TCUI_CONVOLUTION_LAYER_HOST_INTERNAL_H
#define TCUI_CONVOLUTION_LAYER_HOST_INTERNAL_H

#include "algorithms/convolution_layer/backend.h"

/* One thread for calls of less than 2^17 products, some 20 us: the others take as long to wake. */
static inline int tcui_layer_host_threads(const tcu_context *context, const tcui_convolution_layer_task *task)
{
    const double few = 131072;
    const double products = (double)task->batch * (double)task->out_channels * (double)task->axes[0].out *
                            (double)task->axes[1].out * ((double)task->in_channels + 1) * (double)task->axes[0].kernel *
                            (double)task->axes[1].kernel;
    return products < few ? 1 : context->properties.multiprocessors;
}

/* Window by window. */
void tcui_layer_host_plain(const tcu_context *context, const tcui_convolution_layer_task *task);

/* As a product of matrices. Whether the buffer of a unit of work is small enough. */
bool tcui_layer_host_matrix_applies(const tcui_convolution_layer_task *task);
void tcui_layer_host_plan_matrix(const tcu_context *context, const tcui_convolution_layer_task *task,
                                 tcui_layout *layout);
void tcui_layer_host_matrix(const tcu_context *context, const tcui_convolution_layer_task *task, void *workspace);

#endif /* TCUI_CONVOLUTION_LAYER_HOST_INTERNAL_H */
