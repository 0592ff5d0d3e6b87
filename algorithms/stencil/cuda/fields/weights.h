/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of single points: out = sum over fields of weight * in, at every point. */
#ifndef TCUI_STENCIL_FIELDS_WEIGHTS_H
#define TCUI_STENCIL_FIELDS_WEIGHTS_H

#include "algorithms/stencil/backend.h"
#include "algorithms/stencil/cuda/tuning.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tcui_weighted_fields {
    uint32_t count;                            /* 0: zeros */
    const void *in[TCUI_STENCIL_PASS_WEIGHTS]; /* point 0 of each, with the strides of `in` */
    double weights[TCUI_STENCIL_PASS_WEIGHTS];
    const void *kept; /* of the field whose values points keep; with KEEP alone */
    void *out;
    bool adds_to_out; /* what it holds is the first term */
} tcui_weighted_fields;

tcu_status tcui_stencil_add_weighted(tcu_context *context, const tcui_stencil *stencil,
                                     const tcui_weighted_fields *fields);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_FIELDS_WEIGHTS_H */
