/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the host's moments are: kernels for each type of elements, and what chunks leave to be joined. */
#ifndef TCUI_MOMENTS_HOST_KERNELS_H
#define TCUI_MOMENTS_HOST_KERNELS_H

#include "cells.h"
#include "primitives/threads/chunks.h"

enum {
    TCUI_MOMENTS_LANES = 16, /* sums side by side, which do not wait for each other */
    TCUI_MOMENTS_ROWS = 32,  /* of a block of columns */
    TCUI_MOMENTS_WIDTH = 64  /* its columns: 16 KB of f64 */
};

/* What a chunk of one thread leaves to be joined: see moments_template.h. */
typedef struct tcui_moments_partial {
    tcui_chunk chunk;
    tcui_moments_cell head;
    tcui_moments_cell tail;
} tcui_moments_partial;

typedef struct tcui_moments_kernels {
    /* Results of the segments that lie in partial->chunk, and the parts of those that do not. */
    void (*chunk)(const tcui_moments_task *task, tcui_moments_partial *partial);
    /* cells[c]: column c of `rows` rows, `stride` elements apart, which begin at in[first]. */
    void (*block)(const void *in, uint64_t first, uint64_t stride, uint64_t rows, uint64_t columns,
                  tcui_moments_cell *cells);
} tcui_moments_kernels;

/* Those of a type, for the processor. */
const tcui_moments_kernels *tcui_moments_kernels_of(tcu_type in_type);

/* The two kinds of work. `workspace` is what reserve reserved. */
void tcui_moments_host_segments_reserve(const tcui_moments_task *task, tcui_layout *layout);
void tcui_moments_host_segments(const tcu_context *context, const tcui_moments_task *task, void *workspace);
void tcui_moments_host_columns_reserve(const tcui_moments_task *task, tcui_layout *layout);
void tcui_moments_host_columns(const tcu_context *context, const tcui_moments_task *task, void *workspace);

#endif /* TCUI_MOMENTS_HOST_KERNELS_H */
