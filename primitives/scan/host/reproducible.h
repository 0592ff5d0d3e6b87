/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible scans on the host, of a task that is reproducible. */
#ifndef TCUI_SCAN_HOST_REPRODUCIBLE_H
#define TCUI_SCAN_HOST_REPRODUCIBLE_H

#include "primitives/scan/backend.h"

void tcui_scan_host_reproducible(const tcui_scan_task *task, int threads);

#endif /* TCUI_SCAN_HOST_REPRODUCIBLE_H */
