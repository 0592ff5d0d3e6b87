/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCUI_SCAN_REFERENCE_REPRODUCIBLE_H
#define TCUI_SCAN_REFERENCE_REPRODUCIBLE_H

#include "primitives/scan/backend.h"

/* The array of a task that is reproducible. */
void tcui_reference_scan_reproducible(const tcui_scan_task *task);

#endif /* TCUI_SCAN_REFERENCE_REPRODUCIBLE_H */
