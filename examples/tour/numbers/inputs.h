/* SPDX-License-Identifier: Apache-2.0 */
/* What single operations take beside the elements: hours, sorted numbers, positions, lengths. */
#ifndef TCU_EXAMPLES_TOUR_INPUTS_H
#define TCU_EXAMPLES_TOUR_INPUTS_H

#include "calls/operations.h"

/* Of p->what, if it takes any and they are not there yet. Returns 0, or -1 after a sentence on standard error. */
int inputs_make(problem *p);
void inputs_free(problem *p);

#endif /* TCU_EXAMPLES_TOUR_INPUTS_H */
