/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stencil of several fields as passes over single ones:
 *
 *     out field f  =  sum over input fields g of  the stencil of the taps from g to f
 *
 * A term of the sum is the taps of one pair (f, g). It is a weight, where its only tap is at offset 0, or a stencil of one
 * field, for which there are other paths. A pass is one kernel: weights of some fields alone, or one stencil, to which a
 * weight of another field is added, or what earlier passes have left in the output field. So the error of a result is
 * within that of its m taps: each pass but the first rounds what the passes before it made once, and has a tap.
 */
#ifndef TCUI_STENCIL_FIELDS_PASSES_H
#define TCUI_STENCIL_FIELDS_PASSES_H

#include "algorithms/stencil/cuda/prepared.h"

#ifdef __cplusplus
extern "C" {
#endif

/* weight * the same point of an input field. */
typedef struct tcui_field_weight {
    uint32_t in_field;
    double weight;
} tcui_field_weight;

/* The taps of one pair of fields, as a stencil of one field. */
typedef struct tcui_field_stencil {
    uint32_t in_field;
    tcui_stencil stencil;
    tcui_stencil_prepared prepared;
} tcui_field_stencil;

typedef struct tcui_field_pass {
    uint32_t out_field;
    const tcui_field_stencil *stencil; /* NULL: weights alone */
    const tcui_field_weight *weights;
    uint32_t num_weights; /* with a stencil 1 at most, and 0 where it adds to out */
    bool adds_to_out;
    bool is_copy; /* the whole output field is one input field */
} tcui_field_pass;

/* In one block of memory, which the caller of tcui_stencil_make_passes() frees. */
typedef struct tcui_stencil_passes {
    uint32_t num_passes, num_stencils;
    tcui_field_pass *passes; /* by output fields */
    tcui_field_stencil *stencils;
    tcui_field_weight *weights;
    tcui_tap *taps; /* of the stencils */
} tcui_stencil_passes;

/*
 * The passes of a stencil that has taps, or NULL in *passes where it has none: of one field, of very many terms, of
 * types that would be rounded between passes, or where points that keep their values would be taken from another field.
 * `prepared` of its stencils is left to the caller.
 */
tcu_status tcui_stencil_make_passes(tcu_context *context, const tcui_stencil *stencil, tcui_stencil_passes **passes);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_FIELDS_PASSES_H */
