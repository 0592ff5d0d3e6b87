/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCUI_REDUCE_REFERENCE_REPRODUCIBLE_H
#define TCUI_REDUCE_REFERENCE_REPRODUCIBLE_H

#include "primitives/reduce/backend.h"

/* All segments of a task that is reproducible. */
void tcui_reference_reduce_reproducible(const tcui_reduce_task *task);

#endif /* TCUI_REDUCE_REFERENCE_REPRODUCIBLE_H */
