/* SPDX-License-Identifier: Apache-2.0 */
/** @file problem.h What a problem of stencils or convolutions is. */
#ifndef TCU_BENCH_FAMILIES_STENCIL_PROBLEM_H
#define TCU_BENCH_FAMILIES_STENCIL_PROBLEM_H

#include "bench/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Elements of a layer's filters. */
BENCH_INLINE uint64_t bench_filter_count(const tcu_convolution_layer_desc *layer)
{
    return layer->out_channels * layer->in_channels * layer->kernel_height * layer->kernel_width;
}

#ifdef __cplusplus
}
#endif

#endif
