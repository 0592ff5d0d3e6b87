/* SPDX-License-Identifier: Apache-2.0 */
/* The inner loops of the product of matrices, of each level. */
#ifndef TCUI_CONVOLUTION_LAYER_HOST_KERNELS_H
#define TCUI_CONVOLUTION_LAYER_HOST_KERNELS_H

#include "algorithms/convolution_layer/backend.h"

/* Numbers that a kernel may read and write behind the last result. */
enum { TCUI_LAYER_SLACK = 16 };

/* The windows' matrix: column g of row (c, t) is window[c * plane + offsets[t] + g], t counting the kernel's points. */
typedef struct tcui_layer_windows {
    const float *first;
    uint64_t channels, plane;
    const uint64_t *offsets;
    uint64_t kernel;
} tcui_layer_windows;

typedef struct tcui_layer_kernels {
    int filters; /* of a panel */
    /* out[f * pitch + g] = bias[f] + sum over rows of panel[row][f] * column g, f < filters, g < columns. */
    void (*multiply)(const float *panel, const float *bias, const tcui_layer_windows *windows, uint64_t columns,
                     float *out, uint64_t pitch);
    /* As those of stencils: primitives/tile/host/element_template.h. */
    void (*widen)(tcu_type type, const void *in, uint64_t first, uint64_t stride, uint64_t points, uint64_t channels,
                  void *to);
    void (*narrow)(tcu_type type, const void *from, uint64_t points, uint64_t channels, uint64_t stride, void *out,
                   uint64_t first);
} tcui_layer_kernels;

/* Those for this processor. */
const tcui_layer_kernels *tcui_layer_host_kernels(void);

#endif /* TCUI_CONVOLUTION_LAYER_HOST_KERNELS_H */
