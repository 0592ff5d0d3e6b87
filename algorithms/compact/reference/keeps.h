/* SPDX-License-Identifier: Apache-2.0 */
/* Which items a compaction keeps. */
#ifndef TCUI_COMPACT_REFERENCE_KEEPS_H
#define TCUI_COMPACT_REFERENCE_KEEPS_H

#include "algorithms/compact/backend.h"

/* Whether item i is kept: by its flag, by a comparison, or because it differs from the item before it. */
bool tcui_compact_reference_keeps(const tcui_compact_task *task, uint64_t i);

#endif /* TCUI_COMPACT_REFERENCE_KEEPS_H */
