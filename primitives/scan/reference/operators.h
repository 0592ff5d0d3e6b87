/* SPDX-License-Identifier: Apache-2.0 */
/* Scans that are no plain sums (operators.c). */
#ifndef TCUI_SCAN_REFERENCE_OPERATORS_H
#define TCUI_SCAN_REFERENCE_OPERATORS_H

#include "primitives/scan/backend.h"

void tcui_reference_scan(const tcui_scan_task *task);

#endif /* TCUI_SCAN_REFERENCE_OPERATORS_H */
