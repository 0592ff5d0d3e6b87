/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The matrix-unit path: how often each of the 256 values occurs in an array of bytes, of any alignment. It takes
 * what the lane-private counts take for 256 bins of bytes and leaves the same, a histogram a block, for the same sum
 * over the blocks; the bins of the values are its caller's business.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_MMA_H
#define TCUI_HISTOGRAM_CUDA_PRIVATE_MMA_H

#include "primitives/context/context_internal.h"

enum { TCUI_HISTOGRAM_MMA_VALUES = 256 };

/* The blocks that tcui_histogram_mma_execute() takes: 1 or more, and it never decreases with growing n. */
uint64_t tcui_histogram_mma_blocks(const tcu_context *context, uint64_t n);

/*
 * Enqueues: counts[b][v] = how often value v occurs among block b's samples. All of `counts` is written: values of
 * 32 bits, tcui_histogram_mma_blocks() x 256 of them. None of them overflows, however large n is.
 */
tcu_status tcui_histogram_mma_execute(tcu_context *context, const uint8_t *samples, uint64_t n, uint32_t *counts);

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_MMA_H */
