/* SPDX-License-Identifier: Apache-2.0 */
/* The two ways in which the CUDA backend scans; scan_cuda.cu chooses. Each plans and executes like a backend. */
#ifndef TCUI_SCAN_CUDA_H
#define TCUI_SCAN_CUDA_H

#include "scan_backend.h"

/* One pass by persistent blocks (scan_stream.cuh): sm_90 and newer, whole arrays and segments of one size. */
bool tcui_scan_streams(const tcu_context *context, const tcui_scan_task *task);
tcu_status tcui_scan_stream_plan(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout);
tcu_status tcui_scan_stream_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);
tcu_status tcui_scan_stream_reals(tcu_context *context, const tcui_scan_task *task, void *workspace);
tcu_status tcui_scan_stream_narrow(tcu_context *context, const tcui_scan_task *task, void *workspace);
tcu_status tcui_scan_stream_wide(tcu_context *context, const tcui_scan_task *task, void *workspace);

/* Reduce, then scan, by tiles (scan_tiles_cuda.cu): every device, every kind of segment. */
tcu_status tcui_scan_tiles_plan(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout);
tcu_status tcui_scan_tiles_execute(tcu_context *context, const tcui_scan_task *task, void *workspace);

#endif /* TCUI_SCAN_CUDA_H */
