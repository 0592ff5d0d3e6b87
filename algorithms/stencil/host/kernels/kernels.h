/* SPDX-License-Identifier: Apache-2.0 */
/* The inner loops, of each type that is computed in and each instruction set. */
#ifndef TCUI_STENCIL_HOST_KERNELS_H
#define TCUI_STENCIL_HOST_KERNELS_H

#include "program.h"

/* Elements that kernels may read and write behind the rows of buffers: the lanes of a vector of 64 bytes. */
enum { TCUI_STENCIL_SLACK = 16 };

/*
 * out[p * out_pitch + e] = sum over runs r, taps k < count[r] of  weight[r][k] * at[r][p * in_pitch + e + k * distance],
 * of rows p < rows.
 */
typedef struct tcui_stencil_sum {
    const tcui_stencil_run *runs;
    int64_t num_runs, num_taps;
    const void *const *at;
    const void *weights; /* of all runs, one after the other */
    int64_t distance;
    int64_t rows, in_pitch, out_pitch;
} tcui_stencil_sum;

typedef struct tcui_stencil_kernels {
    /* n results in each row. */
    void (*sum)(const tcui_stencil_sum *sum, void *out, int64_t n);
    /* One row of sums is added to `out`, of buffers: n is a multiple of TCUI_STENCIL_SLACK. */
    void (*add)(const tcui_stencil_sum *sum, void *out, int64_t n);
    /* Elements of any type become what is computed in, and back: `channels` neighbours of each of `points`, `stride`
     * apart in the array and dense in the buffer. */
    void (*widen)(tcu_type type, const void *in, uint64_t first, uint64_t stride, uint64_t points, uint64_t channels,
                  void *to);
    void (*narrow)(tcu_type type, const void *from, uint64_t points, uint64_t channels, uint64_t stride, void *out,
                   uint64_t first);
    void (*fill)(void *to, double value, uint64_t n);
} tcui_stencil_kernels;

/* Those for results of `type` on this processor. */
const tcui_stencil_kernels *tcui_stencil_host_kernels(tcu_type type);

#endif /* TCUI_STENCIL_HOST_KERNELS_H */
