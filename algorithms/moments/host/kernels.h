/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the host's moments are: kernels, and what chunks leave to be joined. */
#ifndef TCUI_MOMENTS_HOST_KERNELS_H
#define TCUI_MOMENTS_HOST_KERNELS_H

#include "cells.h"
#include "primitives/threads/chunks.h"

/* Sums side by side, which do not wait for each other, where there are many elements. */
enum { TCUI_MOMENTS_LANES = 16, TCUI_MOMENTS_MANY = 64 };

/* Columns of a block, and rows: a block is 16 KB of f64. Blocks of few columns have the rows of a tile. */
enum { TCUI_MOMENTS_WIDTH = 64, TCUI_MOMENTS_ROWS = 32, TCUI_MOMENTS_NARROW = 8 };

/* The moments of a block's columns. */
typedef struct tcui_moments_columns {
    uint64_t count;
    double mean[TCUI_MOMENTS_WIDTH];
    double squares[TCUI_MOMENTS_WIDTH];
} tcui_moments_columns;

/* What a chunk of one thread leaves to be joined: see moments_template.h. */
typedef struct tcui_moments_partial {
    tcui_chunk chunk;
    tcui_moments_cell head;
    tcui_moments_cell tail;
} tcui_moments_partial;

typedef struct tcui_moments_kernels {
    /* Results of the segments that lie in partial->chunk, and the parts of those that do not. */
    void (*chunk)(const tcui_moments_task *task, tcui_moments_partial *partial);
    /* Of the columns of `rows` rows, `stride` elements apart, which begin at in[first]. */
    void (*block)(tcu_type type, const void *in, uint64_t first, uint64_t stride, uint64_t rows, uint64_t columns,
                  tcui_moments_columns *of);
    /* Joins a to b, which comes behind it. */
    void (*join)(const tcui_moments_columns *a, tcui_moments_columns *b, uint64_t columns);
} tcui_moments_kernels;

/* Those for the processor. */
const tcui_moments_kernels *tcui_moments_host_kernels(void);

/* The kinds of work. `workspace` is what reserve reserved. */
void tcui_moments_host_segments_reserve(const tcui_moments_task *task, tcui_layout *layout);
void tcui_moments_host_segments(const tcu_context *context, const tcui_moments_task *task, void *workspace);
void tcui_moments_host_columns_reserve(const tcui_moments_task *task, tcui_layout *layout);
void tcui_moments_host_columns(const tcu_context *context, const tcui_moments_task *task, void *workspace);

/* Reproducible moments of segments. */
void tcui_moments_host_reproducible_reserve(const tcui_moments_task *task, tcui_layout *layout);
void tcui_moments_host_reproducible(const tcu_context *context, const tcui_moments_task *task, void *workspace);

#endif /* TCUI_MOMENTS_HOST_KERNELS_H */
