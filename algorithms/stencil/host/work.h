/* SPDX-License-Identifier: Apache-2.0 */
/* How a sweep is cut into units of work, and what memory each thread has for one. */
#ifndef TCUI_STENCIL_HOST_WORK_H
#define TCUI_STENCIL_HOST_WORK_H

#include "algorithms/stencil/host/kernels/kernels.h"

/* How the sums of a unit come about. */
typedef enum tcui_stencil_method {
    TCUI_STENCIL_DIRECT,  /* rows of the input as they are; rims by lines */
    TCUI_STENCIL_STAGED,  /* the unit's input, with what is outside of the grid, is brought into a buffer first */
    TCUI_STENCIL_PRODUCT, /* a pass along each axis, by the factors */
    TCUI_STENCIL_BY_LINES /* one line of taps after the other: footprints that no buffer holds */
} tcui_stencil_method;

/* Rows in a buffer are phases of the step along the last axis, one behind the other: points p, p + step, ... */
typedef struct tcui_stencil_work {
    const tcui_stencil *stencil;
    const tcui_stencil_kernels *kernels;
    tcui_stencil_method method;
    size_t size;                               /* bytes of an element that is computed in */
    uint64_t begin[TCUI_AXES], end[TCUI_AXES]; /* output points that are computed; KEEP leaves out the rim */
    uint64_t extent[TCUI_AXES];                /* of a unit, at most */
    uint64_t parts[TCUI_AXES];                 /* units along each axis */
    uint64_t window[TCUI_AXES];                /* input points that a unit needs along each axis, at most */
    uint64_t channels, channel_parts;          /* of a unit, and units */
    uint64_t units;
    uint64_t inside, behind; /* DIRECT: footprints of points inside ... behind - 1 stay inside of the last axis */
    uint64_t rim;            /* and at most so many points at either end leave it */
    bool has_columns;        /* which columns of a buffer are for */
    uint64_t phases, phase_length, row_length; /* elements */
    int threads;

    tcui_stencil_program program;
    void *factors[TCUI_AXES]; /* PRODUCT */
    const void *outside[2];   /* rows of zeros, and of the constant: DIRECT */
    size_t thread_bytes;      /* of each thread: */
    size_t at_bytes, sums_at, rows_at, passes_at, columns_at;
    char *memory; /* of the first thread */
} tcui_stencil_work;

/* A unit of work, and the memory of the thread that does it. */
typedef struct tcui_stencil_unit {
    const tcui_stencil_work *work;
    const void *in;
    void *out;
    uint64_t in_at, out_at;                     /* where the grid begins, channels counted */
    uint64_t first[TCUI_AXES], last[TCUI_AXES]; /* output points first ... last - 1 */
    uint64_t channels;
    const void **at;
    void *sums;    /* a row of them */
    void *rows;    /* input */
    void *passes;  /* PRODUCT: results of passes */
    void *columns; /* DIRECT: around the rim */
} tcui_stencil_unit;

/* Chooses all of it from what a query has, and reserves the memory; pointers to memory stay NULL. */
void tcui_stencil_host_reserve_work(const tcu_context *context, const tcui_stencil *stencil, tcui_stencil_work *work,
                                    tcui_layout *layout);

/* The same, and gets ready in the memory that was reserved. */
void tcui_stencil_host_begin_work(const tcu_context *context, const tcui_stencil *stencil, void *workspace,
                                  tcui_stencil_work *work);

/* Unit `number` of the work, in the memory of `thread`. */
tcui_stencil_unit tcui_stencil_host_unit(const tcui_stencil_work *work, const void *in, void *out, uint64_t number,
                                         int thread);

/* Whether the rim of DIRECT comes by columns, rather than row by row; and the elements of their buffer. */
enum { TCUI_STENCIL_RIM_COLUMNS = 128 };
bool tcui_stencil_host_has_columns(const tcui_stencil_work *work);
uint64_t tcui_stencil_host_column_elements(const tcui_stencil_work *work);

/* Output points first ... last - 1 of all rows of a unit. */
void tcui_stencil_host_rim(const tcui_stencil_unit *unit, uint64_t first, uint64_t last);

/* The sums of a unit, by each method. */
void tcui_stencil_host_direct(const tcui_stencil_unit *unit);
void tcui_stencil_host_staged(const tcui_stencil_unit *unit);
void tcui_stencil_host_product(const tcui_stencil_unit *unit);
void tcui_stencil_host_by_lines(const tcui_stencil_unit *unit);

#endif /* TCUI_STENCIL_HOST_WORK_H */
