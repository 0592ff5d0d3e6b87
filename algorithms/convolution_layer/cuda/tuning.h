/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution layers on CUDA devices: the kernels' shapes, and when which is taken. Chosen by counts of instructions and
 * bytes; how fast layers are: docs/benchmarks/stencil.md. */
#ifndef TCUI_CONVOLUTION_LAYER_CUDA_TUNING_H
#define TCUI_CONVOLUTION_LAYER_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /*
     * Products: filters and points of the two shapes of blocks. A warp of the large one has 64 x 64 results, so that 8
     * loads of matrices serve 32 products; the small one is for layers with less than TILES_A_MULTIPROCESSOR of the large.
     */
    TCUI_LAYER_MATRIX_TILES_A_MULTIPROCESSOR = 2,
    /* Threads of a block that packs filters. */
    TCUI_LAYER_PACK_THREADS = 128,
    /* Slabs of filters in the ring, blocks of a multiprocessor that shared memory has to do for. */
    TCUI_LAYER_MATRIX_SLABS = 3,
    TCUI_LAYER_MATRIX_BLOCKS = 2,
    /* Of 64, 32 and 16 channels of a tile the most that lengthen the sum by no more than so many percent. */
    TCUI_LAYER_MATRIX_PADDING_PERCENT = 15,
    /* What loading a point's channels costs, in products of the point with a tap; and points that a row of a patch costs
     * beyond its own, since memory is read by sectors. */
    TCUI_LAYER_MATRIX_LOAD_COST = 1,
    TCUI_LAYER_MATRIX_ROW_COST = 15,
    /* Plain arithmetic: filters and points of a block, of a thread, and terms in shared memory at a time. */
    TCUI_LAYER_PLAIN_FILTERS = 64,
    TCUI_LAYER_PLAIN_POINTS = 128,
    TCUI_LAYER_PLAIN_THREAD_FILTERS = 8,
    TCUI_LAYER_PLAIN_THREAD_POINTS = 8,
    TCUI_LAYER_PLAIN_TERMS = 8,
    /* Of products; more results than a grid holds are made in turns. */
    TCUI_LAYER_MOST_BLOCKS = 1 << 30,
};

typedef struct tcui_convolution_layer_policy {
    uint64_t matrix_kilo_steps; /* multiply-adds, divided by 2^10, from which the two launches of products pay */
} tcui_convolution_layer_policy;

static const tcui_convolution_layer_policy tcui_convolution_layer_own_policy = {.matrix_kilo_steps = 1024};

static inline tcui_convolution_layer_policy tcui_convolution_layer_policy_of(const tcu_context *context)
{
    const tcui_convolution_layer_policy *policy =
        (const tcui_convolution_layer_policy *)context->policies[TCUI_CONVOLUTION_LAYER];
    return policy != NULL ? *policy : tcui_convolution_layer_own_policy;
}

#endif /* TCUI_CONVOLUTION_LAYER_CUDA_TUNING_H */
