/* SPDX-License-Identifier: Apache-2.0 */
/* The table: all operations of the tour in the types that hold the numbers, checked and timed. */
#ifndef TCU_EXAMPLES_TOUR_TABLE_H
#define TCU_EXAMPLES_TOUR_TABLE_H

#include "numbers/series.h"
#include "summary.h"
#include <stdint.h>
#include <tcu/context.h>

/*
 * Prints a line for each type and operation on standard output. `elements` is the length of the arrays, which hold the
 * series over and over; 0 takes the whole series, and as many elements as a time is meaningful for (of the reference
 * backend 100,000, which take seconds). Returns 0 if all results agree with a plain loop, and else 1.
 */
int table_print(tcu_context *context, tcu_backend backend, const series *numbers, const summary *s, uint64_t elements);

#endif /* TCU_EXAMPLES_TOUR_TABLE_H */
