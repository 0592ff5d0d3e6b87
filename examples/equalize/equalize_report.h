/* SPDX-License-Identifier: Apache-2.0 */
/* What all steps of equalize.c need, and a line about a picture's colours. */
#ifndef TCU_EXAMPLES_EQUALIZE_REPORT_H
#define TCU_EXAMPLES_EQUALIZE_REPORT_H

#include "picture.h"
#include <tcu/context.h>

typedef struct equalizer {
    tcu_context *context;
} equalizer;

/* Each says on standard error what went wrong, and returns -1. */
int equalizer_failed(const equalizer *e);
int equalizer_out_of_memory(void);

/* Prints between which values 98% of the samples of each colour are. Returns 0, or -1 after a sentence. */
int report_picture(const equalizer *e, const char *when, const picture *p);

#endif /* TCU_EXAMPLES_EQUALIZE_REPORT_H */
