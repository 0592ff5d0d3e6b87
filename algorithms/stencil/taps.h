/* SPDX-License-Identifier: Apache-2.0 */
/* From a description's taps to a stencil's: sorted, those alike added up, without zeros; and what their shape is. */
#ifndef TCUI_STENCIL_TAPS_H
#define TCUI_STENCIL_TAPS_H

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sets the stencil's taps, of which there are at least 0, the offsets' box, the shape and symmetry. The stencil's grid is
 * read already. *taps is memory of malloc() that the caller frees, whatever is returned; NULL if there are none.
 */
tcu_status tcui_taps_read(tcu_context *context, const tcu_stencil_desc *desc, tcui_stencil *stencil, tcui_tap **taps);

/* Sets the offsets' box and the shape of a stencil whose taps and fields are set. */
void tcui_taps_set_shape(tcui_stencil *stencil);

/*
 * Whether the stencil is a dense box that is a product of one factor an axis, within some roundings of what it is computed
 * in, and executed faster so. *memory is then of malloc(), and the stencil's factors point into it; the caller frees
 * it in any case.
 */
tcu_status tcui_taps_separate(tcu_context *context, tcui_stencil *stencil, double **memory);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_STENCIL_TAPS_H */
