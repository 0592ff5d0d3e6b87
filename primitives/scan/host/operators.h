/* SPDX-License-Identifier: Apache-2.0 */
/* Scans with any operator and initial value; plain sums have kernels of their own (scan.c). */
#ifndef TCUI_SCAN_HOST_OPERATORS_H
#define TCUI_SCAN_HOST_OPERATORS_H

#include "rounds.h"

/* Of a task that is no plain sum. */
const tcui_scan_kernels *tcui_scan_host_operator(const tcui_scan_task *task);

#endif /* TCUI_SCAN_HOST_OPERATORS_H */
