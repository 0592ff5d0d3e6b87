/* SPDX-License-Identifier: Apache-2.0 */
/* A field of temperatures as a picture. */
#ifndef TCU_EXAMPLES_HEAT_FRAME_H
#define TCU_EXAMPLES_HEAT_FRAME_H

#include <stddef.h>

/* Whether this build has libpng, without which there are no frames. */
int frame_is_possible(void);

/* A PNG file of `values`, row by row: 0 is black, 1 white. Returns 0, or -1 after a sentence on standard error. */
int frame_write(const char *path, const double *values, size_t width, size_t height);

#endif /* TCU_EXAMPLES_HEAT_FRAME_H */
