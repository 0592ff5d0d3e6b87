/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions that are no plain sums (operators.c). */
#ifndef TCUI_REDUCE_REFERENCE_OPERATORS_H
#define TCUI_REDUCE_REFERENCE_OPERATORS_H

#include "primitives/reduce/backend.h"

void tcui_reference_reduce(const tcui_reduce_task *task);

#endif /* TCUI_REDUCE_REFERENCE_OPERATORS_H */
