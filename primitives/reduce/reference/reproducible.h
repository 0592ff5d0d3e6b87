/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCUI_REDUCE_REFERENCE_REPRODUCIBLE_H
#define TCUI_REDUCE_REFERENCE_REPRODUCIBLE_H

#include "primitives/reduce/backend.h"

/* The reproducible sum in type t, f32 or f64, of element(data, first), ... element(data, first + count - 1). */
typedef double (*tcui_reference_element)(const void *data, uint64_t i);
double tcui_reference_reproducible_sum(tcu_type t, tcui_reference_element element, const void *data, uint64_t first,
                                       uint64_t count);

/* All segments of a task that is reproducible. */
void tcui_reference_reduce_reproducible(const tcui_reduce_task *task);

#endif /* TCUI_REDUCE_REFERENCE_REPRODUCIBLE_H */
