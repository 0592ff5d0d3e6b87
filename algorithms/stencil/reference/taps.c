/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps in their order: by output field, input field and offset, the last axis fastest. A plan lists them. A convolution
 * has a dense box of them, whose weights are in memory in the same order, or in the opposite one where the kernel is
 * turned over, or as one factor an axis:
 *
 *     kernel 2 x 3, offsets -1 ... 0 and -1 ... 1          | a b c |      taps 0 ... 5 of a correlation: a b c d e f,
 *                                                          | d e f |      of a convolution: f e d c b a
 *
 *     tap 4 has the offset (0, 0), since 4 = 1 * 3 + 1 is row 1, column 1 of the box; as a product w(1) v(1)
 *
 * Its runs are taps 0 1 2 and 3 4 5, one for each line of the box.
 */
#include "internal.h"
#include "primitives/tile/reference/tile.h"

tcui_tap tcui_stencil_reference_tap(const tcui_stencil *s, uint64_t t)
{
    if (s->taps != NULL) {
        return s->taps[t];
    }
    const tcu_type type = s->type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
    const uint64_t number = s->is_reversed ? s->num_taps - 1 - t : t; /* of the weight */
    tcui_tap tap = {.weight = s->weights != NULL ? tcui_reference_load(type, s->weights, number) : 1};
    uint64_t place = t, weight_place = number;
    for (int a = TCUI_AXES - 1; a >= 0; a--) {
        const uint64_t width = tcui_stencil_width(&s->axes[a]);
        tap.offset[a] = s->axes[a].low + (int32_t)(place % width);
        if (s->weights == NULL && s->factors[a] != NULL) {
            tap.weight *= tcui_reference_load(type, s->factors[a], weight_place % width);
        }
        place /= width;
        weight_place /= width;
    }
    return tap;
}

uint64_t tcui_stencil_reference_run(const tcui_stencil *s, uint64_t t)
{
    const tcui_tap first = tcui_stencil_reference_tap(s, t);
    uint64_t count = 1;
    for (; t + count < s->num_taps; count++) {
        const tcui_tap tap = tcui_stencil_reference_tap(s, t + count);
        if (tap.out_field != first.out_field || tap.in_field != first.in_field || tap.offset[0] != first.offset[0] ||
            tap.offset[1] != first.offset[1] || tap.offset[2] != first.offset[2] + (int64_t)count) {
            break;
        }
    }
    return count;
}
