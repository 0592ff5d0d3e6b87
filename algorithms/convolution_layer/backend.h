/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for convolution layers. */
#ifndef TCUI_CONVOLUTION_LAYER_BACKEND_H
#define TCUI_CONVOLUTION_LAYER_BACKEND_H

#include "primitives/context/path.h"
#include "tcu/convolution.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Along y and x. Input point of output point p and kernel point r: p * stride - padding + r * dilation. */
typedef struct tcui_layer_axis {
    uint64_t in, out;
    uint64_t kernel, stride, padding, dilation;
} tcui_layer_axis;

/* Arguments are checked; no count is 0. */
typedef struct tcui_convolution_layer_task {
    tcu_type type; /* f16, bf16 or f32 */
    uint64_t batch, in_channels, out_channels;
    tcui_layer_axis axes[2];
    const void *in, *filters;
    const void *bias; /* or NULL */
    void *out;
} tcui_convolution_layer_task;

/* reserve() uses everything in the task but pointers, which queries do not have. */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_CONVOLUTION_LAYER_BACKEND_H */
