/* SPDX-License-Identifier: Apache-2.0 */
/* New brightnesses for a picture, in the form that its file has. */
#ifndef TCU_EXAMPLES_EQUALIZE_APPLY_H
#define TCU_EXAMPLES_EQUALIZE_APPLY_H

#include "picture.h"

/* From 0 to picture_largest(). */
unsigned brightness(const picture_color *c);

/*
 * Each pixel of brightness v gets the brightness table[v]; colours keep their proportions. `cumulative` says how many
 * pixels have brightness v or less. The table is changed where a grey would become the transparent one.
 */
void apply_table(picture *p, const uint64_t *cumulative, uint16_t *table);

#endif /* TCU_EXAMPLES_EQUALIZE_APPLY_H */
