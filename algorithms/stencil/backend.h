/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for stencils: plans, convolutions and differences are one task. */
#ifndef TCUI_STENCIL_BACKEND_H
#define TCUI_STENCIL_BACKEND_H

#include "primitives/context/path.h"
#include "tcu/stencil.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TCUI_AXES = TCU_STENCIL_MAX_DIMENSIONS };

/* Grids of fewer dimensions have leading axes of one point, one output point, no radius, step 1 and boundary ZERO. */
typedef struct tcui_axis {
    uint64_t in, out;               /* points */
    uint64_t in_stride, out_stride; /* elements between points; of the last axis: channels */
    uint64_t step;                  /* input points between the windows of neighbouring output points */
    int32_t low, high;              /* least and largest offset of a tap */
    tcu_boundary boundary;          /* with KEEP: in == out, step 1 */
} tcui_axis;

/* Points of the box of offsets along an axis. */
static inline uint64_t tcui_stencil_width(const tcui_axis *axis)
{
    return (uint64_t)((int64_t)axis->high - axis->low) + 1;
}

/* Whether no point of the axis reads another one. */
static inline bool tcui_stencil_is_apart(const tcui_axis *axis)
{
    return axis->low == 0 && axis->high == 0 && axis->step == 1 && axis->in == axis->out;
}

/* Bytes of what a type is computed in, and how a number is rounded to it. */
static inline size_t tcui_stencil_computed_bytes(tcu_type type)
{
    return type == TCU_TYPE_F64 ? sizeof(double) : sizeof(float);
}

static inline void tcui_stencil_write_computed(tcu_type type, void *to, uint64_t i, double number)
{
    if (type == TCU_TYPE_F64) {
        ((double *)to)[i] = number;
    } else {
        ((float *)to)[i] = (float)number;
    }
}

typedef struct tcui_tap {
    uint32_t out_field, in_field;
    int32_t offset[TCUI_AXES];
    uint32_t number; /* of the tap in the description; of several with this offset the first one's */
    double weight;   /* finite and not 0; rounded to what is computed in */
} tcui_tap;

typedef enum tcui_stencil_shape {
    TCUI_STENCIL_LIST, /* any taps */
    TCUI_STENCIL_BOX,  /* one field; every point of the offsets' box is a tap, in C order */
    TCUI_STENCIL_STAR  /* one field; no tap has more than one offset other than 0 */
} tcui_stencil_shape;

/*
 * A stencil on a grid. Element (b, k, f, i, c) of `in` is number
 *
 *     b * in_batch_stride + k * in_copy_stride + f * in_field_stride + sum over axes of i[a] * in_stride[a] + c
 *
 * and output point i reads input points i[a] * step[a] + offset[a]. Batches and copies have the same taps; taps couple
 * fields. All counts are 1 or more where a task reaches a backend.
 */
typedef struct tcui_stencil {
    tcu_type type;
    tcui_axis axes[TCUI_AXES]; /* slowest first */
    uint64_t channels;
    uint64_t batch, in_batch_stride, out_batch_stride;
    uint64_t copies, in_copy_stride, out_copy_stride;
    uint32_t in_fields, out_fields;
    uint64_t in_field_stride, out_field_stride;
    double constant; /* as the type has it */

    tcui_stencil_shape shape;
    uint64_t num_taps; /* may be 0: all results are 0 */
    const tcui_tap
        *taps; /* in order of (out_field, in_field, offset[0], [1], [2]); host memory. NULL: a BOX whose weights
                             only `weights` has */
    /* In context memory, of what is computed in (f64 for f64, else f32): weights in the order of taps. NULL: the stencil
     * is a product, of which only `factors` has weights. */
    const void *weights;
    bool is_reversed; /* weights and factors are in the opposite order: a convolution. Never with taps */
    /* The box is a product of one factor an axis: high - low + 1 weights each, in context memory as `weights`; NULL for
     * axes whose factor is 1 (not for all of one offset), and for all where the stencil is not known to be a product. */
    bool is_separable;
    const void *factors[TCUI_AXES];
    const void *prepared; /* what else the backend keeps of a plan, in its own format; NULL without a plan */
} tcui_stencil;

typedef enum tcui_stencil_form {
    TCUI_STENCIL_SWEEP,
    TCUI_STENCIL_ITERATE,   /* strides and extents of in and out are equal; `out` is u, `in` too */
    TCUI_STENCIL_DIFFERENCE /* of neighbours: type, n, count, in and out alone */
} tcui_stencil_form;

/* Arguments are checked. There is something to write. */
typedef struct tcui_stencil_task {
    tcui_stencil_form form;
    tcu_type type;
    const tcui_stencil *stencil; /* but of DIFFERENCE */
    const void *in;
    void *out;
    void *scratch;         /* ITERATE */
    uint64_t steps;        /* ITERATE: 1 or more */
    uint64_t n;            /* DIFFERENCE */
    const uint64_t *count; /* DIFFERENCE, the option: the first min(n, *count) elements; NULL: all */
} tcui_stencil_task;

/* What else a backend does for stencils. */
typedef struct tcui_stencil_functions {
    /* Of a plan: rounds taps and factors to what is computed in, and brings them and what else execution needs to context
     * memory: sets `weights`, `factors` (given in host memory, as f64) and `prepared`. *memory, which stays NULL when
     * there is none, is given to release(). Synchronous. */
    tcu_status (*prepare)(tcu_context *context, tcui_stencil *stencil, void **memory);
    void (*release)(int device, void *memory);
} tcui_stencil_functions;

/* The extension of the operation's table is a tcui_stencil_functions. reserve() uses everything in the task but pointers
 * of arrays, and of ITERATE but the steps: queries have neither. */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_BACKEND_H */
